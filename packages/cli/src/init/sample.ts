/** Folder of the sample, and the input in a new config. */
export const sampleFolder = 'src/dto'

/** `ts` if package.json makes it an ES module, else `mts`. */
export type SourceExtension = 'ts' | 'mts'

export const sampleConfig: string = `{
  "inputs": ["${sampleFolder}"]
}
`

export const sampleDto = `import type { int } from '@ctxgen/runtime'

/** Request of GET /hello/:name?times=2. */
export interface HelloDto {
  /** @uri */
  name: string
  /** @query @default 1 @validate min=1,max=10 */
  times: int
}

/** Its response. @response */
export interface HelloAnswer {
  greetings: string[]
}
`

export function sampleApp(extension: SourceExtension): string {
  const imports = [
    `import { livez, readyz } from '@ctxgen/middleware/healthcheck'`,
    `import { helmet } from '@ctxgen/middleware/helmet'`,
    `import { logger } from '@ctxgen/middleware/logger'`,
    `import { requestId } from '@ctxgen/middleware/request-id'`,
    `import { App } from '@ctxgen/runtime'`,
    `import { HelloDto, sendJsonHelloAnswer } from './dto/hello.bind.${outputExtension(extension)}'`,
  ].join('\n')
  return `${imports}

const app = new App({ onResponse: logger() })
app.use(requestId(), helmet())

app.get('/livez', livez())
app.get('/readyz', readyz())

app.get('/hello/:name', (c) => {
  const { name, times } = c.bind().all(HelloDto)
  sendJsonHelloAnswer(c, { greetings: Array.from({ length: times }, () => \`Hello, \${name}!\`) })
})

const { url } = await app.listen({ port: 3000, host: 'localhost', signals: true })
console.log(\`Listening on \${url}\`)
`
}

/** For a project without a tsconfig. */
export const sampleTsconfig = `{
  "compilerOptions": {
    "target": "es2022",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "verbatimModuleSyntax": true,
    "skipLibCheck": true,
    "sourceMap": true,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`

/** Beside an existing tsconfig of any purpose: compiles the app for Node. */
export function devTsconfig(extension: SourceExtension): string {
  return `{
  "extends": "./tsconfig.json",
  "compilerOptions": {
    "module": "nodenext",
    "moduleResolution": "nodenext",
    "types": ["node"],
    "rewriteRelativeImportExtensions": true,
    "noEmit": false,
    "sourceMap": true,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": [],
  "files": ["src/app.${extension}"]
}
`
}

/** The scripts of package.json. @param tsconfig of the app; `undefined` without one */
export function sampleScripts(
  tsconfig: string | undefined,
  extension: SourceExtension,
): Readonly<Record<string, string>> {
  const scripts = { generate: 'ctxgen', 'generate:check': 'ctxgen --check' }
  if (tsconfig === undefined) return scripts
  const compile = tsconfig === 'tsconfig.json' ? 'tsc' : `tsc --project ${tsconfig}`
  return {
    ...scripts,
    dev: 'node dev.mjs',
    build: `ctxgen && ${compile}`,
    start: `node --enable-source-maps dist/app.${outputExtension(extension)}`,
  }
}

/** Runs the commands side by side on every system, without another package. */
export function sampleDev(tsconfig: string, extension: SourceExtension): string {
  return `// \`npm run dev\`: runs the generator, the compiler and the server, and starts the server anew after each build without
// errors. While there is an error, the server stays as it was.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const app = 'src/app.${extension}'
const { resolve } = createRequire(import.meta.url)
const scriptOf = (name, script) => join(dirname(resolve(\`\${name}/package.json\`)), script)
const run = (args, stdio) => spawn(process.execPath, args, { stdio })
const children = new Set()
const started = (child) => {
  children.add(child)
  child.on('exit', () => {
    children.delete(child)
    if (isEnding && children.size === 0) process.exit()
  })
  return child
}

let tsc
let server
let isStopping = false
let isEnding = false
/** The errors of ctxgen, and whether it is at work. */
let found = { busy: true, errors: 0, report: '' }
/** The number of the compiler's errors; undefined while it is at work. */
let errors
/** Whether a build waits for the server to start. */
let isPending = false

const ctxgen = started(run([scriptOf('ctxgen', 'bin/ctxgen.js'), '--watch', '--quiet'], ['inherit', 'inherit', 'inherit', 'ipc']))
ctxgen.on('message', (message) => {
  found = message
  // The compiler needs the generated files.
  if (!found.busy) tsc ??= startCompiler()
  if (!isBlocked()) restart()
})
ctxgen.on('exit', (code) => end(code ?? 1))

function startCompiler() {
  const args = [scriptOf('typescript', 'bin/tsc'), '--project', '${tsconfig}', '--watch', '--preserveWatchOutput']
  const child = started(run([...args, ...(process.stdout.isTTY ? ['--pretty'] : [])], ['inherit', 'pipe', 'inherit']))
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line)
    if (/Starting.*compilation/.test(line)) errors = undefined
    const count = /Found (\\d+) errors?/.exec(line)?.[1]
    if (count === undefined) return
    errors = Number(count)
    isPending = true
    // Repeated, since the compiler's lines stand below it.
    if (found.report !== '') process.stderr.write(found.report)
    if (!isBlocked()) restart()
    else if (!found.busy) console.error(server === undefined ? 'Not started: fix the errors.' : 'Not restarted: fix the errors.')
  })
  child.on('exit', (code) => end(code ?? 1))
  return child
}

function isBlocked() {
  return found.busy || found.errors > 0 || errors !== 0
}

function restart() {
  if (!isPending || isEnding || isStopping) return
  isPending = false
  if (!existsSync(app)) return console.error(\`Not restarted: there is no \${app}.\`)
  if (server === undefined) return startServer()
  isStopping = true
  server.kill()
  const last = server
  setTimeout(() => last.kill('SIGKILL'), 2000).unref()
}

function startServer() {
  isStopping = false
  server = started(run(['--enable-source-maps', 'dist/app.${outputExtension(extension)}'], 'inherit'))
  server.on('exit', (code, signal) => {
    server = undefined
    if (isEnding) return
    if (isStopping) return startServer()
    console.error(\`The server has ended (\${signal ?? code}). The next change starts it.\`)
  })
}

function end(code) {
  if (isEnding) return
  isEnding = true
  process.exitCode = code
  for (const child of children) child.kill()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
`
}

function outputExtension(extension: SourceExtension): string {
  return extension.replace('ts', 'js')
}
