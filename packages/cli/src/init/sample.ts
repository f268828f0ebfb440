/** Where the sample goes, and what the config of a new project reads. */
export const sampleFolder = 'src/dto'

/** Of an ES module by the type of its package, and of one by its name. */
export type SourceExtension = 'ts' | 'mts'

export const sampleConfig: string = `{
  "inputs": ["${sampleFolder}"]
}
`

export const sampleDto = `import type { int } from '@ctxgen/runtime'

/** What GET /hello/:name?times=2 is asked. */
export interface HelloDto {
  /** @uri */
  name: string
  /** @query @default 1 @validate min=1,max=10 */
  times: int
}

/** What it is answered. @response */
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

/** For a project that has none. */
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

/** Beside a tsconfig that is there: whatever that one is for, this makes an app that node runs. */
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

/** Without a package that runs commands side by side, and the same on every system. */
export function sampleDev(tsconfig: string, extension: SourceExtension): string {
  return `// \`npm run dev\`: the generator, the compiler and the server, each of which follows what changes.
import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const { resolve } = createRequire(import.meta.url)
const scriptOf = (name, script) => join(dirname(resolve(\`\${name}/package.json\`)), script)
const ctxgen = [scriptOf('ctxgen', 'bin/ctxgen.js')]
const tsc = [scriptOf('typescript', 'bin/tsc'), '--project', '${tsconfig}']

// First in this order, as each needs what the one before it writes. What is wrong is told, and waits to be mended.
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
