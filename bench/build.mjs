#!/usr/bin/env node
// Generates dto/*.bind.ts, which git ignores, bundles them as dist/binders.mjs, plain JavaScript that imports the
// runtime as an application does, and writes the served file.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { servedFile, servedText } from './requests.mjs'

process.chdir(fileURLToPath(new URL('.', import.meta.url)))
if (!existsSync('node_modules')) stop('The peers are not installed: run `npm ci` in bench.')
if (!existsSync('../packages/runtime/dist/codegenv1.js') || !existsSync('../packages/cli/dist'))
  stop('The packages are not built: run `npm run build` at the root.')

const { build } = await import('esbuild')
await build({
  stdin: {
    contents: generate()
      .map((name) => `export * from './dto/${name}'`)
      .join('\n'),
    resolveDir: '.',
  },
  outfile: 'dist/binders.mjs',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  packages: 'external',
  logLevel: 'warning',
})
mkdirSync('dist/files', { recursive: true })
writeFileSync(`dist/files/${servedFile}`, servedText)

/** The names of the generated files, one for each source. */
function generate() {
  const ctxgen = '../packages/cli/bin/ctxgen.js'
  const { status } = spawnSync(process.execPath, [ctxgen, '--quiet', 'dto'], { stdio: 'inherit' })
  if (status !== 0) stop('The binders could not be generated.')
  return readdirSync('dto')
    .filter((name) => !name.endsWith('.bind.ts'))
    .map((name) => name.replace(/\.ts$/, '.bind.ts'))
}

function stop(sentence) {
  console.error(sentence)
  process.exit(2)
}
