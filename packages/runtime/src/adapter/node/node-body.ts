import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import type { CountedBody } from '../../app/body-memory.ts'
import { ownerOf } from '../../app/body-owner.ts'
import type { RoutedApp } from '../../app/routed-app.ts'
import { brokenOff, type ReceivedBody, refusedBody } from '../../ctx/received-body.ts'
import { UnreadBody } from '../../ctx/unread-body.ts'
import { HttpError } from '../../error/http-error.ts'
import { headerList } from '../../request/header-lines.ts'
import type { Incoming } from '../../request/incoming.ts'
import type { Pieces } from '../../request/pieces.ts'
import { decodePieces } from '../body/decode-pieces.ts'
import { countDecoded, receivedBody } from '../body/decode-received.ts'
import { BodyReader } from './body-reader.ts'
import { NodePieces } from './node-pieces.ts'

const own: unique symbol = Symbol('the body of the request')
type Answering = (ServerResponse | Http2ServerResponse) & { [own]?: NodeBody }

/** The body of a request to a server of node. */
export abstract class NodeBody extends UnreadBody {
  protected abstract readonly req: IncomingMessage | Http2ServerRequest
  protected abstract readonly res: ServerResponse | Http2ServerResponse
  readonly #app: RoutedApp
  readonly #incoming: Incoming
  /** As announced; 0 when it is unknown. */
  protected readonly length: number
  #state: 'unread' | 'reading' | 'read' = 'unread'
  #refusal: HttpError | undefined = undefined
  #counted: CountedBody | undefined = undefined
  #reader: BodyReader | undefined = undefined
  #pieces: NodePieces | undefined = undefined
  #done: ((body: ReceivedBody) => void) | undefined = undefined
  #stopWatch: (() => void) | undefined = undefined

  constructor(app: RoutedApp, incoming: Incoming, res: Answering, length: number) {
    super()
    this.length = length
    this.#app = app
    this.#incoming = incoming
    res[own] = this
  }

  /** The whole body has arrived, and was read. */
  get isRead(): boolean {
    return this.#state === 'read'
  }

  override get isTaken(): boolean {
    if (this.isStreamed) return true
    // An empty body has only ended.
    return this.#state === 'unread' && (this.req.readableDidRead || this.req.readableEnded)
  }

  override hold(bytes: number): void {
    const counted = this.#counted
    if (counted === undefined || counted.take(bytes)) return
    const error = counted.refusal ?? new HttpError(503)
    this.refuse(error)
    throw error
  }

  override read(limit: number, done: (body: ReceivedBody) => void): void {
    this.#state = 'reading'
    this.#done = done
    const refusal = this.#refusalOf(limit)
    if (refusal !== undefined) this.refuse(refusal)
    else {
      const counted = this.#account()
      this.#reader = new BodyReader(this.req, limit, (raw) => this.take(raw, limit), counted)
      this.#begin()
    }
  }

  override pieces(limit: number): Pieces {
    const { req } = this
    this.isStreamed = true
    this.#state = 'reading'
    const refusal = this.#refusalOf(limit)
    const counted = this.#account()
    counted.endReceiving()
    this.#pieces = new NodePieces(req, counted, () => {
      this.#state = 'read'
      this.#stopWatch?.()
    })
    if (refusal === undefined) this.#begin()
    else this.refuse(refusal)
    const encoding = headerList(req.rawHeaders, 'content-encoding')
    return decodePieces(this.#pieces, encoding, limit, () => this.#refuseLong())
  }

  #refuseLong(): HttpError {
    const error = new HttpError(413)
    this.refuse(error)
    return error
  }

  /** Why reading does not begin. */
  #refusalOf(limit: number): HttpError | undefined {
    if (this.#refusal !== undefined) return this.#refusal
    if (this.req.destroyed || this.res.destroyed) return brokenOff()
    return this.length > limit ? new HttpError(413) : undefined
  }

  #account(): CountedBody {
    const { bodyMemory, settings } = this.#app
    const owner = ownerOf(this.#incoming, settings.trust, this.session)
    this.#counted = bodyMemory.hold(owner, this.length, this)
    return this.#counted
  }

  #begin(): void {
    const { req, res } = this
    res.on('close', endBody)
    // A response that waits for an earlier one gets no 'close' event of the connection.
    if (res.socket === null) req.once('close', () => this.end())
    this.#stopWatch = this.watch()
  }

  /** Reads no further: those who wait for the body get the error. */
  refuse(error: HttpError): void {
    this.#refusal = error
    this.#reader?.drop()
    this.#counted?.release()
    this.#pieces?.fail(error)
    this.req.pause()
    this.settle(refusedBody(error))
  }

  /** The request has taken too long to arrive. */
  timeOut(): void {
    if (this.isAwaited) this.refuse(new HttpError(408))
  }

  /** The answer leaves. @param isStream it may be made of the body, which is then read until the answer ends. */
  answer(isStream: boolean): void {
    if (isStream && this.isStreamed) this.res.once('finish', () => this.end())
    else this.#counted?.release()
    // The rest of a stream is discarded like an unread body.
    const isRefused = this.#refusal !== undefined || (this.isAwaited && !this.isStreamed)
    if (this.isAwaited && !(isStream && this.isStreamed)) this.refuse(brokenOff())
    if (this.#state === 'read' || (this.req.complete && !isRefused)) return
    this.discard(isRefused)
  }

  /** The exchange is over. */
  end(): void {
    this.#counted?.release()
    if (this.isAwaited) this.refuse(brokenOff())
  }

  /** A handler waits for the rest of the body. */
  protected get isAwaited(): boolean {
    return this.#state === 'reading' && this.#refusal === undefined
  }

  /** The connection, if it has several requests at once. */
  protected abstract readonly session: object | undefined

  /** Reading begins. @returns a function to call at its end */
  protected abstract watch(): (() => void) | undefined

  /**
   * Discards the rest of the body after the answer.
   * @param isRefused the rest is more than the server takes.
   */
  protected abstract discard(isRefused: boolean): void

  protected take(raw: Uint8Array | undefined, limit: number): void {
    const counted = this.#counted
    if (raw === undefined) this.refuse(counted?.refusal ?? new HttpError(413))
    else {
      this.#state = 'read'
      counted?.endReceiving()
      receivedBody(this.req.rawHeaders, raw, limit, (body) => {
        if (counted !== undefined) countDecoded(counted, body)
        this.settle(counted?.refusal === undefined ? body : refusedBody(counted.refusal))
      })
    }
  }

  protected settle(body: ReceivedBody): void {
    this.#stopWatch?.()
    const done = this.#done
    this.#done = undefined
    done?.(body)
  }
}

/** The body of the request that is answered here; `undefined` without one. */
export function bodyOf(res: object & { readonly [own]?: NodeBody }): NodeBody | undefined {
  return res[own]
}

function endBody(this: Answering): void {
  this[own]?.end()
}
