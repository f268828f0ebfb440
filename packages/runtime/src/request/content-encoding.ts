import { HttpError } from '../error/http-error.ts'
import { trimBlanks } from './header-lines.ts'

/** The content codings that the runtime can decode. */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd'

const codings: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['brotli', 'br'],
  ['zstd', 'zstd'],
])

// Each layer multiplies the work that a small request can cause.
const maxLayers = 5

/** A 415 that names codings which every supported version of Node decodes (RFC 9110 section 12.5.3). */
export function unsupportedCoding(message: string = 'Content-Encoding is not supported'): HttpError {
  return new HttpError(415, message, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } })
}

/** The codings to decode, in decoding order, without `identity`. @throws HttpError 415 or 501. */
export function codingsToUndo(contentEncoding: string): ContentCoding[] {
  const undo: ContentCoding[] = []
  for (const element of contentEncoding.split(',').reverse()) {
    const name = trimBlanks(element).toLowerCase()
    if (name === '' || name === 'identity') continue
    const coding = codings.get(name)
    if (coding === undefined) {
      if (name === 'compress' || name === 'x-compress')
        throw new HttpError(501, 'Content-Encoding is not implemented')
      throw unsupportedCoding()
    }
    undo.push(coding)
  }
  if (undo.length > maxLayers) throw unsupportedCoding('Content-Encoding has too many layers')
  return undo
}
