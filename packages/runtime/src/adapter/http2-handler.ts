import { maxHeaderSize, type ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { bodyLimitOf } from '../app/body-limit.ts'
import type { RoutedApp } from '../app/routed-app.ts'
import { type ReceivedBody, refusedBody } from '../ctx/received-body.ts'
import type { Transport } from '../ctx/transport.ts'
import { HttpError } from '../error/http-error.ts'
import { headerList } from '../request/header-lines.ts'
import { BodyStream } from '../response/body-stream.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { holdBody } from './held-body.ts'
import { http2Incoming } from './http2-incoming.ts'
import { startDeadline } from './http2-session.ts'
import { http2Transport } from './http2-transport.ts'
import { BodyReader } from './node-body.ts'
import { isHttp2 } from './node-exchange.ts'
import { holdsDecoded, receivedBody } from './received-body.ts'

/** Serves one request of HTTP/2 as one of HTTP/1.1 would be. */
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
  const limit = bodyLimitOf(app, req)
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
    // Node ends the stream of a client that went in the middle of its body, as if that were all.
    req.once('close', () => {
      endWait()
      reader.drop()
    })
  }
}

/** How long the header section would be in HTTP/1, whose limit is the one for both: node has none for HTTP/2. */
function sizeOf(rawHeaders: readonly string[]): number {
  let size = 0
  for (const text of rawHeaders) size += text.length + 2
  return size
}

// A client that has no room for the answer is not waited for. RFC 9113 section 7.
const lingerMs = 500
const cancel = 8

/** Answers without the body having been read, and tells the client to stop sending it (RFC 9113 section 8.1). */
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
        // A stream with something left to read would never close.
        req.resume()
      })
    }
    http2Transport.send(res, draft, head)
  },
}
