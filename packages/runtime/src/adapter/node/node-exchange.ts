import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

/** A response of node's compatibility layer for HTTP/2. */
interface Http2Response {
  readonly stream: ServerHttp2Stream
}

// RFC 9113 section 7.
const internalError = 2

/** Cuts the connection, or the HTTP/2 stream, so that the client notices an incomplete response. */
export function cutConnection(res: ServerResponse): void {
  if (isHttp2(res)) {
    res.stream.close(internalError)
    return
  }
  const { socket } = res
  // The end of the connection ends an HTTP/1.0 body, so it must be reset. TLS signals a truncation by itself.
  const endsWithConnection = res.headersSent && res.req.httpVersionMinor === 0
  if (endsWithConnection && socket !== null && !('encrypted' in socket)) socket.resetAndDestroy()
  res.destroy()
}

/** Whether the client has disconnected or the connection was cut. */
export function isGone(res: ServerResponse): boolean {
  return isHttp2(res) ? res.stream.destroyed || res.stream.closed : res.destroyed
}

/** Whether the system has the whole response. */
export function isFinished(res: ServerResponse): boolean {
  if (!isHttp2(res)) return res.writableFinished
  const { stream } = res
  // A streamed body is written to the stream itself.
  return (res.writableEnded || stream.writableFinished) && stream.rstCode === 0
}

export function isHttp2(res: ServerResponse): res is ServerResponse & Http2Response {
  return 'stream' in res
}
