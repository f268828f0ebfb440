import { maxHeaderSize } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { RoutedApp } from '../../app/routed-app.ts'
import { HttpError } from '../../error/http-error.ts'
import { headerList } from '../../request/header-lines.ts'
import { Http2Body } from './http2-body.ts'
import { http2Incoming } from './http2-incoming.ts'
import { http2Transport } from './http2-transport.ts'

/** Answers at once, without reading the body. */
export function refuseHttp2(
  app: RoutedApp,
  req: Http2ServerRequest,
  res: Http2ServerResponse,
  error: HttpError,
): void {
  const incoming = http2Incoming(req)
  new Http2Body(app, incoming, req, res).refuse(error)
  app.refuse(http2Transport, incoming, res, error)
}

/** Serves an HTTP/2 request like one of HTTP/1.1. */
export function serveHttp2(app: RoutedApp, req: Http2ServerRequest, res: Http2ServerResponse): void {
  if (sizeOf(req.rawHeaders) > maxHeaderSize) refuseHttp2(app, req, res, new HttpError(431))
  else if (!hasBody(req)) app.serve(http2Transport, http2Incoming(req), res)
  else if (req.method === 'TRACE') refuseHttp2(app, req, res, new HttpError(400))
  else {
    const incoming = http2Incoming(req)
    app.serve(http2Transport, incoming, res, new Http2Body(app, incoming, req, res))
  }
}

function hasBody(req: Http2ServerRequest): boolean {
  if (req.stream.endAfterHeaders) return false
  if (headerList(req.rawHeaders, 'content-length') !== '0') return true
  // The empty frame that ends the stream must be taken from it.
  req.resume()
  return false
}

/** The size of the header section in HTTP/1, whose limit applies to both, because node has none for HTTP/2. */
function sizeOf(rawHeaders: readonly string[]): number {
  let size = 0
  for (const text of rawHeaders) size += text.length + 2
  return size
}
