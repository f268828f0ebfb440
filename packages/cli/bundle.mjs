// Bundles the generator and the command into few files, since each file costs node time at start. The command is two
// files of CommonJS, which node reads in half the time: one for an up-to-date run, and one with everything. A part of it
// is published as one more: create-ctxgen.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { coreSources, withCoreTexts } from '../../scripts/core-in-maps.mjs'

const cli = fileURLToPath(new URL('.', import.meta.url))
const codegen = fileURLToPath(new URL('../codegen/', import.meta.url))
const create = fileURLToPath(new URL('../create/', import.meta.url))
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
  ...(await bundleModules(cli, Object.values(entriesOf(cli)))),
  // A config in TypeScript would need the whole generator, so this bundle refuses one.
  ...(await bundleCommand('remembered', ['@ctxgen/codegen'])),
  ...(await bundleCommand('bin')),
])
write(create, await bundleCreate())

/** Entry names below src and dist, by subpath. */
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
    // Keeps dynamic imports and shared modules in their own files.
    splitting: true,
    format: 'esm',
    packages: 'external',
    // It is private: its code is part of the generator's.
    alias: { '@ctxgen/core': coreSources },
  })
  return outputFiles
}

/** Bundles the command together with the parts of the generator that it needs. */
async function bundleCommand(name, without = []) {
  const parts = partsOfCodegen().filter(([part]) => !without.includes(part))
  const { outputFiles } = await build({
    ...common,
    absWorkingDir: cli,
    entryPoints: [`src/${name}.ts`],
    outfile: `dist/${name}.cjs`,
    format: 'cjs',
    alias: { ...Object.fromEntries(parts), '@ctxgen/core': coreSources },
    external: [
      'commander',
      'diff',
      'ts-morph',
      'vscode-languageserver',
      'vscode-languageserver-textdocument',
      ...without,
    ],
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: "const ownUrl = require('node:url').pathToFileURL(__filename).href" },
  })
  return outputFiles
}

/** Bundles `create-ctxgen` into one file, since `npm create` waits for each package that it installs. */
async function bundleCreate() {
  const { outputFiles } = await build({
    ...common,
    absWorkingDir: cli,
    entryPoints: ['src/create/create-bin.ts'],
    outfile: join(create, 'dist/create-ctxgen.js'),
    format: 'esm',
    alias: Object.fromEntries(partsOfCodegen()),
    banner: { js: '#!/usr/bin/env node' },
    sourcemap: false,
  })
  return outputFiles
}

/** The sources of the generator's entries, by what imports them. */
function partsOfCodegen() {
  return Object.entries(entriesOfCodegen).map(([subpath, entry]) => [
    join('@ctxgen/codegen', subpath),
    join(codegen, `src/${entry}.ts`),
  ])
}

/** Also removes files of an earlier build, since every file in dist counts as the generator. */
function write(folder, outputFiles) {
  const dist = join(folder, 'dist')
  mkdirSync(dist, { recursive: true })
  const wanted = new Set(outputFiles.map(({ path }) => path))
  for (const name of readdirSync(dist, { recursive: true })) {
    const path = join(dist, name)
    if (/\.c?js(\.map)?$/.test(name) && !wanted.has(path)) rmSync(path)
  }
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, path.endsWith('.map') ? JSON.stringify(withCoreTexts(JSON.parse(text), path)) : text)
  }
}
