import { readFileSync } from 'node:fs'
import type { PluginOptions } from './plugin-options.ts'
import { PluginSession } from './plugin-session.ts'
import { type Report, type ReportMessage, reportOf } from './report-message.ts'

/** The part of the hook context used here, of Rollup and compatible bundlers. */
export interface RollupContext {
  readonly meta: { readonly watchMode?: boolean }
  addWatchFile(path: string): void
  error(log: RollupLog): never
  warn(log: RollupLog): void
}

/** An error or a warning in Rollup's format. */
export interface RollupLog {
  readonly message: string
  readonly id?: string
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number }
  readonly frame?: string
  /** Empty: the stack means nothing to the user. */
  readonly stack: ''
}

export interface RollupHooks {
  buildStart(this: RollupContext): Promise<void>
  load(this: RollupContext, id: string): string | undefined
}

export function rollupHooks(options: PluginOptions | undefined): RollupHooks {
  const session = PluginSession.of(options, process.cwd())
  return {
    buildStart() {
      return startBuild(this, session)
    },
    load(id) {
      // Rollup watches the files it loads itself, and would rebuild for an output that this build wrote.
      return this.meta.watchMode === true && session.isOutput(id) ? readFileSync(id, 'utf8') : undefined
    },
  }
}

/** Generates before the first module is loaded. An error ends the build, and the old outputs stay. */
export async function startBuild(context: RollupContext, session: PluginSession): Promise<void> {
  const report = await reportOf(() => session.refresh(), session)
  for (const path of session.watched) context.addWatchFile(path)
  if (report !== undefined) tell(context, report)
}

function tell(context: RollupContext, { errors, warnings }: Report): void {
  for (const warning of warnings) context.warn(logOf(warning))
  const [first, ...others] = errors
  if (first !== undefined) context.error(logOf(first, others))
}

/** A build ends with one error, so its text includes the others. */
export function logOf({ text, place }: ReportMessage, others: readonly ReportMessage[] = []): RollupLog {
  const message = [text, ...others.map(({ whole }) => whole)].join('\n\n')
  if (place === undefined) return { message, stack: '' }
  const { file, line, column, frame } = place
  return { message, stack: '', id: file, loc: { file, line, column }, frame }
}
