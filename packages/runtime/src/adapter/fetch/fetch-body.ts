import { HeldBytes, memoryFull } from '../../app/body-memory.ts'
import type { RoutedApp } from '../../app/routed-app.ts'
import { brokenOff, type ReceivedBody, refusedBody } from '../../ctx/received-body.ts'
import { UnreadBody } from '../../ctx/unread-body.ts'
import { HttpError } from '../../error/http-error.ts'
import { decodeBody, holdsDecoded } from '../body/decode-received.ts'
import type { FetchExchange } from './fetch-exchange.ts'
import { readFetchBody } from './read-fetch-body.ts'

/** The body of a `Request`. */
export class FetchBody extends UnreadBody {
  readonly #app: RoutedApp
  readonly #exchange: FetchExchange
  readonly #length: number | undefined
  #held: HeldBytes | undefined = undefined

  /** @param length as announced; `undefined` when it is unknown. */
  constructor(app: RoutedApp, exchange: FetchExchange, length: number | undefined) {
    super()
    this.#app = app
    this.#exchange = exchange
    this.#length = length
  }

  override get isTaken(): boolean {
    const { original: request } = this.#exchange
    return this.#held === undefined && (request.bodyUsed || request.body?.locked === true)
  }

  override read(limit: number, done: (body: ReceivedBody) => void): void {
    const held = new HeldBytes(this.#app.bodyMemory)
    this.#held = held
    // A handler that never finishes would hold the memory for ever.
    this.#exchange.original.signal.addEventListener('abort', () => held.release(), { once: true })
    void this.#receive(limit, held).then(done)
  }

  /** No handler needs the body any more. */
  release(): void {
    this.#held?.release()
  }

  /** Never rejects. */
  async #receive(limit: number, held: HeldBytes): Promise<ReceivedBody> {
    const exchange = this.#exchange
    try {
      const raw = await readFetchBody(exchange.original, limit, held, this.#length)
      if (raw === undefined) return refusedBody(held.isRefused ? memoryFull() : new HttpError(413))
      const encoding = raw.length === 0 ? '' : exchange.header('content-encoding')
      const body = encoding === '' ? { raw, decoded: raw } : await decodeBody(raw, encoding, limit)
      return holdsDecoded(held, body) ? body : refusedBody(memoryFull())
    } catch (error) {
      exchange.isBroken = true
      return refusedBody(brokenOff(error))
    }
  }
}
