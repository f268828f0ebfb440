import type { Diagnostic } from '@ctxgen/codegen'
import { codeFrame } from './code-frame.ts'
import { diagnosticPage } from './diagnostic-page.ts'
import type { Paint } from './paint.ts'
import { displayPath, printable } from './printable.ts'

/** Rendering options of a diagnostic. */
interface Look {
  readonly cwd: string
  readonly paint: Paint
  /** Source text for the code frame. */
  readonly readSource: (path: string) => string | undefined
}

/**
 * A diagnostic in the usual format of compilers:
 *
 * ```
 * src/dto/a.ts:3:23 - error CTX2004: @default yes of open is not a boolean
 *
 * 3 |   /** @query @default yes *\/ open: boolean
 *   |                       ~~~
 *
 * hint: Write true or false.
 * docs: https://github.com/ctxgen/ctxgen/blob/v0.1.0/docs/diagnostics.md#ctx2004
 * ```
 */
export function formatDiagnostic(diagnostic: Diagnostic, look: Look): string {
  const { code, severity, message, hint, span, sources = [] } = diagnostic
  const place = span === undefined ? '' : `${formatPlace(span, look)} - `
  const source = span === undefined ? undefined : look.readSource(span.path)
  const frame = span === undefined || source === undefined ? '' : codeFrame(source, span, look.paint)
  const page = look.paint('aside', `docs: ${diagnosticPage(code)}`)
  const blocks = [
    `${place}${look.paint(severity, severity)} ${look.paint('aside', `${code}:`)} ${printable(message)}`,
    ...(frame === '' ? [] : [frame]),
    `${hint === undefined ? '' : `${look.paint('hint', 'hint:')} ${printable(hint)}\n`}${page}`,
    ...(sources.length === 0 ? [] : [`${look.paint('aside', 'for:')} ${shownSources(sources, look)}`]),
  ]
  return blocks.join(frame === '' ? '\n' : '\n\n')
}

/** Enough to find the error; a shared type needs only one fix. */
const maxSources = 3

function shownSources(sources: readonly string[], look: Look): string {
  const shown = sources.slice(0, maxSources).map((path) => displayPath(look.cwd, path))
  const others = sources.length - shown.length
  return shown.join(', ') + (others === 0 ? '' : ` and ${others} more`)
}

function formatPlace(span: NonNullable<Diagnostic['span']>, look: Look): string {
  const path = look.paint('path', displayPath(look.cwd, span.path))
  return `${path}:${look.paint('position', String(span.line))}:${look.paint('position', String(span.column))}`
}
