import { HttpError } from '../error/http-error.ts'
import { trimBlanks } from './header-lines.ts'

/** A media type or a range of an Accept header; the case-insensitive parts are in lower case. */
export interface MediaType {
  readonly type: string
  readonly subtype: string
  /** The parameters before a weight, unquoted and unescaped; the last of duplicates counts. */
  readonly params: ReadonlyMap<string, string>
  /** The weight of a range. Default: 1. */
  readonly q: number
}

const noParams: ReadonlyMap<string, string> = new Map()

/** Reads `type/subtype; name=value`; `undefined` when there is no slash. */
export function parseMediaType(text: string): MediaType | undefined {
  const [head = '', ...rest] = splitOutsideQuotes(text, ';')
  const slash = head.indexOf('/')
  if (slash === -1) return undefined
  const type = trimBlanks(head.slice(0, slash)).toLowerCase()
  const subtype = trimBlanks(head.slice(slash + 1)).toLowerCase()
  if (rest.length === 0) return { type, subtype, params: noParams, q: 1 }
  return { type, subtype, ...readParams(rest) }
}

/**
 * The media type of a Content-Type without parameters, in lower case; `""` for several values joined into one, of
 * which two readers could each use a different one.
 */
export function mediaTypeOf(contentType: string): string {
  if (isJoined(contentType)) return ''
  const semicolon = contentType.indexOf(';')
  return trimBlanks(semicolon === -1 ? contentType : contentType.slice(0, semicolon)).toLowerCase()
}

/** Whether a Content-Type is a list, as `Headers` makes of several lines. */
function isJoined(contentType: string): boolean {
  return contentType.includes(',') && splitOutsideQuotes(contentType, ',').length > 1
}

/** Charsets that are read as UTF-8 (RFC 8259 section 8.1, WHATWG Encoding). */
const utf8Charsets = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/** Nearly all requests to an app have the same Content-Type, so the last one in UTF-8 is not parsed again. */
let lastGoodType = ''

/** @throws HttpError 415 for a Content-Type with a `charset` other than UTF-8 or US-ASCII. */
export function checkCharset(contentType: string): void {
  if (contentType === lastGoodType) return
  for (const part of splitOutsideQuotes(contentType, ';').slice(1)) {
    const equals = part.indexOf('=')
    if (equals === -1 || trimBlanks(part.slice(0, equals)).toLowerCase() !== 'charset') continue
    const charset = unquote(trimBlanks(part.slice(equals + 1))).toLowerCase()
    if (!utf8Charsets.has(charset)) throw new HttpError(415, 'The body is in a charset other than UTF-8')
  }
  lastGoodType = contentType
}

/** Splits at a separator outside double quotes. */
export function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (quoted && char === '\\') i++
    else if (char === '"') quoted = !quoted
    else if (!quoted && char === separator) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function readParams(parts: readonly string[]): { params: ReadonlyMap<string, string>; q: number } {
  const params = new Map<string, string>()
  for (const part of parts) {
    const equals = part.indexOf('=')
    if (equals === -1) continue
    const name = trimBlanks(part.slice(0, equals)).toLowerCase()
    const value = unquote(trimBlanks(part.slice(equals + 1)))
    // Parameters after the weight are Accept extensions, not part of the media type.
    if (name === 'q') return { params, q: readWeight(value) }
    params.set(name, value.toLowerCase())
  }
  return { params, q: 1 }
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  return value.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1')
}

/** A weight (RFC 9110 section 12.4.2); 1 when it is invalid. */
export function readWeight(text: string): number {
  const q = text === '' ? Number.NaN : Number(text)
  return q >= 0 && q <= 1 ? q : 1
}
