import {
  hasEndlessHeader,
  hasNoBoundary,
  hasOtherBoundary,
  hasTwoBoundaries,
  lacksBoundary,
  lacksLastBoundary,
  tooManyParts,
} from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import type { PartHeaders } from '../../request/file-header.ts'
import { trimBlanks } from '../../request/header-lines.ts'
import { splitOutsideQuotes } from '../../request/media-type.ts'
import { decodeUtf8 } from '../decoded/body-text.ts'
import { BodyError, decodeBody } from '../decoded/decode-body.ts'
import type { Reading } from '../reading/reading.ts'
import { asciiBytes, type FindBytes, findIn } from './find-bytes.ts'
import { headerLines, partHeaders, readPartHead, usualHead, usualHeaders } from './part-header.ts'

/** One part of a multipart/form-data body (RFC 7578). */
export interface FormPart {
  readonly name: string
  /** As sent, not empty. A part without a file name is a field. */
  readonly filename: string | undefined
  readonly header: PartHeaders
  /** A view of the body. */
  readonly bytes: Uint8Array
}

/** The parts of a request's body; empty, with a fault, when it cannot be read. */
export function multipartParts(at: Reading): FormPart[] {
  const { maxParts } = at.c.bindSettings()
  const read = (body: Uint8Array): FormPart[] => readMultipart(body, at.c.contentType(), maxParts)
  return decodeBody(at, 'multipart/form-data', read) ?? []
}

/** The parts of a body, in order. @throws BodyError when it cannot be read or has too many parts. */
export function readMultipart(body: Uint8Array, contentType: string, maxParts: number): FormPart[] {
  const find = findIn(body)
  const delimiter = asciiBytes(`\r\n--${boundaryOf(contentType)}`)
  const parts: FormPart[] = []
  let count = 0
  let line = firstDelimiter(body, delimiter, find)
  while (!line.closes) {
    if (++count > maxParts) throw new BodyError(withValues(tooManyParts, { max: maxParts }))
    const header = readHeader(body, line.end, find)
    const next = nextDelimiter(body, delimiter, header.end, find)
    if (next === undefined) throw new BodyError(lacksLastBoundary)
    parts.push(readPart(header.text, body.subarray(header.end, next.start)))
    line = next
  }
  return parts
}

/** A line with the boundary, including the preceding line break. */
interface DelimiterLine {
  readonly start: number
  /** After the line's own line break. */
  readonly end: number
  /** Whether it is the last one. */
  readonly closes: boolean
}

/** The first line may begin the body; any text before it is an ignored preamble. */
function firstDelimiter(body: Uint8Array, delimiter: Uint8Array, find: FindBytes): DelimiterLine {
  // At the start, without the line break.
  const isAtStart = delimiter.every((byte, i) => i < 2 || body[i - 2] === byte)
  const atStart = isAtStart ? readDelimiter(body, 0, delimiter.length - 2) : undefined
  const first = atStart ?? nextDelimiter(body, delimiter, 0, find)
  if (first === undefined) throw new BodyError(lacksBoundary)
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

/** The rest of a boundary line; `undefined` when other text follows, such as a longer boundary. */
function readDelimiter(body: Uint8Array, start: number, from: number): DelimiterLine | undefined {
  const closes = body[from] === DASH && body[from + 1] === DASH
  let at = closes ? from + 2 : from
  while (body[at] === SPACE || body[at] === TAB) at++
  if (closes && at === body.length) return { start, end: at, closes }
  return body[at] === CR && body[at + 1] === LF ? { start, end: at + 2, closes } : undefined
}

const emptyLine = asciiBytes('\r\n\r\n')
/** No client sends more. */
const maxHeaderSize = 8 * 1024

/** Reads the header of a part, up to its content. */
function readHeader(
  body: Uint8Array,
  start: number,
  find: FindBytes,
): { readonly text: string; readonly end: number } {
  if (body[start] === CR && body[start + 1] === LF) return { text: '', end: start + 2 }
  const end = find(emptyLine, start)
  if (end === -1 || end - start > maxHeaderSize) {
    throw new BodyError(hasEndlessHeader)
  }
  return { text: decodeUtf8(body, start, end), end: end + emptyLine.length }
}

const noHeaders: PartHeaders = Object.freeze(Object.create(null))

function readPart(head: string, bytes: Uint8Array): FormPart {
  const usual = usualHead.exec(head)
  if (usual !== null) {
    const [, disposition = '', name = '', filename, type] = usual
    const header = filename === undefined ? noHeaders : usualHeaders(disposition, type)
    return { name, filename, header, bytes }
  }
  const lines = headerLines(head)
  const { name, filename } = readPartHead(lines)
  return { name, filename, header: filename === undefined ? noHeaders : partHeaders(lines), bytes }
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
