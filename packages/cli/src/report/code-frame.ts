import type { SourceSpan } from '@ctxgen/codegen'
import { displayWidth } from './display-width.ts'
import type { Paint } from './paint.ts'
import { printableLine } from './printable.ts'

/** Longer lines are cut to the text around the span. */
const maxWidth = 120

/** Longer spans show only their first and last lines. */
const maxLines = 4

/** The lines of a span with line numbers, the span marked by `~~~`. Empty if the source has no such line. */
export function codeFrame(source: string, span: SourceSpan, paint: Paint): string {
  const lines = linesOf(source)
  if (span.line > lines.length) return ''
  const last = Math.min(Math.max(span.endLine, span.line), lines.length)
  const gutter = String(last).length
  const margin = (label: string): string => paint('aside', `${label.padStart(gutter)} |`)
  return shownLines(span.line, last)
    .flatMap((line) => {
      if (line === undefined) return [margin('…')]
      const { code, marker } = markLine(lines[line - 1] ?? '', columnsOn(line, span))
      return [`${margin(String(line))} ${code}`.trimEnd(), `${margin('')} ${paint('error', marker)}`]
    })
    .join('\n')
}

let known: { readonly source: string; readonly lines: readonly string[] } | undefined

/** Caches the last source: splitting the 100,000 lines of a package for each diagnostic took longer than finding them. */
function linesOf(source: string): readonly string[] {
  if (known?.source !== source) {
    known = { source, lines: source.replace(/^\uFEFF/, '').split(/\r\n|[\n\r\u2028\u2029]/) }
  }
  return known.lines
}

/** Line numbers to show; `undefined` marks omitted lines. */
function shownLines(first: number, last: number): readonly (number | undefined)[] {
  const all = Array.from({ length: Math.min(last - first + 1, maxLines) }, (_, index) => first + index)
  return last - first < maxLines ? all : [first, first + 1, undefined, last]
}

/** The columns of a span in one line, from 0, end exclusive. */
interface Columns {
  readonly start: number
  readonly end: number
}

function columnsOn(line: number, span: SourceSpan): Columns {
  return {
    start: line === span.line ? span.column - 1 : 0,
    end: line === span.endLine ? span.endColumn - 1 : Number.POSITIVE_INFINITY,
  }
}

function markLine(text: string, columns: Columns): { readonly code: string; readonly marker: string } {
  const indent = columns.start === 0 ? (/^\s*/.exec(text)?.[0].length ?? 0) : 0
  const start = Math.min(Math.max(columns.start, indent), text.length)
  const end = Math.min(Math.max(columns.end, start), text.length)
  const before = shown(text.slice(0, start))
  const marked = shown(text.slice(start, end))
  const after = shown(text.slice(end))
  const head =
    displayWidth(before) + displayWidth(marked) > maxWidth ? cutStart(before, maxWidth / 3) : before
  const room = maxWidth - displayWidth(head)
  const body = cutEnd(marked, room)
  const tail = cutEnd(after, Math.max(room - displayWidth(body), 0))
  const marker = ' '.repeat(displayWidth(head)) + '~'.repeat(Math.max(displayWidth(body), 1))
  return { code: head + body + tail, marker }
}

/** Replaces a tab by two spaces, to align the marker whatever the tab stops. */
function shown(text: string): string {
  return printableLine(text).replaceAll('\t', '  ')
}

function cutStart(text: string, width: number): string {
  const chars = [...text]
  let rest = width
  let start = chars.length
  while (start > 0 && rest > 0) rest -= displayWidth(chars[--start] ?? '')
  return start === 0 ? text : `…${chars.slice(start).join('')}`
}

function cutEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  const chars = [...text]
  let rest = width
  let end = 0
  while (end < chars.length && rest > 0) rest -= displayWidth(chars[end++] ?? '')
  return `${chars.slice(0, end).join('')}…`
}
