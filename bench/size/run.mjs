#!/usr/bin/env node
// node size/run.mjs: what ctxgen adds to the bundle of an app, minified by esbuild and compressed by gzip.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describeRun } from '../describe-run.mjs'
import { makeDtos } from '../start/make-dtos.mjs'

const folder = fileURLToPath(new URL('../dist/size', import.meta.url))
await makeDtos(folder, 1)
const dto = './article-0.bind.mjs'
const app = `import { App } from '@ctxgen/runtime'
import { bindJsonArticle0Dto } from '${dto}'
const app = new App()
app.post('/', (c) => c.json(bindJsonArticle0Dto(c)))
await app.listen(3000)`
const external = ['@ctxgen/runtime', '@ctxgen/runtime/*']

describeRun(
  'esbuild, minified, gzip -9; "at start" is what the entry imports, "all" also what is imported when first needed',
)
console.log('\n| bundle | kB minified at start | compressed | all, compressed | goal |')
console.log('| --- | --- | --- | --- | --- |')
await measure('an app with one JSON route', app, {}, 25)
await measure('the same without the runtime', app, { external }, 1)
await measure('a whole generated file, ten properties', `export * from '${dto}'`, { external }, 1)

async function measure(name, contents, options, goal) {
  const entry = `${folder}/entry.mjs`
  writeFileSync(entry, contents)
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    outdir: `${folder}/out`,
    absWorkingDir: folder,
    write: false,
    metafile: true,
    ...options,
  })
  const loaded = loadedAtStart(metafile.outputs)
  const atStart = outputFiles.filter(({ path }) => loaded.has(path.slice(folder.length + 1)))
  const cells = [size(atStart, plain), size(atStart, zipped), size(outputFiles, zipped), goal]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

function size(files, sizeOf) {
  return (files.reduce((total, { contents }) => total + sizeOf(contents), 0) / 1000).toFixed(1)
}

function plain(bytes) {
  return bytes.length
}

function zipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length
}

/** The files that the entry imports, directly or not. */
function loadedAtStart(outputs) {
  const loaded = new Set(['out/entry.js'])
  for (const path of loaded) {
    for (const { path: imported, kind } of outputs[path].imports) {
      if (kind === 'import-statement' && imported in outputs) loaded.add(imported)
    }
  }
  return loaded
}
