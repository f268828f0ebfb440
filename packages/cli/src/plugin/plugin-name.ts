/** What bundlers call the plugin. */
export const pluginName = 'ctxgen'
