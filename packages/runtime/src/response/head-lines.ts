import { isHeaderName } from '../request/header-lines.ts'
import { BodyStream } from './body-stream.ts'
import type { DraftBody, ResponseDraft } from './response-draft.ts'

/** The default type of a text. */
export const textType = 'text/plain; charset=utf-8'

/** Whether a status forbids a body (RFC 9110 sections 15.3.5, 15.3.6, 15.4.5). */
export function isBodiless(status: number): boolean {
  return status === 101 || status === 204 || status === 205 || status === 304
}

/**
 * The header lines to send: those of the draft, a Content-Type by the kind of body when there is none, and the
 * Content-Length of the sent body.
 * @param length of the body in bytes; `undefined` for a stream of unknown length.
 * @param lines of the draft, without those that the server writes by itself
 */
export function headLines(
  draft: ResponseDraft,
  length: number | undefined,
  lines: string[] | undefined = draft.lines,
): string[] {
  const { status, body } = draft
  if (isBodiless(status)) return bodilessLines(lines ?? [], status)
  const type = typeOf(body)
  if (lines === undefined && length !== undefined) {
    if (type === undefined) return ['Content-Length', `${length}`]
    return ['Content-Type', type, 'Content-Length', `${length}`]
  }
  return fullLines(lines ?? [], type, length)
}

function fullLines(lines: string[], type: string | undefined, length: number | undefined): string[] {
  let isFramed = false
  let isTyped = false
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] ?? ''
    if (isHeaderName(name, 'content-type')) isTyped = true
    else if (isFraming(name)) isFramed = true
  }
  const kept = isFramed ? withoutFraming(lines, false) : lines
  if (type !== undefined && !isTyped) kept.push('Content-Type', type)
  if (length !== undefined) kept.push('Content-Length', `${length}`)
  return kept
}

function typeOf(body: DraftBody | undefined): string | undefined {
  if (typeof body === 'string') return body === '' ? undefined : textType
  if (body === undefined) return undefined
  return !(body instanceof BodyStream) && body.length === 0 ? undefined : 'application/octet-stream'
}

/**
 * Framing headers are derived from the sent body: a wrong length from a handler would desynchronise the connection.
 * Trailers are never sent, and node would close the connection on a Trailer header without chunked encoding.
 */
function isFraming(name: string): boolean {
  return (
    isHeaderName(name, 'content-length') ||
    isHeaderName(name, 'transfer-encoding') ||
    isHeaderName(name, 'trailer')
  )
}

/** 205 is the only bodiless status with a Content-Length (RFC 9112 section 6.3). */
function bodilessLines(lines: readonly string[], status: number): string[] {
  const kept = withoutFraming(lines, true)
  if (status === 205) kept.push('Content-Length', '0')
  return kept
}

function withoutFraming(lines: readonly string[], bodiless: boolean): string[] {
  const kept: string[] = []
  for (let i = 0; i < lines.length; i += 2) {
    const name = lines[i] ?? ''
    if (isFraming(name) || (bodiless && isHeaderName(name, 'content-type'))) continue
    kept.push(name, lines[i + 1] ?? '')
  }
  return kept
}
