import { relative, sep } from 'node:path'
import type { Diagnostic } from '@ctxgen/codegen'

/** A diagnostic as one line of JSON, for editors and scripts. What it has no value for is left out. */
export function formatJson(diagnostic: Diagnostic, cwd: string): string {
  const { code, severity, message, hint, span } = diagnostic
  const path = span?.path ?? diagnostic.path
  const file = path === undefined ? undefined : shownPath(cwd, path)
  const sources = diagnostic.sources?.map((one) => shownPath(cwd, one))
  const { line, column, endLine, endColumn } = span ?? {}
  return JSON.stringify({ code, severity, message, hint, file, line, column, endLine, endColumn, sources })
}

function shownPath(cwd: string, path: string): string {
  return relative(cwd, path).replaceAll(sep, '/')
}
