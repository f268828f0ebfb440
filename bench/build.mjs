#!/usr/bin/env node
// Turns dto/*.bind.ts into dist/binders.mjs, plain JavaScript that imports the runtime as an application does, and
// writes the file that is served.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { servedFile, servedText } from './requests.mjs'

process.chdir(fileURLToPath(new URL('.', import.meta.url)))
if (!existsSync('node_modules')) stop('The peers are not installed: run `npm ci` in bench.')
if (!existsSync('../packages/runtime/dist/codegenv1.js'))
  stop('The runtime is not built: run `npm run build` at the root.')

const { build } = await import('esbuild')
const generated = readdirSync('dto').filter((name) => name.endsWith('.bind.ts'))
await build({
  stdin: { contents: generated.map((name) => `export * from './dto/${name}'`).join('\n'), resolveDir: '.' },
  outfile: 'dist/binders.mjs',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  packages: 'external',
  logLevel: 'warning',
})
mkdirSync('dist/files', { recursive: true })
writeFileSync(`dist/files/${servedFile}`, servedText)

function stop(sentence) {
  console.error(sentence)
  process.exit(2)
}
