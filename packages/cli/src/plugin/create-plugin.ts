import {
  createUnplugin,
  type SupportedFramework,
  type UnpluginInstance,
  type UnpluginOptions,
} from 'unplugin'
import { setUpEsbuild } from './esbuild-setup.ts'
import { pluginName } from './plugin-name.ts'
import type { PluginOptions } from './plugin-options.ts'
import { PluginSession } from './plugin-session.ts'
import { reportOf } from './report-message.ts'
import { rollupHooks } from './rollup-hooks.ts'
import { viteHooks } from './vite-hooks.ts'
import { tapWebpack } from './webpack-taps.ts'

/** The plugin for every bundler that unplugin knows: `plugin.vite(options)`, `plugin.webpack(options)` … */
export const plugin: UnpluginInstance<PluginOptions | undefined, false> = createUnplugin(
  (options, { framework }) => ({ name: pluginName, ...hooksFor(framework, options) }),
)

/** Each bundler in its own words: what they have in common is too little to wait, to watch and to show where. */
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

/** For bundlers that tell a plugin nothing more than that a build begins. */
async function generateOnce(options: PluginOptions | undefined): Promise<void> {
  const session = PluginSession.of(options, process.cwd())
  const { errors = [] } = (await reportOf(() => session.refresh(), session)) ?? {}
  if (errors.length > 0) throw new Error(errors.map(({ whole }) => whole).join('\n\n'))
}
