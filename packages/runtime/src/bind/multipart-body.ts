import { MaxPartsExceededError, type MultipartPart, parseMultipart } from '@remix-run/multipart-parser'
import type { PartHeaders } from '../request/file-header.ts'
import { splitOutsideQuotes } from '../request/media-type.ts'
import { BodyFault } from './body-fault.ts'

/** One part of a multipart/form-data body (RFC 7578). */
export interface FormPart {
  /** Never empty: a part without a name is passed over. */
  readonly name: string
  /** As sent, not empty. A part without one is a field. */
  readonly filename: string | undefined
  readonly header: PartHeaders
  /** A view of the body. */
  readonly bytes: Uint8Array
}

/** More than any browser sends, and little enough to be decoded for each part. */
const maxHeaderSize = 8 * 1024

/** The parts of a whole body, in order. @throws BodyFault when it cannot be read or has too many. */
export function readMultipart(body: Uint8Array, contentType: string, maxParts: number): FormPart[] {
  const boundary = boundaryOf(contentType)
  const start = openingDelimiter(body, `--${boundary}`)
  const size = body.length
  const limits = { boundary, maxParts, maxHeaderSize, maxFileSize: size, maxTotalSize: size }
  const parts: FormPart[] = []
  try {
    for (const part of parseMultipart(start === 0 ? body : body.subarray(start), limits)) {
      const formPart = readPart(part)
      if (formPart !== undefined) parts.push(formPart)
    }
  } catch (cause) {
    throw cause instanceof BodyFault ? cause : unreadable(cause, maxParts)
  }
  return parts
}

function unreadable(cause: unknown, maxParts: number): BodyFault {
  const message =
    cause instanceof MaxPartsExceededError
      ? `has more than ${maxParts} parts`
      : 'is not a valid multipart form'
  return new BodyFault(message, { cause })
}

// RFC 2046 section 5.1.1 allows 70 characters of ASCII, the last of them no blank.
const validBoundary = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/

function boundaryOf(contentType: string): string {
  let boundary: string | undefined
  for (const param of splitOutsideQuotes(contentType, ';').slice(1)) {
    const equals = param.indexOf('=')
    if (param.slice(0, equals).trim().toLowerCase() !== 'boundary') continue
    // Two readers of one header could each take another one.
    if (boundary !== undefined) throw new BodyFault('has two boundaries')
    boundary = unquote(param.slice(equals + 1).trim())
  }
  if (boundary === undefined) throw new BodyFault('has no boundary')
  if (!validBoundary.test(boundary)) throw new BodyFault('has an invalid boundary')
  return boundary
}

function unquote(value: string): string {
  return value.startsWith('"') && value.endsWith('"') && value.length > 1
    ? unescapeQuotes(value.slice(1, -1))
    : value
}

function unescapeQuotes(text: string): string {
  return text.includes('\\') ? text.replace(/\\(["\\])/g, '$1') : text
}

/** Where the first delimiter line begins. The parser takes none but at the start; before it may stand a preamble. */
function openingDelimiter(body: Uint8Array, delimiter: string): number {
  for (let at = 0; at !== -1; ) {
    if (startsWith(body, at, delimiter)) return at
    do at = body.indexOf(LF, at) + 1
    while (at > 1 && body[at - 2] !== CR)
    if (at === 0) break
  }
  throw new BodyFault('does not begin with its boundary')
}

const CR = 13
const LF = 10

function startsWith(body: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (body[at + i] !== text.charCodeAt(i)) return false
  }
  return true
}

const noHeader: PartHeaders = Object.freeze(Object.create(null))

function readPart({ content, headers }: MultipartPart): FormPart | undefined {
  const disposition = headers['content-disposition']
  if (disposition === undefined) return undefined
  const { name, filename } = readDisposition(disposition)
  if (name === '') return undefined
  // A browser sends an empty file name for a file input that nothing was chosen for.
  if (filename === '') return { name, filename: undefined, header: noHeader, bytes: wholeOf(content) }
  return { name, filename, header: headerLists(headers), bytes: wholeOf(content) }
}

/** Of a complete body the parser makes at most one chunk a part. */
function wholeOf(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks[0] ?? noBytes
}

const noBytes = new Uint8Array(0)

function headerLists(headers: MultipartPart['headers']): PartHeaders {
  const lists: Record<string, string[]> = Object.create(null)
  for (const name of Object.keys(headers)) lists[name] = [headers[name] ?? '']
  return lists
}

const dispositionType = /\s*([^\s;]*)/y
const dispositionParam = /\s*;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y
const dispositionEnd = /\s*;?\s*$/y

/**
 * The parameters of a Content-Disposition. `filename*` is not among them (RFC 7578 section 4.2 forbids it); one that is
 * given twice is refused, because two readers of it could each take another one.
 */
function readDisposition(header: string): { readonly name: string; readonly filename: string } {
  dispositionType.lastIndex = 0
  if (dispositionType.exec(header)?.[1]?.toLowerCase() !== 'form-data') return { name: '', filename: '' }
  let name: string | undefined
  let filename: string | undefined
  let end = dispositionType.lastIndex
  for (;;) {
    dispositionParam.lastIndex = end
    const param = dispositionParam.exec(header)
    if (param === null) break
    end = dispositionParam.lastIndex
    const value = param[2] === undefined ? (param[3] ?? '') : unescapeQuotes(param[2])
    switch (param[1]?.toLowerCase()) {
      case 'name':
        name = once(name, value)
        break
      case 'filename':
        filename = once(filename, value)
        break
    }
  }
  dispositionEnd.lastIndex = end
  if (!dispositionEnd.test(header)) throw new BodyFault('has a part whose header cannot be read')
  return { name: name ?? '', filename: filename ?? '' }
}

function once(held: string | undefined, value: string): string {
  if (held !== undefined) throw new BodyFault('has a part whose header says a name twice')
  return value
}
