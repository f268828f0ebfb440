import { BoundedMap } from '../bounded/bounded-map.ts'
import type { Counter, LimitState, Rate } from './limit-state.ts'

interface Bucket {
  /** When the bucket is full again. */
  ends: number
}

// Sums of fractions of a window are longer than it by less than this.
const rounding = 1e-6

/** A bucket of `max` tokens that fills evenly, all of them in `window` milliseconds: bursts, then a steady pace. */
export class TokenBucket implements Counter {
  /** The emptiest bucket is the last one that ends. */
  readonly #buckets: BoundedMap<Bucket>

  constructor(maxKeys: number) {
    this.#buckets = new BoundedMap(maxKeys)
  }

  take(key: string, cost: number, { max, window }: Rate, now: number): LimitState {
    const perToken = max > 0 ? window / max : window
    const full = this.#buckets.get(key, now)?.ends ?? now
    const after = full + cost * perToken
    const isAllowed = max > 0 && after - now <= window + rounding
    if (isAllowed && cost > 0) this.#buckets.put(key, { ends: after }, now)
    const ends = isAllowed ? after : full
    return {
      isAllowed,
      remaining: max > 0 ? Math.max(0, Math.floor((window - (ends - now) + rounding) / perToken)) : 0,
      reset: ends - now,
      retryAfter: isAllowed ? 0 : Math.max(1, Math.min(window, after - now - window)),
    }
  }

  giveBack(key: string, cost: number, { max, window }: Rate, now: number): void {
    const bucket = this.#buckets.get(key, now)
    if (bucket !== undefined && max > 0) bucket.ends -= (cost * window) / max
  }
}
