import { readFileSync } from 'node:fs'
import type { Diagnostic, GenerateResult } from '@ctxgen/codegen'
import { codeFrame } from '../report/code-frame.ts'
import { formatDiagnostic } from '../report/format-diagnostic.ts'
import { printable } from '../report/printable.ts'
import type { PluginSession } from './plugin-session.ts'

/** A message for the bundler to report. */
export interface ReportMessage {
  /** Without the location. */
  readonly text: string
  /** With location and code frame, for reporters that show only this text. */
  readonly whole: string
  readonly place?: ReportPlace
}

interface ReportPlace {
  /** Absolute. */
  readonly file: string
  /** Starts at 1. */
  readonly line: number
  readonly endLine: number
  /** Starts at 0, as in bundlers. */
  readonly column: number
  readonly endColumn: number
  /** The first source line of the span. */
  readonly lineText: string
  readonly frame: string
}

export interface Report {
  readonly errors: readonly ReportMessage[]
  readonly warnings: readonly ReportMessage[]
  /** Absolute paths of the changed outputs. */
  readonly written: readonly string[]
}

/** The report of a round. An exception becomes an error without a location. */
export async function reportOf(
  round: () => Promise<GenerateResult | undefined>,
  session: PluginSession,
): Promise<Report | undefined> {
  try {
    const result = await round()
    if (result === undefined) return undefined
    const messagesOf = (severity: Diagnostic['severity']): readonly ReportMessage[] =>
      result.diagnostics.filter((one) => one.severity === severity).map((one) => messageOf(one, session.root))
    const written = result.files.filter(({ outcome }) => outcome === 'written').map(({ path }) => path)
    return { errors: messagesOf('error'), warnings: messagesOf('warning'), written }
  } catch (error) {
    const text = `ctxgen: ${error instanceof Error ? printable(error.message) : String(error)}`
    return { errors: [{ text, whole: text }], warnings: [], written: [] }
  }
}

function messageOf(diagnostic: Diagnostic, cwd: string): ReportMessage {
  const { code, message, hint, span } = diagnostic
  const source = span === undefined ? undefined : readIfThere(span.path)
  const whole = formatDiagnostic(diagnostic, { cwd, paint: plain, readSource: () => source })
  const text = `${code}: ${printable(message)}${hint === undefined ? '' : `\nhint: ${printable(hint)}`}`
  if (span === undefined) return { text, whole }
  const { path: file, line, endLine } = span
  const lineText = source?.replace(/^\uFEFF/, '').split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? ''
  const frame = source === undefined ? '' : codeFrame(source, span, plain)
  const columns = { column: span.column - 1, endColumn: span.endColumn - 1 }
  return { text, whole, place: { file, line, endLine, ...columns, lineText, frame } }
}

function plain(_role: string, text: string): string {
  return text
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
