import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RoutedApp } from '../../app/routed-app.ts'
import { NodeBody } from './node-body.ts'

// An unwanted body is discarded up to here, and the connection stays open.
const maxDiscarded = 256 * 1024
const discardMs = 500
const discardCheckMs = 50

// If a connection closes while the client still sends, the kernel resets it and may discard the answer. So only our
// direction is closed, and bytes are discarded until one of these (RFC 9112 section 9.6).
const silentMs = 5000
const lingerMs = 30_000
const lingerBytes = 64 * 1024 * 1024
const checkMs = 250

const refused: unique symbol = Symbol('no more requests')
type Refusable = object & { [refused]?: true }

/** Notes that the last answer of a connection is being sent. */
export function takeNoRequest(socket: Refusable): void {
  socket[refused] = true
}

/** Whether the last answer of a connection was sent. Any further bytes are not a request (RFC 9112 section 9.6). */
export function isRefused(socket: Refusable): boolean {
  return socket[refused] === true
}

/** The body of an HTTP/1 request. */
export class Http1Body extends NodeBody {
  protected override readonly req: IncomingMessage
  protected override readonly res: ServerResponse
  #isOverdue = false
  #isLingering = false

  constructor(app: RoutedApp, req: IncomingMessage, res: ServerResponse, length: number) {
    super(app, req, res, length)
    this.req = req
    this.res = res
  }

  /** Node reports it once for each request, also while no handler waits for the body. */
  override timeOut(): void {
    this.#isOverdue = true
    super.timeOut()
  }

  protected override get session(): undefined {
    return undefined
  }

  protected override watch(): (() => void) | undefined {
    if (!this.#isOverdue) return undefined
    const timer = setTimeout(() => this.timeOut(), requestTimeoutOf(this.req))
    return () => clearTimeout(timer)
  }

  protected override discard(isRefused: boolean): void {
    const { req, res } = this
    const { socket } = req
    const isLast = isRefused || this.#isOverdue || this.length > maxDiscarded
    if (isLast) takeNoRequest(socket)
    if (isLast && !res.headersSent) res.shouldKeepAlive = false
    // Node calls it after an answer whose connection is not kept.
    socket.destroySoon = () => this.linger()
    const goOn = (): void => (isLast ? this.linger() : this.discardRest())
    if (res.writableFinished) goOn()
    else res.once('finish', goOn)
  }

  protected discardRest(): void {
    const { req } = this
    const { socket } = req
    if (this.#isLingering) return
    const first = socket.bytesRead
    let ms = 0
    const timer = setInterval(() => {
      ms += discardCheckMs
      if (ms >= discardMs || socket.bytesRead - first > maxDiscarded) end(() => this.linger())
    }, discardCheckMs)
    const end = (then: () => void): void => {
      clearInterval(timer)
      then()
    }
    const keep = (): void => end(() => Reflect.deleteProperty(socket, 'destroySoon'))
    if (req.closed) keep()
    else req.once('close', keep)
    req.resume()
  }

  protected linger(): void {
    const { req } = this
    const { socket } = req
    if (this.#isLingering) return
    this.#isLingering = true
    Reflect.deleteProperty(socket, 'destroySoon')
    takeNoRequest(socket)
    if (req.complete || socket.destroyed) {
      socket.destroySoon()
      return
    }
    const first = socket.bytesRead
    let last = first
    let ms = 0
    let silence = 0
    const timer = setInterval(() => {
      const { bytesRead } = socket
      ms += checkMs
      silence = bytesRead === last ? silence + checkMs : 0
      last = bytesRead
      if (silence >= silentMs || ms >= lingerMs || last - first > lingerBytes) socket.destroy()
    }, checkMs)
    socket.once('close', () => clearInterval(timer))
    socket.end()
    req.once('end', () => socket.destroySoon())
    req.resume()
  }
}

// Node's default.
const defaultMs = 300_000

function requestTimeoutOf({ socket }: IncomingMessage): number {
  const server: unknown = Reflect.get(socket, 'server')
  const ms: unknown = typeof server === 'object' && server !== null && Reflect.get(server, 'requestTimeout')
  return typeof ms === 'number' && ms > 0 ? ms : defaultMs
}
