import type { CountedBody } from '../../app/body-memory.ts'
import { ownerOf } from '../../app/body-owner.ts'
import type { RoutedApp } from '../../app/routed-app.ts'
import { ignore } from '../../ctx/handler-values.ts'
import { brokenOff, type ReceivedBody, refusedBody } from '../../ctx/received-body.ts'
import { UnreadBody } from '../../ctx/unread-body.ts'
import { HttpError } from '../../error/http-error.ts'
import type { Pieces } from '../../request/pieces.ts'
import { decodePieces } from '../body/decode-pieces.ts'
import { decodeBody, holdDecoded } from '../body/decode-received.ts'
import type { FetchExchange } from './fetch-exchange.ts'
import { maxAtOnce, readFetchBody } from './read-fetch-body.ts'

/** The body of a `Request`. */
export class FetchBody extends UnreadBody {
  readonly #app: RoutedApp
  readonly #exchange: FetchExchange
  readonly #length: number | undefined
  #held: CountedBody | undefined = undefined
  #isReleased = false
  #refusal: HttpError | undefined = undefined
  #done: ((body: ReceivedBody) => void) | undefined = undefined
  #reader: { cancel(): Promise<void> } | undefined = undefined

  /** @param length as announced; `undefined` when it is unknown. */
  constructor(app: RoutedApp, exchange: FetchExchange, length: number | undefined) {
    super()
    this.#app = app
    this.#exchange = exchange
    this.#length = length
  }

  override get isTaken(): boolean {
    return this.isStreamed || (this.#held === undefined && this.#exchange.isRead)
  }

  override read(limit: number, done: (body: ReceivedBody) => void): void {
    this.#done = done
    const held = this.#account()
    const length = this.#length
    if (length === undefined || length > Math.min(limit, maxAtOnce)) this.#readPieces(limit, held)
    else this.#readAtOnce(limit, held)
  }

  override pieces(limit: number): Pieces {
    this.isStreamed = true
    return decodePieces(
      this.#sent(limit),
      this.#exchange.headerText('content-encoding'),
      limit,
      () => new HttpError(413),
    )
  }

  #sent(limit: number): Pieces {
    const exchange = this.#exchange
    const held = this.#account()
    this.#releaseOnAbort(held)
    held.endReceiving()
    const isLong = this.#length !== undefined && this.#length > limit
    if (isLong) this.#refusal = new HttpError(413)
    const reader = isLong ? undefined : exchange.request.body?.getReader()
    this.#reader = reader
    const read = async (): Promise<Uint8Array | undefined> => {
      for (;;) {
        if (this.#refusal !== undefined) throw this.#refusal
        held.beginWaiting()
        const part = await reader?.read().catch((error: unknown) => this.#breakOff(error))
        held.endReceiving()
        if (part === undefined || part.done) return undefined
        if (part.value.length > 0) return part.value
      }
    }
    return { read, close: () => this.#reader?.cancel().catch(ignore) }
  }

  #breakOff(error: unknown): never {
    this.#exchange.isBroken = true
    throw this.#refusal ?? brokenOff(error)
  }

  override hold(bytes: number): void {
    const held = this.#held
    if (held !== undefined && !held.take(bytes)) throw held.refusal ?? new HttpError(503)
  }

  #account(): CountedBody {
    const { bodyMemory, settings } = this.#app
    const owner = ownerOf(this.#exchange, settings.trust)
    const held = bodyMemory.hold(owner, this.#length ?? 0, this)
    this.#held = held
    return held
  }

  /** A handler that never finishes would hold the memory for ever. */
  #releaseOnAbort(held: CountedBody): void {
    this.#exchange.request.signal.addEventListener('abort', () => held.release(), { once: true })
  }

  /** No handler needs the body any more. */
  release(): void {
    this.#isReleased = true
    this.#held?.release()
  }

  /** Another body needs the room, or this one stands still. */
  refuse(error: HttpError): void {
    this.#refusal = error
    this.#held?.release()
    this.#settle(refusedBody(error))
    this.#reader?.cancel().catch(ignore)
  }

  #settle(body: ReceivedBody): void {
    const done = this.#done
    this.#done = undefined
    done?.(body)
  }

  /** Reads a short body: pieces take Bun several times as long. */
  #readAtOnce(limit: number, held: CountedBody): void {
    this.#exchange.request.arrayBuffer().then(
      (whole) => {
        const raw = new Uint8Array(whole)
        const fits = raw.length <= limit && held.receive(raw.length)
        this.#received(fits ? raw : undefined, limit, held)
        if (!this.#isReleased) this.#releaseOnAbort(held)
      },
      (error: unknown) => this.#failed(error, held),
    )
  }

  #readPieces(limit: number, held: CountedBody): void {
    this.#releaseOnAbort(held)
    const watch = (reader: { cancel(): Promise<void> }): void => {
      this.#reader = reader
    }
    readFetchBody(this.#exchange.request, limit, held, this.#length, watch).then(
      (raw) => this.#received(raw, limit, held),
      (error: unknown) => this.#failed(error, held),
    )
  }

  /** @param raw `undefined` for a body that is too long */
  #received(raw: Uint8Array | undefined, limit: number, held: CountedBody): void {
    held.endReceiving()
    if (raw === undefined) {
      this.#settle(refusedBody(held.refusal ?? new HttpError(413)))
      return
    }
    const encoding = raw.length === 0 ? '' : this.#exchange.headerText('content-encoding')
    if (encoding === '') this.#settle({ raw, decoded: raw })
    else void decodeBody(raw, encoding, limit).then((body) => this.#decoded(body, held))
  }

  #decoded(body: ReceivedBody, held: CountedBody): void {
    holdDecoded(held, body)
    this.#settle(held.refusal === undefined ? body : refusedBody(held.refusal))
  }

  #failed(error: unknown, held: CountedBody): void {
    held.endReceiving()
    this.#exchange.isBroken = true
    this.#settle(refusedBody(brokenOff(error)))
  }
}
