import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/** A response of node's compatibility layer over HTTP/2. */
interface Http2Response {
  readonly stream: ServerHttp2Stream
}

// RFC 9113 section 7.
const internalError = 2

/** Ends the connection (of HTTP/2 the stream) so that the client cannot take what it has for all. */
export function cutConnection(res: ServerResponse): void {
  if (isHttp2(res)) {
    res.stream.close(internalError)
    return
  }
  const { socket } = res
  // The body of an HTTP/1.0 response ends with the connection, so that has to be seen to break. TLS shows it by itself.
  const endsWithConnection = res.headersSent && res.req.httpVersionMinor === 0
  if (endsWithConnection && socket !== null && !('encrypted' in socket)) socket.resetAndDestroy()
  res.destroy()
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
