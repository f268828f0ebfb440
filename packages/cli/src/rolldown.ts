import { pluginName } from './plugin/plugin-name.ts'
import type { PluginOptions } from './plugin/plugin-options.ts'
import { type RollupHooks, rollupHooks } from './plugin/rollup-hooks.ts'

/** The plugin for Rolldown: generates before a build loads its first module, and again when something changed. */
function ctxgen(options?: PluginOptions): RollupHooks & { name: string } {
  return { name: pluginName, ...rollupHooks(options) }
}

export type { PluginOptions }
export { ctxgen as default, ctxgen as 'module.exports' }
