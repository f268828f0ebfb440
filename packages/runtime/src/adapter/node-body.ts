import type { Readable } from 'node:stream'

const reader: unique symbol = Symbol('body reader')
type Reading = Readable & { [reader]?: BodyReader | undefined }

/**
 * Collects a body up to a limit. The listeners are shared by all requests and find their reader on the request. Of a
 * client that goes before all has come HTTP/1 says nothing here: there is nobody to answer.
 */
export class BodyReader {
  readonly #req: Reading
  readonly #limit: number
  readonly #done: (bytes: Uint8Array | undefined) => void
  #first: Buffer | undefined
  #rest: Buffer[] | undefined
  #size = 0

  /** @param done is given the body, `undefined` when it is past the limit. */
  constructor(req: Reading, limit: number, done: (bytes: Uint8Array | undefined) => void) {
    this.#req = req
    this.#limit = limit
    this.#done = done
    req[reader] = this
    req.on('data', onData)
    req.on('end', onEnd)
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.#limit) this.#refuse()
    else if (this.#first === undefined) this.#first = chunk
    else {
      this.#rest ??= [this.#first]
      this.#rest.push(chunk)
    }
  }

  /** One that has ended keeps its listeners: taking them off costs more. */
  end(): void {
    this.#req[reader] = undefined
    this.#done(
      this.#rest === undefined ? (this.#first ?? Buffer.alloc(0)) : Buffer.concat(this.#rest, this.#size),
    )
  }

  /** What has come is not all, and nobody wants it. */
  drop(): void {
    this.#req[reader] = undefined
  }

  #refuse(): void {
    const req = this.#req
    req[reader] = undefined
    req.off('data', onData)
    req.off('end', onEnd)
    this.#done(undefined)
  }
}

function onData(this: Reading, chunk: Buffer): void {
  this[reader]?.add(chunk)
}

function onEnd(this: Reading): void {
  this[reader]?.end()
}
