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
    `import { App } from '@ctxgen/runtime'`,
    `import { HelloDto, sendJsonHelloAnswer } from './dto/hello.bind.${outputExtension(extension)}'`,
  ].join('\n')
  return `${imports}

const app = new App()

app.get('/hello/:name', (c) => {
  const { name, times } = c.bind().all(HelloDto)
  sendJsonHelloAnswer(c, { greetings: Array.from({ length: times }, () => \`Hello, \${name}!\`) })
})

const { url } = await app.listen({ port: 3000, host: 'localhost' })
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
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": [],
  "files": ["src/app.${extension}"]
}
`
}

/** Runs the commands side by side on every system, without another package. */
export function sampleDev(tsconfig: string, extension: SourceExtension): string {
  return `// \`npm run dev\`: runs the generator, the compiler and the server in watch mode.
import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)
const scriptOf = (name, script) => join(dirname(resolve(\`\${name}/package.json\`)), script)
const ctxgen = [scriptOf('ctxgen', 'bin/ctxgen.js')]
const tsc = [scriptOf('typescript', 'bin/tsc'), '--project', '${tsconfig}']

// First in order: each needs the output of the one before. Their errors are printed, and watch mode waits for a fix.
for (const args of [ctxgen, tsc]) spawnSync(process.execPath, args, { stdio: 'inherit' })

const children = [
  [...ctxgen, '--watch', '--quiet'],
  [...tsc, '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', 'dist/app.${outputExtension(extension)}'],
].map((args) => spawn(process.execPath, args, { stdio: 'inherit' }))

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
`
}

function outputExtension(extension: SourceExtension): string {
  return extension.replace('ts', 'js')
}
