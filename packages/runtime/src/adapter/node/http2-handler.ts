import { maxHeaderSize, type ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { bodyLimitOf } from '../../app/body-limit.ts'
import type { RoutedApp } from '../../app/routed-app.ts'
import type { Transport } from '../../ctx/ctx-host.ts'
import { type ReceivedBody, refusedBody } from '../../ctx/received-body.ts'
import { HttpError } from '../../error/http-error.ts'
import { headerList } from '../../request/header-lines.ts'
import { BodyStream } from '../../response/body-stream.ts'
import type { ResponseDraft } from '../../response/response-draft.ts'
import { holdsDecoded, receivedBody } from '../body/decode-received.ts'
import { holdBody } from './held-body.ts'
import { http2Incoming } from './http2-incoming.ts'
import { startDeadline } from './http2-session.ts'
import { http2Transport } from './http2-transport.ts'
import { BodyReader } from './node-body.ts'
import { isHttp2 } from './node-exchange.ts'

/** Answers at once, without reading the body. */
export function refuseHttp2(
  app: RoutedApp,
  req: Http2ServerRequest,
  res: Http2ServerResponse,
  error: HttpError,
): void {
  req.pause()
  app.refuse(unread, http2Incoming(req), res, error)
}

/** Serves an HTTP/2 request like one of HTTP/1.1. */
export function serveHttp2(app: RoutedApp, req: Http2ServerRequest, res: Http2ServerResponse): void {
  const incoming = http2Incoming(req)
  const refuse = (status: number): void => app.refuse(unread, incoming, res, new HttpError(status))
  if (sizeOf(req.rawHeaders) > maxHeaderSize) {
    refuse(431)
    return
  }
  if (req.stream.endAfterHeaders) {
    app.serve(http2Transport, incoming, res)
    return
  }
  const { rawHeaders } = incoming
  const limit = bodyLimitOf(app, incoming)
  const serveUnread = (): void => {
    req.pause()
    app.serve(unread, incoming, res, refusedBody())
  }
  if (req.method === 'TRACE') refuse(400)
  else if (Number(headerList(rawHeaders, 'content-length')) > limit) serveUnread()
  else {
    const held = holdBody(app, res)
    const serve = (body: ReceivedBody): void => {
      if (holdsDecoded(held, body)) app.serve(http2Transport, incoming, res, body)
      else refuse(503)
    }
    const done = (raw: Uint8Array | undefined): void => {
      endWait()
      if (held.isRefused) refuse(503)
      else if (raw === undefined) serveUnread()
      else receivedBody(rawHeaders, raw, limit, serve)
    }
    const reader = new BodyReader(req, limit, done, held)
    const endWait = startDeadline(req.stream, () => {
      reader.drop()
      refuse(408)
    })
    // When a client disconnects during its body, node ends the stream as if the body were complete.
    req.once('close', () => {
      endWait()
      reader.drop()
    })
  }
}

/** The size of the header section in HTTP/1, whose limit applies to both, because node has none for HTTP/2. */
function sizeOf(rawHeaders: readonly string[]): number {
  let size = 0
  for (const text of rawHeaders) size += text.length + 2
  return size
}

// The time to send the answer to a client without room for it. The code is from RFC 9113 section 7.
const lingerMs = 500
const cancel = 8

/** Answers without reading the body, and tells the client to stop sending it (RFC 9113 section 8.1). */
const unread: Transport<ServerResponse> = {
  ...http2Transport,
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    if (isHttp2(res)) {
      const { req, stream } = res
      const timer =
        draft.body instanceof BodyStream ? undefined : setTimeout(() => stream.close(cancel), lingerMs)
      stream.once('close', () => clearTimeout(timer))
      stream.once('finish', () => {
        stream.close()
        // A stream with unread data would never close.
        req.resume()
      })
    }
    http2Transport.send(res, draft, head)
  },
}
