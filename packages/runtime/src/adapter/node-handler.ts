import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { bodyLimitOf } from '../app/body-limit.ts'
import type { RoutedApp } from '../app/routed-app.ts'
import type { ReceivedBody } from '../ctx/received-body.ts'
import { HttpError } from '../error/http-error.ts'
import { announcesBody } from '../request/announced-body.ts'
import { headerList } from '../request/header-lines.ts'
import { trimBlanks } from '../request/trim-blanks.ts'
import { holdBody } from './held-body.ts'
import { joinWrites } from './join-writes.ts'
import { BodyReader } from './node-body.ts'
import { isRefused, refuse, serveUnread } from './node-refuse.ts'
import { nodeTransport } from './node-transport.ts'
import { holdsDecoded, receivedBody } from './received-body.ts'

/** A listener for node's servers of HTTP/1 and HTTP/2. */
export type NodeHandler = (
  req: IncomingMessage | Http2ServerRequest,
  res: ServerResponse | Http2ServerResponse,
) => void

// Names and values. Node drops what comes after these without a word, so a request with as many may have had more.
const mostRawHeaders = 2000

/** A listener that serves an app: the body is read whole before the first handler runs. */
export function nodeHandler(app: RoutedApp): NodeHandler {
  return (req, res) => {
    if ('stream' in res || 'stream' in req) serveStream(app, req, res)
    else serveHttp1(app, req, res)
  }
}

function serveHttp1(app: RoutedApp, req: IncomingMessage, res: ServerResponse): void {
  joinWrites(req.socket)
  if (isRefused(req.socket)) return
  // Node's HTTP/1 parser lets "HTTP/2.0" pass as a version; who sends it means to confuse somebody.
  if (req.httpVersionMajor !== 1) refuse(app, req, res, new HttpError(505))
  else if (req.rawHeaders.length >= mostRawHeaders) refuse(app, req, res, new HttpError(431))
  else if (announcesBody(req.rawHeaders)) receive(app, req, res)
  else app.serve(nodeTransport, req, res)
}

/** As {@link nodeHandler}, for requests that wait to be told to send their body (node's `checkContinue`). */
export function nodeContinueHandler(app: RoutedApp): NodeHandler {
  const handle = nodeHandler(app)
  return (req, res) => {
    if (announcedLength(req) <= bodyLimitOf(app, req)) res.writeContinue()
    handle(req, res)
  }
}

type Http2Handler = typeof import('./http2-handler.ts')
let http2Handler: Http2Handler | undefined

/** Most servers speak HTTP/1 only. One of ours that does not loads this before it listens, others with the first request. */
export async function loadHttp2(): Promise<Http2Handler> {
  http2Handler ??= await import('./http2-handler.ts')
  return http2Handler
}

function serveStream(app: RoutedApp, req: object, res: object): void {
  if (!isHttp2Request(req) || !isHttp2Response(res)) return
  if (http2Handler !== undefined) http2Handler.serveHttp2(app, req, res)
  else void serveLoaded(app, req, res)
}

async function serveLoaded(app: RoutedApp, req: Http2ServerRequest, res: Http2ServerResponse): Promise<void> {
  const { serveHttp2 } = await loadHttp2()
  // Of a client that has gone in the meantime nothing can be asked any more.
  if (!res.stream.destroyed) serveHttp2(app, req, res)
}

function isHttp2Request(req: object): req is Http2ServerRequest {
  return 'stream' in req
}

function isHttp2Response(res: object): res is Http2ServerResponse {
  return 'stream' in res
}

function receive(app: RoutedApp, req: IncomingMessage, res: ServerResponse): void {
  // RFC 9110 section 9.3.8
  if (req.method === 'TRACE') {
    refuse(app, req, res, new HttpError(400, 'TRACE has no body'))
    return
  }
  const length = announcedLength(req)
  const fault = length === 0 ? codingFault(req) : undefined
  if (fault !== undefined) {
    refuse(app, req, res, fault)
    return
  }
  const limit = bodyLimitOf(app, req)
  if (length > limit) {
    serveUnread(app, req, res)
    return
  }
  const held = holdBody(app, res)
  const serve = (body: ReceivedBody): void => {
    if (holdsDecoded(held, body)) app.serve(nodeTransport, req, res, body)
    else app.refuse(nodeTransport, req, res, new HttpError(503))
  }
  const done = (raw: Uint8Array | undefined): void => {
    if (held.isRefused) refuse(app, req, res, new HttpError(503))
    else if (raw === undefined) serveUnread(app, req, res)
    else receivedBody(req.rawHeaders, raw, limit, serve)
  }
  new BodyReader(req, limit, done, held)
}

/** What forbids to read a body that does not say its length: its end, or what it is, would be anybody's guess. */
function codingFault(req: IncomingMessage): HttpError | undefined {
  const codings = headerList(req.rawHeaders, 'transfer-encoding').split(',').map(trimBlanks)
  if (codings.length === 1 && codings[0] === '') return undefined
  // HTTP/1.0 has no transfer codings: a proxy before us may see another end of this body (RFC 9112 section 6.1).
  if (req.httpVersionMinor === 0 || codings.at(-1)?.toLowerCase() !== 'chunked') return new HttpError(400)
  return codings.length === 1 ? undefined : new HttpError(501, 'The transfer coding is not implemented')
}

/** The length that was announced; 0 when it is not known before the body has come. */
function announcedLength(req: IncomingMessage | Http2ServerRequest): number {
  return Number(headerList(req.rawHeaders, 'content-length')) || 0
}
