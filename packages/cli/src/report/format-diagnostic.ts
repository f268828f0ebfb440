import type { Diagnostic } from '@ctxgen/codegen'
import { codeFrame } from './code-frame.ts'
import { displayPath } from './display-path.ts'
import type { Paint } from './paint.ts'
import { printable } from './printable.ts'

/** How a report is drawn. */
export interface Look {
  readonly cwd: string
  readonly paint: Paint
  /** The text of a source, for its code frame. */
  readonly readSource: (path: string) => string | undefined
}

/**
 * A diagnostic as a compiler shows it:
 *
 * ```
 * src/dto/a.ts:3:14 - error CTX2003: abc is no number
 *
 * 3 |   /** @query @default abc *\/ page: int
 *   |                       ~~~
 *
 * hint: write digits
 * ```
 */
export function formatDiagnostic(diagnostic: Diagnostic, look: Look): string {
  const { code, severity, message, hint, span } = diagnostic
  const place = span === undefined ? '' : `${formatPlace(span, look)} - `
  const source = span === undefined ? undefined : look.readSource(span.path)
  const frame = span === undefined || source === undefined ? '' : codeFrame(source, span, look.paint)
  const blocks = [
    `${place}${look.paint(severity, severity)} ${look.paint('aside', `${code}:`)} ${printable(message)}`,
    ...(frame === '' ? [] : [frame]),
    ...(hint === undefined ? [] : [`${look.paint('hint', 'hint:')} ${printable(hint)}`]),
  ]
  return blocks.join(frame === '' ? '\n' : '\n\n')
}

function formatPlace(span: NonNullable<Diagnostic['span']>, look: Look): string {
  const path = look.paint('path', displayPath(look.cwd, span.path))
  return `${path}:${look.paint('position', String(span.line))}:${look.paint('position', String(span.column))}`
}
