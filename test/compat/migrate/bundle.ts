import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { ts } from 'ts-morph'

/** A bundle's path, or why there is none. */
export type Bundle = { readonly path: string } | { readonly error: string }

/** Bundles sources, each alone; the value is the path, or the error. @param packages folders with packages that they import */
export async function bundled(
  paths: readonly string[],
  outDir: string,
  zod: '3' | '4',
  packages: readonly string[],
): Promise<ReadonlyMap<string, Bundle>> {
  const made = await Promise.all(
    paths.map(async (path, i): Promise<readonly [string, Bundle]> => {
      const outfile = join(outDir, `${i}-${basename(path).replace(/\.[mc]?ts$/, '')}.mjs`)
      try {
        await build({
          entryPoints: [path],
          outfile,
          bundle: true,
          format: 'esm',
          platform: 'node',
          target: 'node20',
          logLevel: 'silent',
          nodePaths: [...packages],
          // Packages in CommonJS ask for the libraries by it. A declaration might collide with one of theirs.
          banner: {
            js: "globalThis.require ??= (await import('node:module')).createRequire(import.meta.url)",
          },
          plugins: [libraries(zod)],
          tsconfigRaw: {
            compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
          },
        })
        return [path, { path: outfile }]
      } catch (error) {
        return [path, { error: error instanceof Error ? error.message.slice(0, 500) : String(error) }]
      }
    }),
  )
  return new Map(made)
}

const judges =
  /^(?:zod|class-validator|class-transformer|reflect-metadata|@sinclair\/typebox|typebox)(?:\/|$)/
const tools = /^@nestjs\/(?:common|core|mapped-types|swagger)(?:\/|$)/

/** The libraries are those of the run; other packages that are absent are objects that take any use. */
function libraries(zod: '3' | '4'): Plugin {
  return {
    name: 'libraries',
    setup(on) {
      on.onResolve({ filter: /^[^./]/ }, async ({ path, resolveDir, pluginData, kind }) => {
        if (pluginData === 'asked' || kind === 'entry-point') return undefined
        if (judges.test(path) || tools.test(path)) {
          const name = path === 'zod' && zod === '3' ? 'zod/v3' : path
          return { path: name, external: true }
        }
        if (/^(?:node:|@ctxgen\/)/.test(path)) return { path, external: true }
        const aliased = resolvedByCompiler(path, resolveDir)
        if (aliased !== undefined) return { path: aliased }
        const found = await on.resolve(path, { resolveDir, kind, pluginData: 'asked' })
        if (found.errors.length > 0) return { path, namespace: 'absent' }
        if (!standsAlone(found.path)) return found
        return { path: kind === 'require-call' ? found.path : pathToFileURL(found.path).href, external: true }
      })
      on.onResolve({ filter: /^\./ }, async ({ path, resolveDir, pluginData, kind }) => {
        if (pluginData === 'asked' || kind === 'entry-point') return undefined
        const found = await on.resolve(path, { resolveDir, kind, pluginData: 'asked' })
        return found.errors.length === 0 ? found : { path: join(resolveDir, path), namespace: 'absent' }
      })
      on.onLoad({ filter: /\.(?:css|svg|png|html|node|graphql)$/ }, () => ({ contents: '', loader: 'js' }))
      on.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: anything, loader: 'js' }))
    },
  }
}

/** Whether a file is of a package without the libraries. It stays where it is, beside the files that it may read. */
function standsAlone(path: string): boolean {
  const [folder] =
    /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/.*\.[mc]?js$)/.exec(path.replaceAll('\\', '/')) ?? []
  if (folder === undefined) return false
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return !Object.keys({ ...dependencies, ...peerDependencies }).some((name) => judges.test(name))
}

const configs = new Map<string, ts.CompilerOptions>()

/** The source of the project that an alias of its tsconfig means. */
function resolvedByCompiler(name: string, folder: string): string | undefined {
  const config = ts.findConfigFile(folder, ts.sys.fileExists)
  if (config === undefined) return undefined
  const options =
    configs.get(config) ??
    ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, dirname(config))
      .options
  configs.set(config, options)
  const { resolvedModule } = ts.resolveModuleName(name, join(folder, 'a.ts'), options, ts.sys)
  if (resolvedModule === undefined || resolvedModule.isExternalLibraryImport) return undefined
  return /\.d\.[mc]?ts$/.test(resolvedModule.resolvedFileName) ? undefined : resolvedModule.resolvedFileName
}

/** A module whose every export is callable, constructible, a decorator and an object of the same. */
const anything = `
const decorated = ([target, key]) => (/^(?:object|function)$/.test(typeof target) && /^(?:string|symbol)$/.test(typeof key)) || (typeof target === 'function' && /^class/.test(String(target)))
const any = new Proxy(function () {}, {
  get: (_, key) => {
    if (key === Symbol.toPrimitive) return () => 'absent'
    if (key === Symbol.iterator) return [][Symbol.iterator]
    if (key === 'prototype') return Object.prototype
    // To zod it is no schema: its walk of one that never ends would not end.
    return ['then', '__esModule', '_zod'].includes(key) ? undefined : any
  },
  has: () => true,
  apply: (_, self, args) => (decorated(args) ? undefined : any),
  construct: () => any,
  getPrototypeOf: () => any,
})
module.exports = any
`
