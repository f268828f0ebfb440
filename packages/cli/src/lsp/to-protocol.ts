import { pathToFileURL } from 'node:url'
import type { Diagnostic, SourceSpan } from '@ctxgen/codegen'
import {
  DiagnosticSeverity,
  type Location,
  type Diagnostic as ProtocolDiagnostic,
  type Range,
} from 'vscode-languageserver/node'
import { diagnosticPage } from '../report/diagnostic-page.ts'

const start: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }

function rangeOf({ line, column, endLine, endColumn }: SourceSpan): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: endLine - 1, character: endColumn - 1 },
  }
}

export function locationOf(span: SourceSpan): Location {
  return { uri: uriOf(span.path), range: rangeOf(span) }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href
}

/** A diagnostic with its hint. One about a whole file is at its start. */
export function protocolDiagnostic({
  code,
  severity,
  message,
  hint,
  span,
  fix,
}: Diagnostic): ProtocolDiagnostic {
  return {
    source: 'ctxgen',
    code,
    codeDescription: { href: diagnosticPage(code) },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    message: hint === undefined ? message : `${message}\n${hint}`,
    range: span === undefined ? start : rangeOf(span),
    ...(fix && { data: fix }),
  }
}
