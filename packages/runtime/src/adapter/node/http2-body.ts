import type { Http2ServerRequest, Http2ServerResponse, ServerHttp2Stream } from 'node:http2'
import type { RoutedApp } from '../../app/routed-app.ts'
import { announcedLength } from '../../request/header-lines.ts'
import type { Incoming } from '../../request/incoming.ts'
import { startDeadline } from './http2-session.ts'
import { NodeBody } from './node-body.ts'

/** The body of an HTTP/2 request. */
export class Http2Body extends NodeBody {
  protected override readonly req: Http2ServerRequest
  protected override readonly res: Http2ServerResponse

  constructor(app: RoutedApp, incoming: Incoming, req: Http2ServerRequest, res: Http2ServerResponse) {
    super(app, incoming, res, announcedLength(req.rawHeaders))
    this.req = req
    this.res = res
  }

  protected override get session(): object | undefined {
    return this.res.stream.session
  }

  protected override watch(): () => void {
    // When a client disconnects during its body, node ends the stream as if the body were complete.
    this.req.once('close', () => this.end())
    return startDeadline(this.req.stream, () => this.timeOut())
  }

  /** Makes the client stop sending, behind the whole answer (RFC 9113 section 8.1). */
  protected override discard(): void {
    const { req, res } = this
    const { stream } = res
    // Node resets a stream at once if its body was not touched.
    req.pause()
    // For a client that gives the answer no room.
    const stopWatch = startDeadline(stream, () => stream.close(cancel))
    const close = (): void => {
      stopWatch()
      resetLate(stream, req)
    }
    stream.once('close', stopWatch)
    if (stream.writableFinished) close()
    else stream.once('finish', close)
  }
}

// RFC 9113 section 7.
const noError = 0
const cancel = 8
// A client that reads the answer together with the reset may drop it: curl 7.88 does. Most stop by themselves.
const resetMs = 500

/** Resets a stream that the client has not ended. Node emits `finish` before the frame with END_STREAM is written. */
function resetLate(stream: ServerHttp2Stream, req: Http2ServerRequest): void {
  const timer = setTimeout(() => {
    const { localClose, remoteClose } = stream.state
    if (localClose === 0 && !stream.closed) {
      timer.refresh()
      return
    }
    if (remoteClose === 0) stream.close(noError)
    // A stream with unread data would never close.
    req.resume()
  }, resetMs)
  stream.once('close', () => clearTimeout(timer))
}
