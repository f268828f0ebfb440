import { type EsbuildBuild, setUpEsbuild } from './plugin/esbuild-setup.ts'
import type { PluginOptions } from './plugin/plugin-options.ts'
import { pluginName } from './plugin/plugin-options.ts'

/** Plugin for esbuild: generates before a build loads its first module, and on changes. */
function ctxgen(options?: PluginOptions): { name: string; setup(build: EsbuildBuild): void } {
  return { name: pluginName, setup: (build) => setUpEsbuild(build, options) }
}

export type { PluginOptions }
export { ctxgen as default, ctxgen as 'module.exports' }
