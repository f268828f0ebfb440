import { plugin } from './plugin/create-plugin.ts'

export type { PluginOptions } from './plugin/plugin-options.ts'
export { plugin as default, plugin as 'module.exports' }
