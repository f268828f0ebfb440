import {
  hasEndlessHeader,
  lacksBoundary,
  lacksLastBoundary,
  tooManyParts,
} from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import { decodeUtf8 } from '../decoded/body-text.ts'
import { BodyError, decodeBody } from '../decoded/decode-body.ts'
import type { Reading } from '../reading/reading.ts'
import { CR, type DelimiterLine, delimiterOf, LF, readDelimiter } from './delimiter.ts'
import { type FindBytes, findIn } from './find-bytes.ts'
import { emptyLine, maxHeaderSize, type PartHead, partHeadOf } from './part-header.ts'

/** One part of a multipart/form-data body (RFC 7578). */
export interface FormPart extends PartHead {
  /** A view of the body. */
  readonly bytes: Uint8Array
}

/** The parts of a request's body; empty, with an issue, when it cannot be read. */
export function multipartParts(at: Reading): FormPart[] {
  const { maxParts } = at.c.bindSettings()
  const read = (body: Uint8Array): FormPart[] => readMultipart(body, at.c.contentType(), maxParts)
  return decodeBody(at, 'multipart/form-data', read) ?? []
}

/** The parts of a body, in order. @throws BodyError when it cannot be read or has too many parts. */
export function readMultipart(body: Uint8Array, contentType: string, maxParts: number): FormPart[] {
  const find = findIn(body)
  const delimiter = delimiterOf(contentType)
  const parts: FormPart[] = []
  let count = 0
  let line = firstDelimiter(body, delimiter, find)
  while (!line.closes) {
    if (++count > maxParts) throw new BodyError(withValues(tooManyParts, { max: maxParts }))
    const header = readHeader(body, line.end, find)
    const next = nextDelimiter(body, delimiter, header.end, find)
    if (next === undefined) throw new BodyError(lacksLastBoundary)
    parts.push({ ...partHeadOf(header.text), bytes: body.subarray(header.end, next.start) })
    line = next
  }
  return parts
}

/** The first line may begin the body; any text before it is an ignored preamble. */
function firstDelimiter(body: Uint8Array, delimiter: Uint8Array, find: FindBytes): DelimiterLine {
  // At the start, without the line break.
  const isAtStart = delimiter.every((byte, i) => i < 2 || body[i - 2] === byte)
  const atStart = isAtStart ? lineAt(body, 0, delimiter.length - 2) : undefined
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
    const line = lineAt(body, at, at + delimiter.length)
    if (line !== undefined) return line
  }
  return undefined
}

function lineAt(body: Uint8Array, start: number, from: number): DelimiterLine | undefined {
  const line = readDelimiter(body, start, from, false)
  return line === 'open' ? undefined : line
}

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
