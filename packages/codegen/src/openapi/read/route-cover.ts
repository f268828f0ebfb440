import { piecesOf } from '../pattern-pieces.ts'

/** The segments of a pattern, with a `*` at the end for all paths below it. */
export type Segments = readonly string[]

/** Patterns that the path of a request is known to have, and not to have. */
export interface KnownPath {
  readonly has: readonly Segments[]
  readonly lacks: readonly Segments[]
}

/** Whether the path of a request has a pattern; `undefined` if only some of the paths that are known so far have it. */
export function hasPattern({ has, lacks }: KnownPath, pattern: Segments): boolean | undefined {
  if (lacks.some((one) => covers(one, pattern)) || !has.every((one) => overlap(one, pattern))) return false
  return has.some((one) => covers(pattern, one)) ? true : undefined
}

/** Whether one pattern has every path of another; not seen of one with a wildcard before its end. */
export function covers(some: Segments, all: Segments): boolean {
  for (const [i, segment] of some.entries()) {
    const isLast = i === some.length - 1
    if (segment === '*' && isLast) return true
    const other = all[i]
    if (other === undefined) return some.slice(i).every(mayBeAbsent)
    if (segment === '+' && isLast) return true
    if (!coversSegment(segment, other)) return false
  }
  return some.length === all.length
}

/** Whether some path has both patterns. A constraint counts only where it is sure to exclude a text. */
function overlap(some: Segments, others: Segments): boolean {
  const [one, ...rest] = some
  const [other, ...otherRest] = others
  if (one !== undefined && mayBeAbsent(one) && overlap(rest, others)) return true
  if (other !== undefined && mayBeAbsent(other) && overlap(some, otherRest)) return true
  if (one === undefined || other === undefined) return one === other
  if (!overlapSegment(one, other)) return false
  if (overlap(rest, otherRest)) return true
  return (isWildcard(one) && overlap(some, otherRest)) || (isWildcard(other) && overlap(rest, others))
}

/** Equal for patterns that are the same path to the router. */
export function routerKey(segments: Segments): string {
  return segments.join('/').toLowerCase()
}

/** A trailing slash makes no difference, nor does the spelling of literal text. */
export function segmentsOf(pattern: string): Segments {
  const texts = piecesOf(pattern).map((piece) =>
    typeof piece === 'string' ? piece.replace(/[*+:]/g, '\\$&') : piece.text,
  )
  return texts
    .join('')
    .split('/')
    .filter((segment) => segment !== '')
}

function coversSegment(segment: string, other: string): boolean {
  if (segment.toLowerCase() === other.toLowerCase()) return true
  const open = /^:[^<?:*+.-]+(\??)$/.exec(segment)
  return open !== null && !(open[1] === '?' ? /[*+]$/ : /[*+?]$/).test(other)
}

function mayBeAbsent(segment: string): boolean {
  return segment === '*' || /^:[^<:*+]*(?:<.*>)?\?$/.test(segment)
}

/** Whether a segment of a pattern may stand for several of a path. */
function isWildcard(segment: string): boolean {
  return /[*+]/.test(segment.replace(/<.*>/, ''))
}

function overlapSegment(one: string, other: string): boolean {
  if (isText(one)) return isText(other) ? one.toLowerCase() === other.toLowerCase() : mayBe(other, one)
  if (isText(other)) return mayBe(one, other)
  const [a, b] = [textBefore(one), textBefore(other)]
  return a.startsWith(b) || b.startsWith(a)
}

function isText(segment: string): boolean {
  return !/[:*+\\]/.test(segment)
}

/** The text before the first parameter or wildcard. */
function textBefore(segment: string): string {
  return (/^[^:*+\\]*/.exec(segment)?.[0] ?? '').toLowerCase()
}

function mayBe(segment: string, text: string): boolean {
  if (!text.toLowerCase().startsWith(textBefore(segment))) return false
  const [, constraints = ''] = /^:[^<:]*<(.*)>\??$/.exec(segment) ?? []
  const isOfNumber = /(?:^|;)\s*(?:int|min|max|range)\b/i.test(constraints)
  return !isOfNumber || /^-?\d+$/.test(text)
}
