// Puts the runtime's modules together into few files: one of node's costs at start is each file it loads.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))
const { exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
const entries = Object.values(exports).flatMap(
  (entry) => /^\.\/dist\/(.+)\.js$/.exec(entry.default)?.[1] ?? [],
)

const { outputFiles } = await build({
  absWorkingDir: folder,
  entryPoints: entries.map((name) => `src/${name}.ts`),
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  // What is imported by `import()`, and what two entries share, stays a file of its own.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  packages: 'external',
  // V8 calls a function for the fields of each class above a class: 40 ns of a bind, which assignments do not take.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false, verbatimModuleSyntax: true } },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
})
rmSync(`${folder}dist/chunks`, { recursive: true, force: true })
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, path.endsWith('.js') ? withoutBareImports(text) : text)
}

/** Imports of which nothing is used: no module here has side effects, and bundlers warn of such imports. */
function withoutBareImports(text) {
  // The line stays, for the source map.
  return text.replaceAll(/^import "\.[^"]*";$/gm, '')
}
