import { relative } from 'node:path'
import type { PluginOptions } from './plugin-options.ts'
import { PluginSession } from './plugin-session.ts'
import { type ReportMessage, reportOf } from './report-message.ts'

/** What esbuild gives to a plugin, as far as it is used here. */
export interface EsbuildBuild {
  readonly initialOptions: { readonly absWorkingDir?: string | undefined }
  onStart(callback: () => Promise<{ errors: EsbuildMessage[]; warnings: EsbuildMessage[] }>): void
  onResolve(options: { filter: RegExp }, callback: (args: EsbuildImport) => Promise<object | undefined>): void
  resolve(path: string, options: object): Promise<object>
}

interface EsbuildImport {
  readonly path: string
  readonly pluginData: unknown
}

interface EsbuildMessage {
  readonly text: string
  readonly location?: {
    readonly file: string
    readonly line: number
    readonly column: number
    readonly length: number
    readonly lineText: string
  }
}

/** esbuild waits for `onStart`, and watches what an import says it depends on, also when the build fails. */
export function setUpEsbuild(build: EsbuildBuild, options: PluginOptions | undefined): void {
  const session = PluginSession.of(options, build.initialOptions.absWorkingDir ?? process.cwd())
  const messageOf = (message: ReportMessage): EsbuildMessage => esbuildMessage(message, session.root)
  build.onStart(async () => {
    const { errors = [], warnings = [] } = (await reportOf(() => session.refresh(), session)) ?? {}
    return { errors: errors.map(messageOf), warnings: warnings.map(messageOf) }
  })
  build.onResolve({ filter: /\.bind(\.[mc]?[jt]s)?$/ }, async ({ path, ...place }) => {
    if (place.pluginData === ours) return undefined
    const resolved = await build.resolve(path, { ...place, pluginData: ours })
    return { ...resolved, watchFiles: [...session.watched] }
  })
}

/** Marks the questions that this plugin asks itself. */
const ours = Symbol('ctxgen')

/** esbuild counts in bytes. */
function esbuildMessage({ text, place }: ReportMessage, root: string): EsbuildMessage {
  if (place === undefined) return { text }
  const { file, line, endLine, column, endColumn, lineText } = place
  const marked = lineText.slice(column, endLine === line ? endColumn : undefined)
  const location = {
    file: relative(root, file),
    line,
    column: Buffer.byteLength(lineText.slice(0, column)),
    length: Buffer.byteLength(marked),
    lineText,
  }
  return { text, location }
}
