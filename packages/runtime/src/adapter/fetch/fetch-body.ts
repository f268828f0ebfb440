import type { CountedBody } from '../../app/body-memory.ts'
import { ownerOf } from '../../app/body-owner.ts'
import type { RoutedApp } from '../../app/routed-app.ts'
import { ignore } from '../../ctx/handler-values.ts'
import { brokenOff, type ReceivedBody, refusedBody } from '../../ctx/received-body.ts'
import { UnreadBody } from '../../ctx/unread-body.ts'
import { HttpError } from '../../error/http-error.ts'
import type { Pieces } from '../../request/pieces.ts'
import { decodePieces } from '../body/decode-pieces.ts'
import { countDecoded, decodeBody } from '../body/decode-received.ts'
import type { FetchExchange } from './fetch-exchange.ts'
import { maxAtOnce, readFetchBody } from './read-fetch-body.ts'

/** The body of a `Request`. */
export class FetchBody extends UnreadBody {
  readonly #app: RoutedApp
  readonly #exchange: FetchExchange
  readonly #length: number | undefined
  #counted: CountedBody | undefined = undefined
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
    return this.isStreamed || (this.#counted === undefined && this.#exchange.isRead)
  }

  override read(limit: number, done: (body: ReceivedBody) => void): void {
    this.#done = done
    const counted = this.#account()
    const length = this.#length
    if (length === undefined || length > Math.min(limit, maxAtOnce)) this.#readPieces(limit, counted)
    else this.#readAtOnce(limit, counted)
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
    const counted = this.#account()
    this.#releaseOnAbort(counted)
    counted.endReceiving()
    const isLong = this.#length !== undefined && this.#length > limit
    if (isLong) this.#refusal = new HttpError(413)
    const reader = isLong ? undefined : exchange.request.body?.getReader()
    this.#reader = reader
    const read = async (): Promise<Uint8Array | undefined> => {
      for (;;) {
        if (this.#refusal !== undefined) throw this.#refusal
        counted.beginWaiting()
        const part = await reader?.read().catch((error: unknown) => this.#breakOff(error))
        counted.endReceiving()
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
    const counted = this.#counted
    if (counted !== undefined && !counted.take(bytes)) throw counted.refusal ?? new HttpError(503)
  }

  #account(): CountedBody {
    const { bodyMemory, settings } = this.#app
    const owner = ownerOf(this.#exchange, settings.trust)
    const counted = bodyMemory.hold(owner, this.#length ?? 0, this)
    this.#counted = counted
    return counted
  }

  /** A handler that never finishes would hold the memory for ever. */
  #releaseOnAbort(counted: CountedBody): void {
    this.#exchange.request.signal.addEventListener('abort', () => counted.release(), { once: true })
  }

  /** No handler needs the body any more. */
  release(): void {
    this.#isReleased = true
    this.#counted?.release()
  }

  /** Another body needs the room, or this one stands still. */
  refuse(error: HttpError): void {
    this.#refusal = error
    this.#counted?.release()
    this.#settle(refusedBody(error))
    this.#reader?.cancel().catch(ignore)
  }

  #settle(body: ReceivedBody): void {
    const done = this.#done
    this.#done = undefined
    done?.(body)
  }

  /** Reads a short body: pieces take Bun several times as long. */
  #readAtOnce(limit: number, counted: CountedBody): void {
    this.#exchange.request.arrayBuffer().then(
      (whole) => {
        const raw = new Uint8Array(whole)
        const fits = raw.length <= limit && counted.receive(raw.length)
        this.#received(fits ? raw : undefined, limit, counted)
        if (!this.#isReleased) this.#releaseOnAbort(counted)
      },
      (error: unknown) => this.#failed(error, counted),
    )
  }

  #readPieces(limit: number, counted: CountedBody): void {
    this.#releaseOnAbort(counted)
    const watch = (reader: { cancel(): Promise<void> }): void => {
      this.#reader = reader
    }
    readFetchBody(this.#exchange.request, limit, counted, this.#length, watch).then(
      (raw) => this.#received(raw, limit, counted),
      (error: unknown) => this.#failed(error, counted),
    )
  }

  /** @param raw `undefined` for a body that is too long */
  #received(raw: Uint8Array | undefined, limit: number, counted: CountedBody): void {
    counted.endReceiving()
    if (raw === undefined) {
      this.#settle(refusedBody(counted.refusal ?? new HttpError(413)))
      return
    }
    const encoding = raw.length === 0 ? '' : this.#exchange.headerText('content-encoding')
    if (encoding === '') this.#settle({ raw, decoded: raw })
    else void decodeBody(raw, encoding, limit).then((body) => this.#decoded(body, counted))
  }

  #decoded(body: ReceivedBody, counted: CountedBody): void {
    countDecoded(counted, body)
    this.#settle(counted.refusal === undefined ? body : refusedBody(counted.refusal))
  }

  #failed(error: unknown, counted: CountedBody): void {
    counted.endReceiving()
    this.#exchange.isBroken = true
    this.#settle(refusedBody(brokenOff(error)))
  }
}
