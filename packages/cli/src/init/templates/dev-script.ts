import { outputExtension, type SourceExtension } from './template.ts'

/** `dev.mjs` for Node: the generator, the compiler and the server side by side, on every system and without another package. */
export function devScript(tsconfig: string, extension: SourceExtension): string {
  return `// \`npm run dev\`: runs the generator, the compiler and the server, and starts the server anew after each build without
// errors. While there is an error, the server stays as it was.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const entry = 'src/server.${extension}'
const { resolve } = createRequire(import.meta.url)
const scriptOf = (name, script) => join(dirname(resolve(\`\${name}/package.json\`)), script)
const run = (args, stdio, detached = false) => spawn(process.execPath, args, { stdio, detached })
const children = new Set()
const started = (child) => {
  children.add(child)
  child.on('exit', () => {
    children.delete(child)
    if (isEnding && children.size === 0) process.exit()
  })
  return child
}

process.env.NODE_ENV ??= 'development'
let tsc
let server
let isStopping = false
let isEnding = false
/** The script of TypeScript 7 starts the compiler, so both are a group that ends as one. Windows has no groups. */
const hasGroups = process.platform !== 'win32'
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
  const options = process.stdout.isTTY ? ['--pretty'] : []
  const child = started(run([...args, ...options], ['ignore', 'pipe', 'inherit'], hasGroups))
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
  if (!existsSync(entry)) return console.error(\`Not restarted: there is no \${entry}.\`)
  if (server === undefined) return startServer()
  isStopping = true
  server.kill()
  const last = server
  setTimeout(() => last.kill('SIGKILL'), 2000).unref()
}

function startServer() {
  isStopping = false
  server = started(run(['--enable-source-maps', 'dist/server.${outputExtension(extension)}'], 'inherit'))
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
  if (tsc === undefined || !hasGroups) return
  try {
    process.kill(-tsc.pid)
  } catch {
    // All of it has ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))
`
}

/**
 * `dev.mjs` where the server itself follows the sources.
 *
 * @param server the arguments of the JavaScript runtime that start it, as code
 */
export function watchScript(server: string): string {
  return `// The script \`dev\`: runs the generator beside the server, which follows the sources.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)
const scriptOf = (name, script) => join(dirname(resolve(\`\${name}/package.json\`)), script)
const children = new Set()
let isEnding = false

function start(args, stdio) {
  const child = spawn(process.execPath, args, { stdio })
  children.add(child)
  child.on('exit', (code) => {
    children.delete(child)
    end(code ?? 1)
    if (children.size === 0) process.exit()
  })
  return child
}

function end(code) {
  if (isEnding) return
  isEnding = true
  process.exitCode = code
  for (const child of children) child.kill()
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(0))

process.env.NODE_ENV ??= 'development'
let server
const ctxgen = start([scriptOf('ctxgen', 'bin/ctxgen.js'), '--watch', '--quiet'], ['inherit', 'inherit', 'inherit', 'ipc'])
// The server needs the generated files.
ctxgen.on('message', ({ busy }) => {
  if (!busy && !isEnding) server ??= start(${server}, 'inherit')
})
`
}
