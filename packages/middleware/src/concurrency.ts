import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { checkDelay, checkNumber, checkOptions } from './chain/check-option.ts'

/** The options of {@link concurrency}. */
export interface ConcurrencyOptions {
  /** Requests that are handled at once. */
  readonly max: number
  /** Requests that wait, the first one first. Default: 0. */
  readonly queue?: number
  /** Milliseconds that a request waits at most. Default: 1000. */
  readonly queueTimeout?: number
  /** Seconds for Retry-After. Default: 1. */
  readonly retryAfter?: number
}

/**
 * Limits how many requests the handlers behind it work on at once, such as the connections of a database allow; others
 * wait, and past the queue it answers 503. A stream counts until its handler has returned.
 * @throws RangeError for an invalid number, TypeError without `max`.
 * @answer 503 HttpError Retry-After
 */
export function concurrency(options: ConcurrencyOptions): Handler {
  checkOptions('concurrency', options)
  const { max, queue = 0, queueTimeout = 1000, retryAfter = 1 } = options
  if (max === undefined) throw new TypeError('concurrency: max is needed')
  checkNumber('concurrency: max', max, 1)
  checkNumber('concurrency: queue', queue)
  checkDelay('concurrency: queueTimeout', queueTimeout, 0)
  checkNumber('concurrency: retryAfter', retryAfter)
  const places = new Places(max, queue, queueTimeout)
  return (c) => {
    if (places.take()) return run(c, places)
    const turn = places.wait(c.signal())
    const refuse = (): HttpError =>
      new HttpError(503, undefined, { headers: { 'Retry-After': `${Math.ceil(retryAfter)}` } })
    if (turn === undefined) throw refuse()
    return turn.then((isFree) => {
      if (!isFree) throw refuse()
      return run(c, places)
    })
  }
}

function run(c: Ctx, places: Places): void | Promise<void> {
  let rest: void | Promise<void>
  try {
    rest = c.next()
  } catch (error) {
    places.free()
    throw error
  }
  if (rest === undefined) places.free()
  else return rest.finally(() => places.free())
}

/** Taken places, and those who wait for one. */
class Places {
  readonly #max: number
  readonly #queue: number
  readonly #timeout: number
  readonly #waiting = new Set<(isFree: boolean) => void>()
  #taken = 0

  constructor(max: number, queue: number, timeout: number) {
    this.#max = max
    this.#queue = queue
    this.#timeout = timeout
  }

  take(): boolean {
    if (this.#taken >= this.#max) return false
    this.#taken++
    return true
  }

  /** Resolves to true with a place, to false at the time-out or when the client leaves; `undefined` past the queue. */
  wait(signal: AbortSignal): Promise<boolean> | undefined {
    if (this.#waiting.size >= this.#queue) return undefined
    return new Promise((resolve) => {
      const end = (isFree: boolean): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
        this.#waiting.delete(end)
        resolve(isFree)
      }
      const leave = (): void => end(false)
      const timer = setTimeout(leave, this.#timeout)
      signal.addEventListener('abort', leave)
      this.#waiting.add(end)
    })
  }

  /** Passes a place to the first who waits. */
  free(): void {
    const [next] = this.#waiting
    if (next === undefined) this.#taken--
    else next(true)
  }
}
