// Puts the runtime's modules together into few files: one of node's costs at start is each file it loads.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))
const { exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
const entries = Object.values(exports).flatMap(
  (entry) => /^\.\/dist\/(.+)\.js$/.exec(entry.default)?.[1] ?? [],
)
/** What an app imports: all that these reach at once is one file. */
const coreEntries = ['src/index.ts', 'src/codegenv1.ts']
const coreFile = 'dist/chunks/core.js'
/** Stands for the path of that file until it is known from where it is imported. */
const corePath = 'ctxgen:core'

const shared = {
  absWorkingDir: folder,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  packages: 'external',
  // V8 calls a function for the fields of each class above a class: 40 ns of a bind, which assignments do not take.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false, verbatimModuleSyntax: true } },
  logLevel: 'warning',
  write: false,
}
const core = await coreModules()
const names = await exportedNames()
const changing = changingNames()
const { outputFiles } = await build({
  ...shared,
  entryPoints: [
    { in: corePath, out: 'chunks/core' },
    ...entries.map((name) => ({ in: `src/${name}.ts`, out: name })),
  ],
  outdir: 'dist',
  // It stays CommonJS, and a file of its own.
  external: ['./cbor-x.cjs'],
  chunkNames: 'chunks/[name]-[hash]',
  // What is imported by `import()`, and what others share, stays a file of its own.
  splitting: true,
  sourcemap: true,
  sourcesContent: false,
  plugins: [{ name: 'core', setup: keepCoreTogether }],
})
rmSync(`${folder}dist/chunks`, { recursive: true, force: true })
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, path.endsWith('.js') ? finished(text, path) : withSources(text, path))
}

/** The modules that both entries of an app reach without `import()`, without the entries themselves. */
async function coreModules() {
  const { metafile } = await build({ ...shared, entryPoints: coreEntries, outdir: 'dist', metafile: true })
  const reached = new Set(coreEntries)
  for (const path of reached) {
    for (const { path: imported, kind } of metafile.inputs[path].imports) {
      if (kind === 'import-statement' && imported in metafile.inputs) reached.add(imported)
    }
  }
  return [...reached].filter((path) => !coreEntries.includes(path)).sort()
}

/** By module, what each of its exports is called in the one file: two modules may use the same name. */
async function exportedNames() {
  const { metafile } = await build({
    ...shared,
    entryPoints: core,
    outdir: 'dist',
    bundle: false,
    packages: undefined,
    metafile: true,
  })
  const taken = new Set()
  const named = new Map()
  for (const { entryPoint, exports } of Object.values(metafile.outputs)) {
    const unique = exports.map((name) => [name, freeName(name, taken)])
    named.set(resolve(folder, entryPoint), unique)
  }
  return named
}

function freeName(name, taken) {
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`
  taken.add(free)
  return free
}

/** Has every module outside the core import what it needs of it from its one file. */
function keepCoreTogether({ onResolve, onLoad }) {
  onResolve({ filter: new RegExp(`^${corePath}$`) }, ({ kind }) =>
    kind === 'entry-point' ? { path: corePath, namespace: 'core' } : { path: corePath, external: true },
  )
  onResolve({ filter: /^\.{1,2}\// }, ({ path: wanted, importer, kind }) => {
    const target = resolve(dirname(importer), wanted)
    const fromOutside = names.has(target) && !names.has(importer) && importer !== corePath
    if (kind !== 'import-statement' || !fromOutside) return undefined
    // One for each importer: one for several would be a file of its own.
    const path = `${relative(folder, target)} for ${relative(folder, importer)}`
    return { path, namespace: 'of-core', pluginData: target }
  })
  onLoad({ filter: /^/, namespace: 'core' }, () => ({
    contents: core
      .map((path) => exportsOf(path, ([name, unique]) => `${name} as ${unique}`, `./${path}`))
      .join(''),
    resolveDir: folder,
  }))
  onLoad({ filter: /^/, namespace: 'of-core' }, ({ pluginData: path }) => ({
    contents: exportsOf(path, ([name, unique]) => `${unique} as ${name}`, corePath),
  }))
}

function exportsOf(path, toText, from) {
  return `export { ${names.get(resolve(folder, path)).map(toText).join(', ')} } from '${from}'\n`
}

/** With the path of the core, and without imports of which nothing is used: no module here has side effects. */
function finished(text, path) {
  return (
    text
      .replaceAll(`"${corePath}"`, JSON.stringify(pathFrom(path, coreFile)))
      // The lines stay, for the source map.
      .replaceAll(/^import "\.[^"]*";$|^\/\/ of-core:.*$/gm, '')
      .replaceAll(/^var (\w+)(?= = (?:-?\d[\w.]*|"(?:[^"\\]|\\.)*"|true|false);$)/gm, constantAgain)
  )
}

/**
 * esbuild makes variables of all that a module declares. V8 reads one at each use, and looks whether it is a number; what is
 * `const` becomes part of the code. Only numbers and texts: they depend on nothing that might come after them.
 */
function constantAgain(declaration, name) {
  // One that is taken already has a number behind it.
  return changing.has(name.replace(/\d+$/, '')) ? declaration : `const ${name}`
}

/** The names of what modules declare with `let`. */
function changingNames() {
  const paths = readdirSync(`${folder}src`, { recursive: true }).filter((path) => path.endsWith('.ts'))
  const texts = paths.map((path) => readFileSync(`${folder}src/${path}`, 'utf8'))
  return new Set(
    texts.flatMap((text) => Array.from(text.matchAll(/^(?:export )?let (\w+)/gm), ([, name]) => name)),
  )
}

/** A source map that names the module where an import from the core stands for it. */
function withSources(text, path) {
  const map = JSON.parse(text)
  map.sources = map.sources.map((source) => {
    const [, module] = /^of-core:(.+) for /.exec(source) ?? []
    return module === undefined ? source : pathFrom(path, module)
  })
  return JSON.stringify(map)
}

function pathFrom(path, target) {
  const way = relative(dirname(path), `${folder}${target}`).replaceAll('\\', '/')
  return way.startsWith('.') ? way : `./${way}`
}
