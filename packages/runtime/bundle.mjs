// Bundles the runtime into few files, since each file costs node time at start.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { coreSources, withCoreTexts } from '../../scripts/core-in-maps.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
const { exports } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
const entries = Object.values(exports).flatMap((entry) => {
  const name = /^\.\/dist\/(.+)\.js$/.exec(entry.default)?.[1]
  if (!name?.endsWith('/*')) return name ?? []
  const modules = readdirSync(`${folder}src/${dirname(name)}`)
  return modules.map((module) => name.replace('*', module.replace(/\.ts$/, '')))
})
/** The entries that an app imports. All modules that they reach statically become two files. */
const appEntries = ['src/codegenv1.ts', 'src/index.ts']
/** The entries that a page imports: theirs is a file of its own, as the other has an `import()` of what needs node. */
const pageEntries = ['src/codegenv1.ts', 'src/messages.ts', 'src/check.ts']
/** A placeholder for the path of such a file, which depends on the importer. */
const corePath = /^ctxgen:(\w+)$/

const shared = {
  absWorkingDir: folder,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  packages: 'external',
  // It is private: its code is part of ours.
  alias: { '@ctxgen/core': coreSources },
  // V8 calls an initializer for the fields of each superclass: 40 ns of a bind. Assignments avoid that.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false, verbatimModuleSyntax: true } },
  logLevel: 'warning',
  write: false,
}
const cores = await coreModules()
const coreOf = new Map(
  Object.entries(cores).flatMap(([core, modules]) => modules.map((path) => [resolve(folder, path), core])),
)
const names = await exportedNames()
const changing = changingNames()
const { outputFiles } = await build({
  ...shared,
  entryPoints: [
    ...Object.keys(cores).map((core) => ({ in: `ctxgen:${core}`, out: `chunks/${core}` })),
    ...entries.map((name) => ({ in: `src/${name}.ts`, out: name })),
  ],
  outdir: 'dist',
  // It stays CommonJS in its own file.
  external: ['./cbor-x.cjs'],
  chunkNames: 'chunks/[name]-[hash]',
  // Keeps dynamic imports and shared modules in their own files.
  splitting: true,
  sourcemap: true,
  sourcesContent: false,
  plugins: [{ name: 'core', setup: keepCoresTogether }],
})
const written = new Set(outputFiles.map(({ path }) => path))
for (const file of readdirSync(`${folder}dist`, { recursive: true })) {
  const path = resolve(folder, 'dist', file)
  // Those of deleted modules would be packed.
  if (/\.js(?:\.map)?$/.test(file) && !written.has(path)) rmSync(path)
}
for (const { path, text } of outputFiles) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, path.endsWith('.js') ? ascii(finished(text, path), path) : withSources(text, path))
}

/** The modules of each file, by its name. The entries themselves are in none. */
async function coreModules() {
  const entryPoints = [...new Set([...appEntries, ...pageEntries])]
  const { metafile } = await build({ ...shared, entryPoints, outdir: 'dist', metafile: true })
  const reachedBy = (entries) => {
    const reached = new Set(entries)
    for (const path of reached) {
      for (const { path: imported, kind } of metafile.inputs[path].imports) {
        if (kind === 'import-statement' && imported in metafile.inputs) reached.add(imported)
      }
    }
    return reached
  }
  const inPages = reachedBy(pageEntries)
  const modules = [...reachedBy(appEntries)].filter((path) => !entryPoints.includes(path)).sort()
  return {
    bind: modules.filter((path) => inPages.has(path)),
    core: modules.filter((path) => !inPages.has(path)),
  }
}

