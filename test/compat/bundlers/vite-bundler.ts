import { resolve } from 'node:path'
import ctxgen from 'ctxgen/vite'
import { build, type InlineConfig, type Logger, type Rolldown } from 'vite'
import type { BuildError, Bundler } from '../plugin/scenarios.ts'
import { errorOf } from './rollup-bundler.ts'

/** `vite build` for a server. */
export const viteBundler: Bundler = {
  name: 'vite build',
  async build(cwd) {
    const warnings: BuildError[] = []
    try {
      await build(configFor(cwd, warnings))
      return { errors: [], warnings }
    } catch (error) {
      return { errors: errorsOf(error), warnings }
    }
  },
  async watch(cwd, onBuilt) {
    const config = configFor(cwd, [])
    const watcher = (await build({
      ...config,
      build: { ...config.build, watch: {} },
    })) as Rolldown.RolldownWatcher
    watcher.on('event', (event) => {
      if (event.code === 'BUNDLE_END') onBuilt({ errors: [], warnings: [] })
      if (event.code === 'ERROR') onBuilt({ errors: errorsOf(event.error), warnings: [] })
      if ('result' in event) void event.result?.close()
    })
    return () => watcher.close()
  },
}

/** Vite's underlying bundler collects the build errors. */
function errorsOf(error: unknown): readonly BuildError[] {
  const { errors = [error as Rolldown.RolldownLog] } = error as { errors?: readonly Rolldown.RolldownLog[] }
  return errors.map(errorOf)
}

export function configFor(root: string, warnings: BuildError[]): InlineConfig {
  return {
    root,
    configFile: false,
    customLogger: quietLogger,
    logLevel: 'silent',
    plugins: [ctxgen()],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/main.ts',
      outDir: resolve(root, 'out'),
      emptyOutDir: false,
      rolldownOptions: {
        output: { entryFileNames: 'main.mjs' },
        onwarn: (warning) => warnings.push(errorOf(warning)),
      },
    },
  }
}

const quietLogger: Logger = {
  hasWarned: false,
  info() {},
  warn() {},
  warnOnce() {},
  error() {},
  clearScreen() {},
  hasErrorLogged: () => false,
}
