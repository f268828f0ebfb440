import { HttpError } from '../error/http-error.ts'
import { trimBlanks } from './header-lines.ts'

/** One range of bytes, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** The requested ranges, in request order. */
export interface Ranges {
  readonly type: 'bytes'
  readonly ranges: readonly ByteRange[]
}

/**
 * Reads a Range header (RFC 9110 section 14.1.2) for a representation of `size` bytes.
 * @throws HttpError 400 when it is malformed or has another unit, 416 when no range can be satisfied or it has more
 * than `maxRanges` elements.
 */
export function parseRanges(header: string, size: number, maxRanges: number): Ranges {
  const equals = header.indexOf('=')
  if (equals === -1 || trimBlanks(header.slice(0, equals)).toLowerCase() !== 'bytes') throw malformed()
  const elements = header.slice(equals + 1).split(',')
  if (elements.length > maxRanges) throw new HttpError(416)
  const ranges: ByteRange[] = []
  let given = false
  for (const element of elements) {
    const text = trimBlanks(element)
    if (text === '') continue
    given = true
    const range = readRange(text, size)
    if (range !== undefined) ranges.push(range)
  }
  if (!given) throw malformed()
  if (ranges.length === 0) throw new HttpError(416)
  return { type: 'bytes', ranges }
}

/** `undefined` for an unsatisfiable range. */
function readRange(text: string, size: number): ByteRange | undefined {
  const dash = text.indexOf('-')
  if (dash === -1) throw malformed()
  const first = readBound(trimBlanks(text.slice(0, dash)))
  const last = readBound(trimBlanks(text.slice(dash + 1)))
  if (first === undefined) {
    if (last === undefined) throw malformed()
    const start = Math.max(size - last, 0)
    return start < size ? { start, end: size - 1 } : undefined
  }
  if (last !== undefined && last < first) throw malformed()
  return first < size ? { start: first, end: Math.min(last ?? size - 1, size - 1) } : undefined
}

function readBound(text: string): number | undefined {
  if (text === '') return undefined
  const bound = /^\d+$/.test(text) ? Number(text) : Number.NaN
  // A number above 2^53 would be rounded.
  if (!Number.isSafeInteger(bound)) throw malformed()
  return bound
}

function malformed(): HttpError {
  return new HttpError(400, 'Range is malformed')
}
