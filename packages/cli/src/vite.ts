import type { PluginOptions } from './plugin/plugin-options.ts'
import { pluginName } from './plugin/plugin-options.ts'
import { type ViteHooks, viteHooks } from './plugin/vite-hooks.ts'

/** Plugin for Vite servers and builds: generates before a build loads its first module, and on changes. */
function ctxgen(options?: PluginOptions): ViteHooks & { name: string } {
  return { name: pluginName, ...viteHooks(options) }
}

export type { PluginOptions }
export { ctxgen as default, ctxgen as 'module.exports' }
