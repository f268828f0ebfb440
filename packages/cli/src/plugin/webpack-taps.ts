import type { PluginOptions } from './plugin-options.ts'
import { pluginName } from './plugin-options.ts'
import { PluginSession } from './plugin-session.ts'
import { type Report, type ReportMessage, reportOf } from './report-message.ts'

/** The part of the plugin API of webpack and Rspack used here. */
export interface WebpackCompiler {
  readonly context: string
  readonly hooks: {
    readonly run: AsyncHook
    readonly watchRun: AsyncHook
    readonly thisCompilation: SyncHook
    readonly afterCompile: SyncHook
  }
}

interface AsyncHook {
  tapPromise(name: string, callback: () => Promise<void>): void
}

interface SyncHook {
  tap(name: string, callback: (compilation: WebpackCompilation) => void): void
}

interface WebpackCompilation {
  readonly errors: { push(error: Error): unknown }
  readonly warnings: { push(error: Error): unknown }
  readonly fileDependencies: { add(path: string): unknown }
}

/** Generates before a compilation starts, and thus before it loads its first module. */
export function tapWebpack(compiler: WebpackCompiler, options: PluginOptions | undefined): void {
  const session = PluginSession.of(options, compiler.context)
  let report: Report | undefined
  const refresh = async (): Promise<void> => {
    report = await reportOf(() => session.refresh(), session)
  }
  compiler.hooks.run.tapPromise(pluginName, refresh)
  compiler.hooks.watchRun.tapPromise(pluginName, refresh)
  compiler.hooks.thisCompilation.tap(pluginName, ({ errors, warnings }) => {
    for (const one of report?.errors ?? []) errors.push(errorOf(one))
    for (const one of report?.warnings ?? []) warnings.push(errorOf(one))
  })
  compiler.hooks.afterCompile.tap(pluginName, ({ fileDependencies }) => {
    for (const path of session.watched) fileDependencies.add(path)
  })
}

function errorOf({ whole, place }: ReportMessage): Error {
  // The stack means nothing to the user.
  const error = Object.assign(new Error(whole), { name: 'CtxgenError', stack: '' })
  if (place === undefined) return error
  const { file, line, endLine, column, endColumn } = place
  return Object.assign(error, {
    file,
    loc: { start: { line, column }, end: { line: endLine, column: endColumn } },
  })
}
