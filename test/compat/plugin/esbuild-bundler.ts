import ctxgen from 'ctxgen/esbuild'
import { type BuildOptions, type BuildResult, build, context, type Message, type Plugin } from 'esbuild'
import type { BuildError, Built, Bundler } from './scenarios.ts'

export const esbuildBundler: Bundler = {
  name: 'esbuild',
  async build(cwd) {
    try {
      return builtOf(await build(optionsFor(cwd)))
    } catch (error) {
      return builtOf(error as BuildResult)
    }
  },
  async watch(cwd, onBuilt) {
    const options = optionsFor(cwd)
    const report = {
      name: 'report',
      setup: (one: Parameters<NonNullable<BuildOptions['plugins']>[number]['setup']>[0]): void => {
        one.onEnd((result) => onBuilt(builtOf(result)))
      },
    }
    const watching = await context({ ...options, plugins: [...(options.plugins ?? []), report] })
    await watching.watch()
    return () => watching.dispose()
  },
}

export function optionsFor(cwd: string, plugin: Plugin = ctxgen()): BuildOptions {
  return {
    absWorkingDir: cwd,
    entryPoints: ['src/main.ts'],
    outfile: 'out/main.mjs',
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'silent',
    plugins: [plugin],
  }
}

function builtOf({ errors, warnings }: Pick<BuildResult, 'errors' | 'warnings'>): Built {
  return { errors: errors.map(errorOf), warnings: warnings.map(errorOf) }
}

/** esbuild counts columns in bytes. */
function errorOf({ text, location }: Message): BuildError {
  if (location === null) return { text }
  const { file, line, column, lineText } = location
  return { text, file, line, column: Buffer.from(lineText).subarray(0, column).toString().length }
}
