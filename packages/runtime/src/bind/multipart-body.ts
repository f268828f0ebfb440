import type { PartHeaders } from '../request/file-header.ts'
import { splitOutsideQuotes } from '../request/media-type.ts'
import { trimBlanks } from '../request/trim-blanks.ts'
import { BodyFault } from './body-fault.ts'
import { decodeUtf8 } from './body-text.ts'
import { decodeBody } from './decode-body.ts'
import { asciiBytes, type FindBytes, findIn } from './find-bytes.ts'
import { headerLines, partHeaders, readPartHead, unquoted, usualHead, usualHeaders } from './part-header.ts'
import type { Reading } from './reading.ts'

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

/** The parts of the body of a request; none, and a fault, when it cannot be read. */
export function multipartParts(at: Reading): FormPart[] {
  const { maxParts } = at.c.bindSettings()
  const read = (body: Uint8Array): FormPart[] => readMultipart(body, at.c.contentType(), maxParts)
  return decodeBody(at, 'multipart/form-data', read) ?? []
}

/** The parts of a whole body, in order. @throws BodyFault when it cannot be read or has too many. */
export function readMultipart(body: Uint8Array, contentType: string, maxParts: number): FormPart[] {
  const find = findIn(body)
  const delimiter = asciiBytes(`\r\n--${boundaryOf(contentType)}`)
  const parts: FormPart[] = []
  let count = 0
  let line = firstDelimiter(body, delimiter, find)
  while (!line.closes) {
    if (++count > maxParts) throw new BodyFault(`has more than ${maxParts} parts`)
    const header = readHeader(body, line.end, find)
    const next = nextDelimiter(body, delimiter, header.end, find)
    if (next === undefined) throw new BodyFault('ends before its last boundary')
    const part = readPart(header.text, body.subarray(header.end, next.start))
    if (part !== undefined) parts.push(part)
    line = next
  }
  return parts
}

/** A line that holds the boundary, the line break before it included. */
interface DelimiterLine {
  readonly start: number
  /** Behind its own line break. */
  readonly end: number
  /** Whether no part follows it. */
  readonly closes: boolean
}

/** The first one may stand at the very beginning; what is before it is a preamble, and ignored. */
function firstDelimiter(body: Uint8Array, delimiter: Uint8Array, find: FindBytes): DelimiterLine {
  // There without the line break.
  const isAtStart = delimiter.every((byte, i) => i < 2 || body[i - 2] === byte)
  const atStart = isAtStart ? readDelimiter(body, 0, delimiter.length - 2) : undefined
  const first = atStart ?? nextDelimiter(body, delimiter, 0, find)
  if (first === undefined) throw new BodyFault('does not hold its boundary')
  return first
}

function nextDelimiter(
  body: Uint8Array,
  delimiter: Uint8Array,
  from: number,
  find: FindBytes,
): DelimiterLine | undefined {
  for (let at = find(delimiter, from); at !== -1; at = find(delimiter, at + 1)) {
    const line = readDelimiter(body, at, at + delimiter.length)
    if (line !== undefined) return line
  }
  return undefined
}

const CR = 13
const LF = 10
const SPACE = 32
const TAB = 9
const DASH = 45

/** The rest of the line behind a boundary; `undefined` when it goes on, and so is the line of another boundary or text. */
function readDelimiter(body: Uint8Array, start: number, from: number): DelimiterLine | undefined {
  const closes = body[from] === DASH && body[from + 1] === DASH
  let at = closes ? from + 2 : from
  while (body[at] === SPACE || body[at] === TAB) at++
  if (closes && at === body.length) return { start, end: at, closes }
  return body[at] === CR && body[at + 1] === LF ? { start, end: at + 2, closes } : undefined
}

const emptyLine = asciiBytes('\r\n\r\n')
/** More than any client sends. */
const maxHeaderSize = 8 * 1024

/** The header of a part, and where its content begins. */
function readHeader(
  body: Uint8Array,
  start: number,
  find: FindBytes,
): { readonly text: string; readonly end: number } {
  if (body[start] === CR && body[start + 1] === LF) return { text: '', end: start + 2 }
  const end = find(emptyLine, start)
  if (end === -1 || end - start > maxHeaderSize) {
    throw new BodyFault('has a part whose header does not end')
  }
  return { text: decodeUtf8(body, start, end), end: end + emptyLine.length }
}

const noHeaders: PartHeaders = Object.freeze(Object.create(null))

function readPart(head: string, bytes: Uint8Array): FormPart | undefined {
  const usual = usualHead.exec(head)
  if (usual !== null) {
    const [, disposition = '', name = '', filename, type] = usual
    const header = filename === undefined ? noHeaders : usualHeaders(disposition, type)
    return { name, filename, header, bytes }
  }
  const lines = headerLines(head)
  const { name, filename } = readPartHead(lines)
  if (name === '') return undefined
  return { name, filename, header: filename === undefined ? noHeaders : partHeaders(lines), bytes }
}

// RFC 2046 section 5.1.1 allows 70 characters of ASCII, the last of them no blank.
const validBoundary = /^[\x20-\x7e]{0,69}[\x21-\x7e]$/

function boundaryOf(contentType: string): string {
  let boundary: string | undefined
  for (const param of splitOutsideQuotes(contentType, ';').slice(1)) {
    const equals = param.indexOf('=')
    if (trimBlanks(param.slice(0, equals)).toLowerCase() !== 'boundary') continue
    // Two readers of one header could each take another one.
    if (boundary !== undefined) throw new BodyFault('has two boundaries')
    const value = trimBlanks(param.slice(equals + 1))
    boundary = /^".*"$/.test(value) ? unquoted(value.slice(1, -1)) : value
  }
  if (boundary === undefined) throw new BodyFault('has no boundary')
  if (!validBoundary.test(boundary)) throw new BodyFault('has an invalid boundary')
  return boundary
}
