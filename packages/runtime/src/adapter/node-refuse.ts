import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RoutedApp } from '../app/routed-app.ts'
import { refusedBody } from '../ctx/received-body.ts'
import type { Transport } from '../ctx/transport.ts'
import type { HttpError } from '../error/http-error.ts'
import { BodyStream } from '../response/body-stream.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { giveUp, nodeTransport, writeDraft } from './node-transport.ts'

// Closing while the client still sends makes the kernel reset the connection, which can take the answer with it. So
// the answer is written, a little more is let in, and the connection is closed when the client has had time to read.
const lingerMs = 500
const lingerBytes = 64 * 1024

const refused: unique symbol = Symbol('no more requests')
type Refusable = object & { [refused]?: true }

/** Answers at once and closes the connection, without taking in the rest of the body. */
export function refuse(app: RoutedApp, req: IncomingMessage, res: ServerResponse, error: HttpError): void {
  takeNoMore(req)
  app.refuse(lingering, req, res, error)
}

/** Serves a request whose body is past the limit: no more of it is read, and the connection is closed behind the answer. */
export function serveUnread(app: RoutedApp, req: IncomingMessage, res: ServerResponse): void {
  takeNoMore(req)
  app.serve(lingering, req, res, refusedBody())
}

function takeNoMore(req: IncomingMessage): void {
  const socket: Refusable = req.socket
  socket[refused] = true
  req.pause()
}

/**
 * Whether the last answer of a connection has been given. What follows is no request any more, whatever it looks like
 * (RFC 9112 section 9.6).
 */
export function isRefused(socket: Refusable): boolean {
  return socket[refused] === true
}

const lingering: Transport<ServerResponse> = {
  ...nodeTransport,
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    res.shouldKeepAlive = false
    // A stream takes its time anyway.
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
  // One without a body has ended before it began, where node is told to look (optimizeEmptyRequests).
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
