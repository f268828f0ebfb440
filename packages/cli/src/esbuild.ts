import { type EsbuildBuild, setUpEsbuild } from './plugin/esbuild-setup.ts'
import { pluginName } from './plugin/plugin-name.ts'
import type { PluginOptions } from './plugin/plugin-options.ts'

/** The plugin for esbuild: generates before a build loads its first module, and again when something changed. */
function ctxgen(options?: PluginOptions): { name: string; setup(build: EsbuildBuild): void } {
  return { name: pluginName, setup: (build) => setUpEsbuild(build, options) }
}

export type { PluginOptions }
export { ctxgen as default, ctxgen as 'module.exports' }
