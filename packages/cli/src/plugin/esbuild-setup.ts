import { relative } from 'node:path'
import type { PluginOptions } from './plugin-options.ts'
import { PluginSession } from './plugin-session.ts'
import { type ReportMessage, reportOf } from './report-message.ts'

/** The part of esbuild's plugin API used here. */
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

/** esbuild awaits `onStart`, and watches the `watchFiles` of a resolved import even if the build fails. */
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

/** Marks the plugin's own `resolve` calls. */
const ours = Symbol('ctxgen')

/** esbuild counts columns in bytes. */
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
