#!/usr/bin/env node
// node size/run.mjs: the size that ctxgen adds to an app's bundle, minified by esbuild and compressed by gzip.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describeRun } from '../describe-run.mjs'
import { makeDtos } from '../start/make-dtos.mjs'
import { bothSource, jsonApp, secondSource } from './json-app.mjs'

const folder = fileURLToPath(new URL('../dist/size', import.meta.url))
await makeDtos(folder, 1, { 'booking.ts': secondSource, 'both.ts': bothSource })
const external = ['@ctxgen/runtime', '@ctxgen/runtime/*']
const wholeFile = "export * from './article-0.bind.mjs'"
const fromFileOfTwo = jsonApp.replace('article-0.bind', 'both.bind')
const withSecond = `${jsonApp}\nimport { BookingDto } from './booking.bind.mjs'\napp.put('/', (c) => c.json(c.bind().json(BookingDto)))`

describeRun(
  'esbuild, minified, gzip -9; "at start" is what the entry imports, "all" also what is imported when first needed',
)
console.log('\n| bundle | kB minified at start | compressed | all, compressed | goal |')
console.log('| --- | --- | --- | --- | --- |')
const app = await bundle(jsonApp)
show('an app with one JSON route', app, 25)
show('a second generated file in it, ten other properties', less(await bundle(withSecond), app), 1)
show('of a file with two interfaces, the one that is not used', less(await bundle(fromFileOfTwo), app), 0)
show('a whole generated file by itself, its imports not bundled', await bundle(wholeFile, { external }), 1)

async function bundle(contents, options) {
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
  return [size(atStart, plain), size(atStart, zipped), size(outputFiles, zipped)]
}

function less(sizes, others) {
  return sizes.map((size, i) => size - others[i])
}

function show(name, sizes, goal) {
  console.log(
    `| ${name} | ${sizes.map((size) => (Math.round(size / 100) / 10 + 0).toFixed(1)).join(' | ')} | ${goal} |`,
  )
}

function size(files, sizeOf) {
  return files.reduce((total, { contents }) => total + sizeOf(contents), 0)
}

function plain(bytes) {
  return bytes.length
}

function zipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length
}

/** The files that the entry imports, directly or indirectly. */
function loadedAtStart(outputs) {
  const loaded = new Set(['out/entry.js'])
  for (const path of loaded) {
    for (const { path: imported, kind } of outputs[path].imports) {
      if (kind === 'import-statement' && imported in outputs) loaded.add(imported)
    }
  }
  return loaded
}
