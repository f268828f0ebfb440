import {
  createUnplugin,
  type SupportedFramework,
  type UnpluginInstance,
  type UnpluginOptions,
} from 'unplugin'
import { setUpEsbuild } from './esbuild-setup.ts'
import type { PluginOptions } from './plugin-options.ts'
import { pluginName } from './plugin-options.ts'
import { PluginSession } from './plugin-session.ts'
import { reportOf } from './report-message.ts'
import { rollupHooks } from './rollup-hooks.ts'
import { viteHooks } from './vite-hooks.ts'
import { tapWebpack } from './webpack-taps.ts'

/** The plugin for every bundler of unplugin: `plugin.vite(options)`, `plugin.webpack(options)` … */
export const plugin: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin(
  (options, { framework }) => ({ name: pluginName, ...hooksFor(framework, options) }),
)

/** Native hooks for each bundler: unplugin's common hooks cannot wait, watch or point at a line. */
function hooksFor(
  framework: SupportedFramework,
  options: PluginOptions | undefined,
): Omit<UnpluginOptions, 'name'> {
  switch (framework) {
    case 'vite':
      return { vite: viteHooks(options) }
    case 'rollup':
    case 'rolldown':
    case 'unloader':
      return { [framework]: rollupHooks(options) }
    case 'webpack':
    case 'rspack':
    case 'rsbuild':
      return {
        webpack: (compiler) => tapWebpack(compiler, options),
        rspack: (compiler) => tapWebpack(compiler, options),
      }
    case 'esbuild':
      return { esbuild: { setup: (build) => setUpEsbuild(build, options) } }
    case 'farm':
    case 'bun':
      return { buildStart: () => generateOnce(options) }
  }
}

/** For bundlers whose only hook is the start of a build. */
async function generateOnce(options: PluginOptions | undefined): Promise<void> {
  const session = PluginSession.of(options, process.cwd())
  const { errors = [] } = (await reportOf(() => session.refresh(), session)) ?? {}
  if (errors.length > 0) throw new Error(errors.map(({ whole }) => whole).join('\n\n'))
}
