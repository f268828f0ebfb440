import { HttpError } from '../error/http-error.ts'

// By then, most uploads are complete.
const retryAfterSeconds = '5'

/** The refusal of a body that body memory has no room for. */
export function memoryFull(): HttpError {
  return new HttpError(503, undefined, { headers: { 'Retry-After': retryAfterSeconds } })
}

/** Limits the total bytes of all request bodies in memory. */
export class BodyMemory {
  readonly #limit: number
  readonly #whole: BodyMemory | undefined
  readonly #parts = new WeakMap<object, BodyMemory>()
  #used = 0

  /** @param whole the pool that contains this one: bytes count in both. */
  constructor(limit: number, whole?: BodyMemory) {
    this.#limit = limit
    this.#whole = whole
  }

  get used(): number {
    return this.#used
  }

  /** A pool of a quarter for one connection, so that its concurrent requests cannot use all memory. */
  partFor(connection: object): BodyMemory {
    const part = this.#parts.get(connection) ?? new BodyMemory(this.#limit / 4, this)
    this.#parts.set(connection, part)
    return part
  }

  /** @param held the bytes already held by the body. @returns false, without effect, when there is no room. */
  take(bytes: number, held: number): boolean {
    // A single body always fits, because a retry would not help it.
    if (this.#used > held && this.#used + bytes > this.#limit) return false
    if (this.#whole?.take(bytes, held) === false) return false
    this.#used += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#used -= bytes
    this.#whole?.giveBack(bytes)
  }
}

/** The bytes of one request's body in a {@link BodyMemory}, as sent and decoded. */
export class HeldBytes {
  #memory: BodyMemory | undefined
  #size = 0
  /** The body did not fit. */
  isRefused = false

  constructor(memory: BodyMemory) {
    this.#memory = memory
  }

  /** @returns whether there is room; always true after `release()`, when nothing is counted. */
  take(bytes: number): boolean {
    if (this.#memory?.take(bytes, this.#size) === false) {
      this.isRefused = true
      this.release()
      return false
    }
    this.#size += bytes
    return true
  }

  /** Ends the accounting. May be called repeatedly. */
  release(): void {
    this.#memory?.giveBack(this.#size)
    this.#memory = undefined
  }
}
