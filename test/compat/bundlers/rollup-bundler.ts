import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import ctxgen from 'ctxgen/rollup'
import { transform } from 'esbuild'
import { type OutputOptions, type Plugin, type RollupLog, type RollupOptions, rollup, watch } from 'rollup'
import type { BuildError, Bundler } from '../plugin/scenarios.ts'

export const rollupBundler: Bundler = {
  name: 'Rollup',
  async build(cwd) {
    const warnings: BuildError[] = []
    try {
      const bundle = await rollup(optionsFor(cwd, warnings))
      await bundle.write(outputFor(cwd))
      return { errors: [], warnings }
    } catch (error) {
      return { errors: [errorOf(error as RollupLog)], warnings }
    }
  },
  async watch(cwd, onBuilt) {
    const watcher = watch({ ...optionsFor(cwd, []), output: outputFor(cwd) })
    watcher.on('event', (event) => {
      if (event.code === 'BUNDLE_END') onBuilt({ errors: [], warnings: [] })
      if (event.code === 'ERROR') onBuilt({ errors: [errorOf(event.error)], warnings: [] })
      if ('result' in event) void event.result?.close()
    })
    return () => watcher.close()
  },
}

export function errorOf({ message, loc }: RollupLog): BuildError {
  return { text: message, file: loc?.file, line: loc?.line, column: loc?.column }
}

function optionsFor(cwd: string, warnings: BuildError[]): RollupOptions {
  return {
    input: resolve(cwd, 'src/main.ts'),
    plugins: [inFolder(cwd, () => ctxgen()), typescript],
    onwarn: (warning) => warnings.push(errorOf(warning)),
  }
}

function outputFor(cwd: string): OutputOptions {
  return { file: resolve(cwd, 'out/main.mjs') }
}

/** Rollup resolves against the working directory only. */
function inFolder<T>(folder: string, make: () => T): T {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return make()
  } finally {
    process.chdir(before)
  }
}

/** The parts of the plugins for TypeScript and packages that the sources need. */
export const typescript: Plugin = {
  name: 'typescript',
  resolveId(specifier, importer) {
    if (importer === undefined) return null
    if (specifier.startsWith('@ctxgen/')) return createRequire(importer).resolve(specifier)
    if (!specifier.startsWith('.')) return { id: specifier, external: true }
    const path = resolve(dirname(importer), specifier)
    const source = path.replace(/\.js$/, '.ts')
    return existsSync(source) ? source : existsSync(path) ? path : null
  },
  async transform(text, path) {
    return path.endsWith('.ts') ? (await transform(text, { loader: 'ts' })).code : null
  },
}
