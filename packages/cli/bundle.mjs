// Puts the modules of the generator and of the command together into few files: one of node's costs at start is each file
// it loads. Of what a run needs that finds nothing to do it makes one more, as CommonJS, which node reads in half the time.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const cli = fileURLToPath(new URL('.', import.meta.url))
const codegen = fileURLToPath(new URL('../codegen/', import.meta.url))
const common = {
  bundle: true,
  platform: 'node',
  target: 'es2022',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
}

const entriesOfCodegen = entriesOf(codegen)
write(codegen, await bundleModules(codegen, Object.values(entriesOfCodegen)))
write(cli, [
  ...(await bundleModules(cli, [...Object.values(entriesOf(cli)), 'bin', 'run'])),
  ...(await bundleRemembered()),
])

/** By subpath, the entry's name below src and dist. */
function entriesOf(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(exports).flatMap(([subpath, entry]) => {
      const name = /^\.\/dist\/(.+)\.js$/.exec(entry.default)?.[1]
      return name === undefined ? [] : [[subpath, name]]
    }),
  )
}

async function bundleModules(folder, entries) {
  const { outputFiles } = await build({
    ...common,
    absWorkingDir: folder,
    entryPoints: entries.map((name) => `src/${name}.ts`),
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    // What is imported by `import()`, and what two entries share, stays a file of its own.
    splitting: true,
    format: 'esm',
    packages: 'external',
  })
  return outputFiles
}

/** With what it needs of the generator inside. */
async function bundleRemembered() {
  const parts = Object.entries(entriesOfCodegen).filter(([subpath]) => subpath !== '.')
  const { outputFiles } = await build({
    ...common,
    absWorkingDir: cli,
    entryPoints: ['src/remembered.ts'],
    outfile: 'dist/remembered.cjs',
    format: 'cjs',
    alias: Object.fromEntries(
      parts.map(([subpath, name]) => [
        `@ctxgen/codegen/${subpath.slice(2)}`,
        join(codegen, `src/${name}.ts`),
      ]),
    ),
    external: ['@ctxgen/codegen'],
  })
  return outputFiles
}

/** Also takes away what an earlier build left: whatever lies in dist counts as the generator. */
function write(folder, outputFiles) {
  const dist = join(folder, 'dist')
  const wanted = new Set(outputFiles.map(({ path }) => path))
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = join(dist, name)
    if (/\.c?js(\.map)?$/.test(name) && !wanted.has(path)) rmSync(path)
  }
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
