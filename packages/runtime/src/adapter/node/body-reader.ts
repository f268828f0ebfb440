import type { Readable } from 'node:stream'
import type { CountedBody } from '../../app/body-memory.ts'
import { BodyBytes } from '../../request/body-bytes.ts'

const reader: unique symbol = Symbol('body reader')
type Reading = Readable & { [reader]?: BodyReader | undefined }

/**
 * Collects a body up to a limit. The listeners are shared by all requests and find their reader on the request. In
 * HTTP/1, a client that disconnects early ends it silently, since no answer is possible.
 */
export class BodyReader {
  readonly #req: Reading
  readonly #limit: number
  readonly #done: (bytes: Uint8Array | undefined) => void
  readonly #counted: CountedBody | undefined
  readonly #bytes: BodyBytes

  /** @param done receives the body; `undefined` when it exceeds the limit or `counted` has no room for it. */
  constructor(
    req: Reading,
    limit: number,
    done: (bytes: Uint8Array | undefined) => void,
    counted?: CountedBody,
  ) {
    this.#req = req
    this.#limit = limit
    this.#done = done
    this.#counted = counted
    this.#bytes = new BodyBytes(limit)
    req[reader] = this
    req.on('data', onData)
    req.on('end', onEnd)
  }

  add(chunk: Uint8Array): void {
    const { length } = chunk
    if (this.#bytes.size + length > this.#limit || this.#counted?.receive(length) === false) this.#refuse()
    else this.#bytes.add(chunk)
  }

  /** Keeps the listeners, because removing them takes longer. */
  end(): void {
    this.#req[reader] = undefined
    this.#done(this.#bytes.whole())
  }

  /** Discards an incomplete body. */
  drop(): void {
    this.#req[reader] = undefined
    this.#counted?.release()
  }

  #refuse(): void {
    const req = this.#req
    req[reader] = undefined
    req.off('data', onData)
    req.off('end', onEnd)
    this.#counted?.release()
    this.#done(undefined)
  }
}

function onData(this: Reading, chunk: Buffer): void {
  this[reader]?.add(chunk)
}

function onEnd(this: Reading): void {
  this[reader]?.end()
}
