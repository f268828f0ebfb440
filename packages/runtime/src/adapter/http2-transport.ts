import type { ServerResponse } from 'node:http'
import type { Transport } from '../ctx/transport.ts'
import { joinBytes } from '../request/join-bytes.ts'
import { BodyStream } from '../response/body-stream.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { streamSource } from '../response/stream-source.ts'
import { nodeTransport, sendDraft } from './node-transport.ts'

/** As the transport of HTTP/1, through node's compatibility layer over HTTP/2. */
export const http2Transport: Transport<ServerResponse> = {
  ...nodeTransport,
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    sliceLarge(draft)
    sendDraft(res, draft, head, writeHead)
  },
}

/** As much as fits into the window that a client opens at first (RFC 9113 section 6.9.2). */
const sliceBytes = 65_535

/**
 * Has a large body leave piece by piece. All of it at once would be node's until the client has taken it, and nobody
 * could see whether it takes anything.
 */
function sliceLarge(draft: ResponseDraft): void {
  const { body } = draft
  if (body === undefined || body instanceof BodyStream) return
  // No character has more than three bytes.
  if (!Array.isArray(body) && body.length <= sliceBytes / 3) return
  const bytes = typeof body === 'string' ? Buffer.from(body) : Array.isArray(body) ? joinBytes(body) : body
  // Not put in its place: it is the same body, with the same headers.
  draft.body = bytes.length > sliceBytes ? new BodyStream(streamSource(slicesOf(bytes)), bytes.length) : bytes
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}

/** In HTTP/2 a list of lines would be taken for one of names: of two lines the last would leave. */
function writeHead(res: ServerResponse, status: number, lines: readonly string[]): void {
  // HTTP/2 has no status past 599 in node, nor has a `Response` of fetch.
  res.writeHead(status > 599 ? 500 : status, headerObject(lines))
}

/** What says something about an HTTP/1 connection has no place in HTTP/2 (RFC 9113 section 8.2.2). */
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
