import { resolve } from 'node:path'
import ctxgen from 'ctxgen/vite'
import { build, type InlineConfig, type Logger, type Rolldown } from 'vite'
import type { Bundler, Fault } from '../plugin/scenarios.ts'
import { faultOf } from './rollup-bundler.ts'

/** `vite build` for a server. */
export const viteBundler: Bundler = {
  name: 'vite build',
  async build(cwd) {
    const warnings: Fault[] = []
    try {
      await build(configFor(cwd, warnings))
      return { errors: [], warnings }
    } catch (error) {
      return { errors: faultsOf(error), warnings }
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
      if (event.code === 'ERROR') onBuilt({ errors: faultsOf(event.error), warnings: [] })
      if ('result' in event) void event.result?.close()
    })
    return () => watcher.close()
  },
}

/** Vite's underlying bundler collects the build errors. */
function faultsOf(error: unknown): readonly Fault[] {
  const { errors = [error as Rolldown.RolldownLog] } = error as { errors?: readonly Rolldown.RolldownLog[] }
  return errors.map(faultOf)
}

export function configFor(root: string, warnings: Fault[]): InlineConfig {
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
        onwarn: (warning) => warnings.push(faultOf(warning)),
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
