import { relative, sep } from 'node:path'
import type { Diagnostic, FileOutcome } from '@ctxgen/codegen'

/** A diagnostic as one line of JSON, for editors and scripts. What it has no value for is left out. */
export function formatJson(diagnostic: Diagnostic, cwd: string): string {
  const { code, severity, message, hint, span } = diagnostic
  const path = span?.path ?? diagnostic.path
  const file = path === undefined ? undefined : shownPath(cwd, path)
  const sources = diagnostic.sources?.map((one) => shownPath(cwd, one))
  const { line, column, endLine, endColumn } = span ?? {}
  return JSON.stringify({ code, severity, message, hint, file, line, column, endLine, endColumn, sources })
}

/** What a dry run would do with a file. `event` tells it from a diagnostic, which has a `code`. */
export function formatDryRunJson({ outcome, path }: FileOutcome, cwd: string): string {
  return JSON.stringify({ event: 'dry-run', outcome, file: shownPath(cwd, path) })
}

function shownPath(cwd: string, path: string): string {
  return relative(cwd, path).replaceAll(sep, '/')
}
