import type { Readable } from 'node:stream'

/** What became of a request's body: its bytes, `undefined` when it is past the limit, or the client gone. */
export type BodyOutcome = 'whole' | 'too-large' | 'aborted'

const reader: unique symbol = Symbol('body reader')
type Reading = Readable & { [reader]?: BodyReader | undefined }

/** Collects a body up to a limit. The listeners are shared by all requests and find their reader on the request. */
export class BodyReader {
  readonly #req: Readable
  readonly #limit: number
  readonly #done: (outcome: BodyOutcome, bytes: Uint8Array) => void
  #first: Buffer | undefined
  #rest: Buffer[] | undefined
  #size = 0

  constructor(req: Reading, limit: number, done: (outcome: BodyOutcome, bytes: Uint8Array) => void) {
    this.#req = req
    this.#limit = limit
    this.#done = done
    req[reader] = this
    req.on('data', onData)
    req.on('end', onEnd)
    req.on('close', onClose)
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length
    if (this.#size > this.#limit) this.finish('too-large')
    else if (this.#first === undefined) this.#first = chunk
    else {
      this.#rest ??= [this.#first]
      this.#rest.push(chunk)
    }
  }

  finish(outcome: BodyOutcome): void {
    const req: Reading = this.#req
    req[reader] = undefined
    // One that has ended keeps its listeners: taking them off costs more.
    if (outcome === 'too-large') letGo(req)
    this.#done(
      outcome,
      this.#rest === undefined ? (this.#first ?? Buffer.alloc(0)) : Buffer.concat(this.#rest),
    )
  }
}

function letGo(req: Reading): void {
  req.off('data', onData)
  req.off('end', onEnd)
  req.off('close', onClose)
}

function onData(this: Reading, chunk: Buffer): void {
  this[reader]?.add(chunk)
}

function onEnd(this: Reading): void {
  this[reader]?.finish('whole')
}

function onClose(this: Reading): void {
  this[reader]?.finish('aborted')
}
