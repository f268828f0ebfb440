import { hasNoBoundary, hasOtherBoundary, hasTwoBoundaries } from '../../error/english-issues.ts'
import { trimBlanks } from '../../request/header-lines.ts'
import { splitOutsideQuotes } from '../../request/media-type.ts'
import { BodyError } from '../decoded/decode-body.ts'
import { asciiBytes } from './find-bytes.ts'

/** A line with the boundary, including the preceding line break. */
export interface DelimiterLine {
  readonly start: number
  /** After the line's own line break. */
  readonly end: number
  /** Whether it is the last one. */
  readonly closes: boolean
}

export const CR = 13
export const LF = 10
const SPACE = 32
const TAB = 9
const DASH = 45

/**
 * The rest of a boundary line, from behind the boundary; `undefined` when other text follows, such as a longer boundary.
 * @param isOpen more bytes may follow: `'open'` when they decide.
 */
export function readDelimiter(
  body: Uint8Array,
  start: number,
  from: number,
  isOpen: boolean,
): DelimiterLine | 'open' | undefined {
  if (isOpen && body[from] === DASH && from + 1 === body.length) return 'open'
  const closes = body[from] === DASH && body[from + 1] === DASH
  let at = closes ? from + 2 : from
  while (body[at] === SPACE || body[at] === TAB) at++
  if (isOpen && (at === body.length || (body[at] === CR && at + 1 === body.length))) return 'open'
  if (closes && at === body.length) return { start, end: at, closes }
  return body[at] === CR && body[at + 1] === LF ? { start, end: at + 2, closes } : undefined
}

/** The line break, the dashes and the boundary that end the content of a part. @throws BodyError without a boundary. */
export function delimiterOf(contentType: string): Uint8Array {
  return asciiBytes(`\r\n--${boundaryOf(contentType)}`)
}

// RFC 2046 section 5.1.1: at most 70 ASCII characters, not ending in a space.
const validBoundary = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/

function boundaryOf(contentType: string): string {
  let boundary: string | undefined
  for (const param of splitOutsideQuotes(contentType, ';').slice(1)) {
    const equals = param.indexOf('=')
    if (trimBlanks(param.slice(0, equals)).toLowerCase() !== 'boundary') continue
    // Two readers could each use a different one.
    if (boundary !== undefined) throw new BodyError(hasTwoBoundaries)
    const value = trimBlanks(param.slice(equals + 1))
    boundary = /^".*"$/.test(value) ? value.slice(1, -1).replace(/\\(["\\])/g, '$1') : value
  }
  if (boundary === undefined) throw new BodyError(hasNoBoundary)
  if (!validBoundary.test(boundary)) throw new BodyError(hasOtherBoundary)
  return boundary
}
