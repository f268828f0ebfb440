import type { HeldBytes } from '../../app/body-memory.ts'
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
import { readFetchBody } from './read-fetch-body.ts'

/** The body of a `Request`. */
export class FetchBody extends UnreadBody {
  readonly #app: RoutedApp
  readonly #exchange: FetchExchange
  readonly #length: number | undefined
  #held: HeldBytes | undefined = undefined
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
    const { original: request } = this.#exchange
    if (this.isStreamed) return true
    return this.#held === undefined && (request.bodyUsed || request.body?.locked === true)
  }

  override read(limit: number, done: (body: ReceivedBody) => void): void {
    this.#done = done
    void this.#receive(limit, this.#account()).then((body) => this.#settle(body))
  }

  override pieces(limit: number): Pieces {
    this.isStreamed = true
    return decodePieces(
      this.#sent(limit),
      this.#exchange.header('content-encoding'),
      limit,
      () => new HttpError(413),
    )
  }

  #sent(limit: number): Pieces {
    const exchange = this.#exchange
    const held = this.#account()
    held.endReceiving()
    const isLong = this.#length !== undefined && this.#length > limit
    if (isLong) this.#refusal = new HttpError(413)
    const reader = isLong ? undefined : exchange.original.body?.getReader()
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

  #account(): HeldBytes {
    const { bodyMemory, settings } = this.#app
    const owner = ownerOf(this.#exchange, settings.trust)
    const held = bodyMemory.hold(owner, this.#length ?? 0, this)
    this.#held = held
    // A handler that never finishes would hold the memory for ever.
    this.#exchange.original.signal.addEventListener('abort', () => held.release(), { once: true })
    return held
  }

  /** No handler needs the body any more. */
  release(): void {
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

  /** Never rejects. */
  async #receive(limit: number, held: HeldBytes): Promise<ReceivedBody> {
    const exchange = this.#exchange
    try {
      const raw = await readFetchBody(exchange.original, limit, held, this.#length, (reader) => {
        this.#reader = reader
      })
      held.endReceiving()
      if (raw === undefined) return refusedBody(held.refusal ?? new HttpError(413))
      const encoding = raw.length === 0 ? '' : exchange.header('content-encoding')
      const body = encoding === '' ? { raw, decoded: raw } : await decodeBody(raw, encoding, limit)
      holdDecoded(held, body)
      return held.refusal === undefined ? body : refusedBody(held.refusal)
    } catch (error) {
      held.endReceiving()
      exchange.isBroken = true
      return refusedBody(brokenOff(error))
    }
  }
}
