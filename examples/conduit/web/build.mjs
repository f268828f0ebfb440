// Bundles the front end into dist/web, which src/pages.ts serves.
import { cp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))
const outdir = fileURLToPath(new URL('../dist/web', import.meta.url))

const entryPoints = [`${here}main.ts`]
await rm(outdir, { recursive: true, force: true })
await build({
  entryPoints,
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  outdir,
})
await cp(`${here}static`, outdir, { recursive: true })
