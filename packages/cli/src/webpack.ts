import type { PluginOptions } from './plugin/plugin-options.ts'
import { tapWebpack, type WebpackCompiler } from './plugin/webpack-taps.ts'

/** Plugin for webpack: generates before a build loads its first module, and on changes. */
function ctxgen(options?: PluginOptions): { apply(compiler: WebpackCompiler): void } {
  return { apply: (compiler) => tapWebpack(compiler, options) }
}

export type { PluginOptions }
export { ctxgen as default, ctxgen as 'module.exports' }
