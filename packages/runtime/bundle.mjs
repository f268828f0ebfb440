// Puts the runtime's modules together into few files: one of node's costs at start is each file it loads.
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))
rmSync(`${folder}dist/chunks`, { recursive: true, force: true })
await build({
  absWorkingDir: folder,
  entryPoints: ['index', 'codegenv1', 'msgpack', 'cbor', 'views'].map((name) => `src/${name}.ts`),
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  // What is imported by `import()`, and what two entries share, stays a file of its own.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  packages: 'external',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
})
