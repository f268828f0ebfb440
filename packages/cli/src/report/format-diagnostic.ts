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
  const { code, severity, message, hint, span, sources = [] } = diagnostic
  const place = span === undefined ? '' : `${formatPlace(span, look)} - `
  const source = span === undefined ? undefined : look.readSource(span.path)
  const frame = span === undefined || source === undefined ? '' : codeFrame(source, span, look.paint)
  const blocks = [
    `${place}${look.paint(severity, severity)} ${look.paint('aside', `${code}:`)} ${printable(message)}`,
    ...(frame === '' ? [] : [frame]),
    ...(hint === undefined ? [] : [`${look.paint('hint', 'hint:')} ${printable(hint)}`]),
    ...(sources.length === 0 ? [] : [`${look.paint('aside', 'for:')} ${shownSources(sources, look)}`]),
  ]
  return blocks.join(frame === '' ? '\n' : '\n\n')
}

/** Enough to know where to look; a type that many sources share is mended once. */
const mostSources = 3

function shownSources(sources: readonly string[], look: Look): string {
  const shown = sources.slice(0, mostSources).map((path) => displayPath(look.cwd, path))
  const others = sources.length - shown.length
  return shown.join(', ') + (others === 0 ? '' : ` and ${others} more`)
}

function formatPlace(span: NonNullable<Diagnostic['span']>, look: Look): string {
  const path = look.paint('path', displayPath(look.cwd, span.path))
  return `${path}:${look.paint('position', String(span.line))}:${look.paint('position', String(span.column))}`
}
