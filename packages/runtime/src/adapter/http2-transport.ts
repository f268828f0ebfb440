import type { ServerResponse } from 'node:http'
import type { Transport } from '../ctx/transport.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { nodeTransport, sendDraft } from './node-transport.ts'

/** As the transport of HTTP/1, through node's compatibility layer over HTTP/2. */
export const http2Transport: Transport<ServerResponse> = {
  ...nodeTransport,
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    sendDraft(res, draft, head, writeHead)
  },
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
