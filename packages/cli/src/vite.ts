import { pluginName } from './plugin/plugin-name.ts'
import type { PluginOptions } from './plugin/plugin-options.ts'
import { type ViteHooks, viteHooks } from './plugin/vite-hooks.ts'

/** The plugin for Vite, for servers and builds: generates before a build loads its first module, and again when something changed. */
function ctxgen(options?: PluginOptions): ViteHooks & { name: string } {
  return { name: pluginName, ...viteHooks(options) }
}

export type { PluginOptions }
export { ctxgen as default, ctxgen as 'module.exports' }
