import { relative, sep } from 'node:path'
import type { Diagnostic, FileOutcome } from '@ctxgen/codegen'
import { diagnosticPage } from './diagnostic-page.ts'

/** A diagnostic as one line of JSON, for editors and scripts. Omits keys without a value. */
export function formatJson(diagnostic: Diagnostic, cwd: string): string {
  const { code, severity, message, hint, span } = diagnostic
  const path = span?.path ?? diagnostic.path
  const file = path === undefined ? undefined : shownPath(cwd, path)
  const sources = diagnostic.sources?.map((one) => shownPath(cwd, one))
  const { line, column, endLine, endColumn } = span ?? {}
  const docs = diagnosticPage(code)
  return jsonLine({ code, severity, message, hint, docs, file, line, column, endLine, endColumn, sources })
}

/** The change of a file in a dry run. Has `event`, where a diagnostic has `code`. */
export function formatDryRunJson({ outcome, path }: FileOutcome, cwd: string): string {
  return jsonLine({ event: 'dry-run', outcome, file: shownPath(cwd, path) })
}

/** The runner of GitHub Actions executes `##[command]` anywhere in a line. */
function jsonLine(value: object): string {
  return JSON.stringify(value).replaceAll('##[', '#\\u0023[')
}

function shownPath(cwd: string, path: string): string {
  return relative(cwd, path).replaceAll(sep, '/')
}
