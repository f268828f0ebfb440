import { type Ctx, HttpError } from '@ctxgen/runtime'
import { checkDelay } from '../chain/check-option.ts'
import { within } from './within.ts'

/** The options of middleware that keeps something in a store, for the time in which that cannot be reached. */
export interface OutageOptions {
  /** Milliseconds for which it waits for the store. Default: 1000. */
  readonly storeTimeout?: number
}

// One request a second tries a store that has failed; the others do not wait for it.
const pause = 1000

/** Reports the failure of a store. */
export type Report = (cause: unknown) => void

/** Calls a store, reports its failures once a second to `onError`, and calls a failed store no more often. */
export class StoreOutage {
  readonly #where: string
  readonly #timeout: number
  #failedAt = Number.NEGATIVE_INFINITY

  /** @throws RangeError for an invalid time. */
  constructor(where: string, { storeTimeout = 1000 }: OutageOptions) {
    checkDelay(`${where}: storeTimeout`, storeTimeout)
    this.#where = where
    this.#timeout = storeTimeout
  }

  /** @param instead the result while the store cannot be reached; it may throw */
  async ask<T>(c: Ctx | Report, work: () => Promise<T>, instead: () => T | Promise<T>): Promise<T> {
    if (performance.now() - this.#failedAt < pause) return instead()
    const report = typeof c === 'function' ? c : this.reporter(c)
    try {
      const result = await within(work(), this.#timeout)
      this.#failedAt = Number.NEGATIVE_INFINITY
      return result
    } catch (cause) {
      if (performance.now() - this.#failedAt >= pause) report(cause)
      this.#failedAt = performance.now()
      return instead()
    }
  }

  /** Calls the store in any case. A failure is reported and harms nothing else. */
  async tell(c: Ctx | Report, work: () => Promise<unknown>): Promise<void> {
    const report = typeof c === 'function' ? c : this.reporter(c)
    try {
      await within(work(), this.#timeout)
    } catch (cause) {
      report(cause)
    }
  }

  /** Reports failures, also once the request is over. */
  reporter(c: Ctx): Report {
    const { onError } = c.app().settings
    const at = { method: c.method(), path: c.path() }
    return (cause) => onError(new Error(`${this.#where}: the store failed`, { cause }), at)
  }
}

/** The answer of what must not go on without its store. */
export function storeIsAway(): never {
  throw new HttpError(503, undefined, { headers: { 'Retry-After': '1' } })
}
