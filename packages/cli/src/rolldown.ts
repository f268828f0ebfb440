import type { PluginOptions } from './plugin/plugin-options.ts'
import { pluginName } from './plugin/plugin-options.ts'
import { type RollupHooks, rollupHooks } from './plugin/rollup-hooks.ts'

/** Plugin for Rolldown: generates before a build loads its first module, and on changes. */
function ctxgen(options?: PluginOptions): RollupHooks & { name: string } {
  return { name: pluginName, ...rollupHooks(options) }
}

export type { PluginOptions }
export { ctxgen as default, ctxgen as 'module.exports' }
