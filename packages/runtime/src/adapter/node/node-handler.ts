import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { RoutedApp } from '../../app/routed-app.ts'
import { HttpError } from '../../error/http-error.ts'
import { announcedLength, announcesBody, headerList, trimBlanks } from '../../request/header-lines.ts'
import { Http1Body, isRefused } from './http1-body.ts'
import { joinWrites } from './join-writes.ts'
import { nodeTransport } from './node-transport.ts'

/** A listener for node's HTTP/1 and HTTP/2 servers. */
export type NodeHandler = (
  req: IncomingMessage | Http2ServerRequest,
  res: ServerResponse | Http2ServerResponse,
) => void

// Names and values. Node silently drops any further headers, so a request with this many may be incomplete.
export const maxRawHeaders = 2000

/** A listener for an app. */
export function nodeHandler(app: RoutedApp): NodeHandler {
  return (req, res) => serve(app, req, res)
}

/** {@link nodeHandler} for requests that wait before sending their body (node's `checkContinue`). */
export function nodeContinueHandler(app: RoutedApp): NodeHandler {
  return (req, res) => {
    continueWhenRead(req, res)
    serve(app, req, res)
  }
}

/** Sends `100 Continue` at the first read, also that of Connect middleware. */
function continueWhenRead(...[req, res]: Parameters<NodeHandler>): void {
  const read = req._read
  req._read = (size) => {
    req._read = read
    // Without an answer yet: the rest of an unwanted body is discarded by reading it.
    if (!res.headersSent) res.writeContinue()
    read.call(req, size)
  }
}

/** {@link nodeHandler} for requests with an Expect that is not `100-continue` (node's `checkExpectation`). */
export function nodeExpectationHandler(app: RoutedApp): NodeHandler {
  const error = (): HttpError => new HttpError(417)
  return (req, res) => {
    if ('stream' in res || 'stream' in req) {
      if (isHttp2Request(req) && isHttp2Response(res)) http2Handler?.refuseHttp2(app, req, res, error())
    } else if (!isRefused(req.socket)) refuse(app, req, res, error())
  }
}

function serve(
  app: RoutedApp,
  req: IncomingMessage | Http2ServerRequest,
  res: ServerResponse | Http2ServerResponse,
): void {
  if ('stream' in res || 'stream' in req) serveStream(app, req, res)
  else serveHttp1(app, req, res)
}

function serveHttp1(app: RoutedApp, req: IncomingMessage, res: ServerResponse): void {
  joinWrites(req.socket)
  if (isRefused(req.socket)) return
  // For an answer through `c.response()`; the Ctx sees to its own.
  if (app.isStopping) res.shouldKeepAlive = false
  // Node's HTTP/1 parser accepts the version "HTTP/2.0", which no honest client sends.
  if (req.httpVersionMajor !== 1) refuse(app, req, res, new HttpError(505))
  else if (req.rawHeaders.length >= maxRawHeaders) refuse(app, req, res, new HttpError(431))
  else if (announcesBody(req.rawHeaders)) serveBody(app, req, res)
  else app.serve(nodeTransport, req, res)
}

function serveBody(app: RoutedApp, req: IncomingMessage, res: ServerResponse): void {
  const length = announcedLength(req.rawHeaders)
  // RFC 9110 section 9.3.8.
  const isTrace = req.method === 'TRACE'
  const error = isTrace
    ? new HttpError(400, 'TRACE has no body')
    : length === 0
      ? codingError(req)
      : undefined
  if (error !== undefined) refuse(app, req, res, error)
  else app.serve(nodeTransport, req, res, new Http1Body(app, req, res, length))
}

/** Answers at once, as the last answer of the connection. */
function refuse(app: RoutedApp, req: IncomingMessage, res: ServerResponse, error: HttpError): void {
  new Http1Body(app, req, res, 0).refuse(error)
  app.refuse(nodeTransport, req, res, error)
}

type Http2Handler = typeof import('./http2-handler.ts')
let http2Handler: Http2Handler | undefined

/** Loads HTTP/2, which most servers do not use: before an own server listens, otherwise at the first request. */
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
  // The stream of a disconnected client has no more data.
  if (!res.stream.destroyed) serveHttp2(app, req, res)
}

function isHttp2Request(req: object): req is Http2ServerRequest {
  return 'stream' in req
}

function isHttp2Response(res: object): res is Http2ServerResponse {
  return 'stream' in res
}

/** An error in the transfer coding, which leaves the end or the content of the body undefined. */
function codingError(req: IncomingMessage): HttpError | undefined {
  const codings = headerList(req.rawHeaders, 'transfer-encoding').split(',').map(trimBlanks)
  if (codings.length === 1 && codings[0] === '') return undefined
  // HTTP/1.0 has no transfer codings: a proxy may see another end of the body (RFC 9112 section 6.1).
  if (req.httpVersionMinor === 0 || codings.at(-1)?.toLowerCase() !== 'chunked') return new HttpError(400)
  return codings.length === 1 ? undefined : new HttpError(501, 'The transfer coding is not implemented')
}
