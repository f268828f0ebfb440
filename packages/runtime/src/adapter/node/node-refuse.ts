import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RoutedApp } from '../../app/routed-app.ts'
import type { Transport } from '../../ctx/ctx-host.ts'
import { refusedBody } from '../../ctx/received-body.ts'
import type { HttpError } from '../../error/http-error.ts'
import { BodyStream } from '../../response/body-stream.ts'
import type { ResponseDraft } from '../../response/response-draft.ts'
import { giveUp, nodeTransport, writeDraft } from './node-transport.ts'

// If the connection closes while the client still sends, the kernel resets it and may discard the answer. So after the
// answer it stays open for this time, and reads up to this size.
const lingerMs = 500
const lingerBytes = 64 * 1024

const refused: unique symbol = Symbol('no more requests')
type Refusable = object & { [refused]?: true }

/** Answers at once and closes the connection, without reading the rest of the body. */
export function refuse(app: RoutedApp, req: IncomingMessage, res: ServerResponse, error: HttpError): void {
  takeNoMore(req)
  app.refuse(lingering, req, res, error)
}

/** Serves a request whose body exceeds the limit: stops reading and closes the connection after the answer. */
export function serveUnread(app: RoutedApp, req: IncomingMessage, res: ServerResponse): void {
  takeNoMore(req)
  app.serve(lingering, req, res, refusedBody())
}

function takeNoMore(req: IncomingMessage): void {
  takeNoRequest(req.socket)
  req.pause()
}

/** Notes that the last answer of a connection is being sent. */
export function takeNoRequest(socket: Refusable): void {
  socket[refused] = true
}

/** Whether the last answer of a connection was sent. Any further bytes are not a request (RFC 9112 section 9.6). */
export function isRefused(socket: Refusable): boolean {
  return socket[refused] === true
}

const lingering: Transport<ServerResponse> = {
  ...nodeTransport,
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    res.shouldKeepAlive = false
    // A stream takes time anyway.
    if (draft.body instanceof BodyStream) {
      nodeTransport.send(res, draft, head)
      return
    }
    try {
      writeDraft(res, draft)
      linger(res)
    } catch (error) {
      giveUp(res, error)
    }
  },
}

function linger(res: ServerResponse): void {
  const { req } = res
  // A request without a body has already ended, with optimizeEmptyRequests.
  if (req.readableEnded) {
    res.end()
    return
  }
  const close = (): void => {
    clearTimeout(timer)
    res.end()
  }
  const timer = setTimeout(close, lingerMs)
  let left = lingerBytes
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) req.pause()
  })
  req.once('end', close)
  req.once('close', close)
  req.resume()
}
