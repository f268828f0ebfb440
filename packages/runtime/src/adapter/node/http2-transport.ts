import type { ServerResponse } from 'node:http'
import type { Transport } from '../../ctx/ctx-host.ts'
import { joinBytes } from '../../request/body-bytes.ts'
import { BodyStream } from '../../response/body-stream.ts'
import { headLines } from '../../response/head-lines.ts'
import type { ResponseDraft } from '../../response/response-draft.ts'
import { streamSource } from '../../response/stream-source.ts'
import { nodeTransport, sendDraft } from './node-transport.ts'

/** The transport of HTTP/1, through node's compatibility layer for HTTP/2. */
export const http2Transport: Transport<ServerResponse> = {
  ...nodeTransport,
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    sliceLarge(draft)
    sendDraft(res, draft, head, writeHead)
  },
}

/** The initial window of a client (RFC 9113 section 6.9.2). */
const sliceBytes = 65_535

/**
 * Sends a large body in pieces. Written at once, it would stay in node's buffers and hide that a client has stalled.
 */
function sliceLarge(draft: ResponseDraft): void {
  const { body } = draft
  if (body === undefined || body instanceof BodyStream) return
  // A character has at most three bytes.
  if (!Array.isArray(body) && body.length <= sliceBytes / 3) return
  const bytes = typeof body === 'string' ? Buffer.from(body) : Array.isArray(body) ? joinBytes(body) : body
  // Assigned directly: it is the same body, and its headers must stay.
  draft.body = bytes.length > sliceBytes ? new BodyStream(streamSource(slicesOf(bytes)), bytes.length) : bytes
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}

/** HTTP/2 would read a list of lines as an object, in which the last of equal names wins. */
function writeHead(res: ServerResponse, draft: ResponseDraft, length: number | undefined): void {
  const { status } = draft
  // Neither node's HTTP/2 nor a fetch `Response` supports a status above 599.
  res.writeHead(status > 599 ? 500 : status, headerObject(headLines(draft, length)))
}

/** Headers about an HTTP/1 connection are not allowed in HTTP/2 (RFC 9113 section 8.2.2). */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
  'te',
  'http2-settings',
])

function headerObject(lines: readonly string[]): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = Object.create(null)
  for (let i = 0; i < lines.length; i += 2) {
    const name = (lines[i] ?? '').toLowerCase()
    const value = lines[i + 1] ?? ''
    const seen = headers[name]
    if (hopByHop.has(name)) continue
    if (seen === undefined) headers[name] = value
    else if (typeof seen === 'string') headers[name] = [seen, value]
    else seen.push(value)
  }
  return headers
}