/** The names of each module's exports in its file, by module: two modules may use the same name. */
async function exportedNames() {
  const { metafile } = await build({
    ...shared,
    entryPoints: Object.values(cores).flat(),
    outdir: 'dist',
    bundle: false,
    packages: undefined,
    alias: undefined,
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

/** Redirects imports of modules that are in another file to that file. */
function keepCoresTogether({ onResolve, onLoad }) {
  onResolve({ filter: corePath }, ({ path, kind }) =>
    kind === 'entry-point' ? { path, namespace: 'core' } : { path, external: true },
  )
  onResolve({ filter: /^(?:\.{1,2}|@ctxgen\/core)\// }, ({ path: wanted, importer, kind }) => {
    const target = moduleOf(wanted, importer)
    const core = coreOf.get(target)
    const isInside = core === coreOf.get(importer) || corePath.test(importer)
    if (kind !== 'import-statement' || core === undefined || isInside) return undefined
    // A separate module for each file that imports it: esbuild would put a shared one in a file of its own.
    const place = coreOf.get(importer) ?? relative(folder, importer)
    const path = `${relative(folder, target)} for ${place}`
    return { path, namespace: 'of-core', pluginData: target }
  })
  onLoad({ filter: /^/, namespace: 'core' }, ({ path: core }) => ({
    contents: cores[corePath.exec(core)[1]]
      .map((path) => exportsOf(path, ([name, unique]) => `${name} as ${unique}`, `./${path}`))
      .join(''),
    resolveDir: folder,
  }))
  onLoad({ filter: /^/, namespace: 'of-core' }, ({ pluginData: path }) => ({
    contents: exportsOf(path, ([name, unique]) => `${unique} as ${name}`, `ctxgen:${coreOf.get(path)}`),
  }))
}

function moduleOf(wanted, importer) {
  const [, module] = /^@ctxgen\/core\/(.+)$/.exec(wanted) ?? []
  return module === undefined ? resolve(dirname(importer), wanted) : resolve(coreSources, `${module}.ts`)
}

function exportsOf(path, toText, from) {
  return `export { ${names.get(resolve(folder, path)).map(toText).join(', ')} } from '${from}'\n`
}

/** Fills in the paths of the cores, and drops imports without names: no module here has side effects. */
function finished(text, path) {
  return (
    withoutRepeatedImports(text)
      .replaceAll(/"ctxgen:(\w+)"/g, (_, core) => JSON.stringify(pathFrom(path, `dist/chunks/${core}.js`)))
      // Keeps the line count, for the source map.
      .replaceAll(/^import "\.[^"]*";$|^\/\/ of-core:.*$/gm, '')
      .replaceAll(/^(var \w+ = )(?:\/\* @__PURE__ \*\/ )?((?:new \w+\(|`|Object\.freeze\().*);$/gm, pureAgain)
      .replaceAll(/^var (\w+)(?= = (?:-?\d[\w.]*|"(?:[^"\\]|\\.)*"|true|false);$)/gm, constantAgain)
  )
}

/** Other characters, which esbuild leaves in comments of classes, take Node 2 ms of a start: V8 keeps such a file as UTF-16. */
function ascii(text, path) {
  const other = /^.*[^\0-\x7f].*$/m.exec(text)
  if (other !== null) throw new Error(`${path} has a line that is not ASCII: ${other[0]}`)
  return text
}

/** One statement for each file: 200 of them take Node 6 ms of a start. */
function withoutRepeatedImports(text) {
  const names = new Map()
  const rest = text.replaceAll(/^import \{([^}]*)\} from ("(?:\.|ctxgen:)[^"]*");$/gm, (all, list, from) => {
    names.set(from, [...(names.get(from) ?? []), ...list.split(',').map((name) => name.trim())])
    // Keeps the line count, for the source map.
    return '\n'.repeat(all.split('\n').length - 1)
  })
  const statements = [...names].map(([from, all]) => `import { ${all.join(', ')} } from ${from};`)
  return statements.join(' ') + rest
}

/** Bundlers keep a text with insertions, and what it mentions, unless a call that makes it is marked. */
function pureAgain(_, declaration, value) {
  return `${declaration}/* @__PURE__ */ (() => ${value})();`
}

/**
 * esbuild declares all module variables with `var`. V8 loads and checks such a variable at each use, but compiles a
 * `const` into the code. Only numbers and strings are changed back, since they do not depend on later declarations.
 */
function constantAgain(declaration, name) {
  // esbuild adds a number to a name that is taken.
  return changing.has(name.replace(/\d+$/, '')) ? declaration : `const ${name}`
}

/** The names that modules declare with `let`. */
function changingNames() {
  const texts = [`${folder}src`, coreSources].flatMap((source) =>
    readdirSync(source, { recursive: true })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(`${source}/${path}`, 'utf8')),
  )
  return new Set(
    texts.flatMap((text) => Array.from(text.matchAll(/^(?:export )?let (\w+)/gm), ([, name]) => name)),
  )
}

/** Names the original module in a source map, in place of its import from the other file. */
function withSources(text, path) {
  const map = JSON.parse(text)
  map.sources = map.sources.map((source) => {
    const [, module] = /^of-core:(.+) for /.exec(source) ?? []
    return module === undefined ? source : pathFrom(path, module)
  })
  return JSON.stringify(withCoreTexts(map, path))
}

function pathFrom(path, target) {
  const way = relative(dirname(path), `${folder}${target}`).replaceAll('\\', '/')
  return way.startsWith('.') ? way : `./${way}`
}
