/** The options of `socket.ask()`. */
export interface AskOptions {
  /** Milliseconds until the reply; then it rejects with a `TimeoutError`. Default: 10,000. */
  readonly timeout?: number
}

/** The messages of `S` that ask: they declare `ask`, a number that `ask()` fills in. */
export type Asking<S> = S extends { ask?: number | undefined }
  ? 'ask' extends keyof S
    ? Omit<S, 'ask'>
    : never
  : never

/** The messages of `R` that reply: they declare `reply`, the number of the question. */
export type Reply<R> = unknown extends R
  ? unknown
  : R extends { reply?: number | undefined }
    ? 'reply' extends keyof R
      ? R
      : never
    : never

interface Pending {
  readonly resolve: (reply: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: ReturnType<typeof setTimeout>
}

const defaultTimeout = 10_000
/** Replies that one socket may owe. */
const maxPending = 100
/** A number of a message may be an int32. */
const lastNumber = 2 ** 31 - 1

/** The questions of a socket that have no reply yet. */
export class Asks {
  readonly #pending = new Map<number, Pending>()
  #last = 0

  get size(): number {
    return this.#pending.size
  }

  /**
   * Sends with the number of a new question.
   * @throws RangeError for an invalid time, Error when 100 have no reply
   */
  ask(send: (ask: number) => void, { timeout = defaultTimeout }: AskOptions): Promise<unknown> {
    if (!(timeout > 0 && timeout <= lastNumber)) throw new RangeError(`timeout: not a time: ${timeout}`)
    if (this.#pending.size >= maxPending)
      throw new Error(`${maxPending} messages of the socket wait for replies`)
    this.#last = this.#last === lastNumber ? 1 : this.#last + 1
    const number = this.#last
    send(number)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(number)
        reject(new DOMException('the socket does not reply in time', 'TimeoutError'))
      }, timeout)
      timer.unref?.()
      this.#pending.set(number, { resolve, reject, timer })
    })
  }

  /** Takes a message that replies. @returns whether it was awaited */
  take(message: unknown): boolean {
    const { reply }: { readonly reply?: unknown } = Object(message)
    const pending = typeof reply === 'number' ? this.#pending.get(reply) : undefined
    if (pending === undefined) return false
    this.#pending.delete(reply as number)
    clearTimeout(pending.timer)
    pending.resolve(message)
    return true
  }

  /** The socket is closed: no reply comes any more. */
  close(): void {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer)
      reject(new Error('the socket closed before the reply'))
    }
    this.#pending.clear()
  }
}
