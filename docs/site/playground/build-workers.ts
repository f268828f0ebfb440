import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { STATUS_CODES } from 'node:http'
import { builtinModules, createRequire } from 'node:module'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { here, pagesFolder, repository } from '../places.ts'

const shims = join(here, 'playground/node')

/** Bundles the two workers. @throws Error if the generator asks for a module of Node that has no stand-in */
export async function buildWorkers(outdir = join(pagesFolder, 'public/workers')): Promise<void> {
  const common = {
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    outdir,
    // Each bundled module has its side effects; what is dropped has none.
    logOverride: { 'ignored-bare-import': 'silent' },
  } as const
  await build({
    ...common,
    entryPoints: { generate: join(here, 'playground/generate.worker.ts') },
    plugins: [standIns, built],
    define: { __filename: '"/node_modules/typescript.js"', __dirname: '"/node_modules"' },
  })
  await build({
    ...common,
    entryPoints: { run: join(here, 'playground/run.worker.ts') },
    // Code for servers of Node stays in files that are never loaded.
    external: ['node:*'],
    // Results show the names of classes.
    keepNames: true,
    splitting: true,
    chunkNames: 'run-[hash]',
  })
}

/** Modules of Node, over files in memory. */
const standIns: Plugin = {
  name: 'stand-ins',
  setup(bundle) {
    bundle.onResolve({ filter: /^(?:node:)?[a-z_/]+$/ }, ({ path }) => {
      const name = path.replace(/^node:/, '')
      if (!builtinModules.includes(name)) return undefined
      if (name === 'path')
        return { path: createRequire(join(repository, 'node_modules/ts-morph/x')).resolve('path-browserify') }
      const file = join(shims, `${name.replace('/', '_')}.ts`)
      if (!existsSync(file)) throw new Error(`playground/node has no ${name}`)
      return { path: file }
    })
  },
}

/** Texts of this Node and of the runtime, made when the site is built. */
const built: Plugin = {
  name: 'built',
  setup(bundle) {
    bundle.onResolve({ filter: /^built:/ }, ({ path }) => ({ path, namespace: 'built' }))
    bundle.onLoad({ filter: /node-tables/, namespace: 'built' }, () => ({
      contents: `export const statusCodes = ${JSON.stringify(STATUS_CODES)}
export const builtinModules = ${JSON.stringify(builtinModules)}`,
    }))
    bundle.onLoad({ filter: /package-files/, namespace: 'built' }, () => ({
      contents: `export const packageFiles = JSON.parse(${JSON.stringify(JSON.stringify(packageFiles()))})`,
    }))
  },
}

/** What the generator reads: declarations of the runtime, and its own parts of a client. By path. */
function packageFiles(): Readonly<Record<string, string>> {
  return {
    ...filesBelow(
      join(repository, 'packages/runtime'),
      '/app/node_modules/@ctxgen/runtime',
      /^(?:package\.json|dist\/.*\.d\.ts)$/,
    ),
    ...filesBelow(
      join(repository, 'packages/codegen'),
      '/node_modules/@ctxgen/codegen',
      /^src\/client\/parts\//,
    ),
  }
}

function filesBelow(folder: string, place: string, wanted: RegExp): Readonly<Record<string, string>> {
  const names = ['package.json', 'dist', 'src'].flatMap((top) => {
    const path = join(folder, top)
    if (!statSync(path).isDirectory()) return [top]
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${top}/${name.replaceAll('\\', '/')}`,
    )
  })
  const files = names.filter((name) => wanted.test(name) && statSync(join(folder, name)).isFile())
  return Object.fromEntries(
    files.map((name) => [`${place}/${name}`, readFileSync(join(folder, name), 'utf8')]),
  )
}
