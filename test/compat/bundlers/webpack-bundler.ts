import { createRequire } from 'node:module'
import { rspack } from '@rspack/core'
import ctxgenRspack from 'ctxgen/rspack'
import ctxgenWebpack from 'ctxgen/webpack'
import webpack from 'webpack'
import type { BuildError, Bundler } from '../plugin/scenarios.ts'

export const webpackBundler: Bundler = bundlerOf('webpack', (context) =>
  webpack({ ...optionsFor(context), plugins: [ctxgenWebpack()] }),
)

export const rspackBundler: Bundler = bundlerOf('Rspack', (context) =>
  rspack({ ...optionsFor(context), plugins: [ctxgenRspack()] }),
)

/** The options that both share. */
interface Compiler {
  run(callback: (error: Error | null, stats?: Stats) => void): void
  watch(options: object, callback: (error: Error | null, stats?: Stats) => void): unknown
  close(callback: () => void): void
}

interface Stats {
  readonly compilation: { readonly errors: Iterable<Failure>; readonly warnings: Iterable<Failure> }
}

interface Failure extends Error {
  readonly file?: string
  readonly loc?: { readonly start?: { readonly line: number; readonly column: number } }
}

function bundlerOf(name: string, make: (cwd: string) => unknown): Bundler {
  return {
    name,
    build: (cwd) =>
      new Promise((resolve) => {
        const compiler = make(cwd) as Compiler
        compiler.run((error, stats) => compiler.close(() => resolve(builtOf(error, stats))))
      }),
    async watch(cwd, onBuilt) {
      const compiler = make(cwd) as Compiler
      compiler.watch({}, (error, stats) => onBuilt(builtOf(error, stats)))
      return () => new Promise<void>((resolve) => compiler.close(resolve))
    },
  }
}

function builtOf(
  error: Error | null,
  stats: Stats | undefined,
): { errors: BuildError[]; warnings: BuildError[] } {
  if (stats === undefined) return { errors: [{ text: String(error) }], warnings: [] }
  const { errors, warnings } = stats.compilation
  return { errors: [...errors].map(errorOf), warnings: [...warnings].map(errorOf) }
}

function errorOf({ message, file, loc }: Failure): BuildError {
  return { text: message, file, line: loc?.start?.line, column: loc?.start?.column }
}

function optionsFor(context: string): object {
  return {
    context,
    mode: 'development',
    devtool: false,
    target: 'node20',
    entry: './src/main.ts',
    output: { path: `${context}/out`, filename: 'main.mjs', library: { type: 'module' }, module: true },
    experiments: { outputModule: true },
    resolve: { extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } },
    module: {
      rules: [
        {
          test: /\.ts$/,
          type: 'javascript/auto',
          loader: createRequire(import.meta.url).resolve('./typescript-loader.cjs'),
        },
      ],
    },
  }
}
