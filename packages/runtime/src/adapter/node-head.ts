import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/** A response of node's compatibility layer over HTTP/2. */
interface Http2Response {
  readonly stream: ServerHttp2Stream
}

// RFC 9113 section 7.
const internalError = 2

/** Writes the head of HTTP/2, where a list of lines would be taken for one of names: of two lines the last would leave. */
export function writeHttp2Head(res: ServerResponse, status: number, lines: readonly string[]): void {
  // HTTP/2 has no status past 599 in node, nor has a `Response` of fetch.
  res.writeHead(status > 599 ? 500 : status, headerObject(lines))
}

/** Ends the connection (of HTTP/2 the stream) so that the client cannot take what it has for all. */
export function cutConnection(res: ServerResponse): void {
  if (isHttp2(res)) res.stream.close(internalError)
  else res.destroy()
}

/** Whether the client has gone, or the connection has been cut. */
export function isGone(res: ServerResponse): boolean {
  return isHttp2(res) ? res.stream.destroyed || res.stream.closed : res.destroyed
}

/** Whether the whole response has been handed to the system. */
export function isFinished(res: ServerResponse): boolean {
  return isHttp2(res) ? res.writableEnded && res.stream.rstCode === 0 : res.writableFinished
}

export function isHttp2(res: ServerResponse): res is ServerResponse & Http2Response {
  return 'stream' in res
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
