import { HttpError } from '../error/http-error.ts'
import { trimBlanks } from './trim-blanks.ts'

/** The content codings this runtime can undo. */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd'

const codings: ReadonlyMap<string, ContentCoding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['brotli', 'br'],
  ['zstd', 'zstd'],
])

// More layers than anyone needs would multiply the work of a small request.
const maxLayers = 5

/** The codings to undo, in the order of undoing; `identity` is nothing to undo. @throws HttpError 415 or 501. */
export function codingsToUndo(contentEncoding: string): ContentCoding[] {
  const undo: ContentCoding[] = []
  for (const element of contentEncoding.split(',').reverse()) {
    const name = trimBlanks(element).toLowerCase()
    if (name === '' || name === 'identity') continue
    const coding = codings.get(name)
    if (coding === undefined) {
      const known = name === 'compress' || name === 'x-compress'
      throw new HttpError(known ? 501 : 415, `Content-Encoding is not ${known ? 'implemented' : 'supported'}`)
    }
    undo.push(coding)
  }
  if (undo.length > maxLayers) throw new HttpError(415, 'Content-Encoding has too many layers')
  return undo
}
