import { BoundedMap } from './bounded-map.ts'
import type { Counter, LimitState, Rate } from './limit-state.ts'

interface Window {
  taken: number
  ends: number
}

/** A window that begins with the client's first request. Twice the limit may pass around its end. */
export class FixedWindow implements Counter {
  readonly #windows: BoundedMap<Window>

  constructor(maxKeys: number) {
    this.#windows = new BoundedMap(maxKeys)
  }

  take(key: string, cost: number, { max, window }: Rate, now: number): LimitState {
    const found = this.#windows.get(key, now)
    const current = found ?? { taken: 0, ends: now + window }
    const isAllowed = current.taken + cost <= max
    if (isAllowed) current.taken += cost
    if (found === undefined) this.#windows.put(key, current, now)
    const reset = current.ends - now
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor(max - current.taken)),
      reset,
      retryAfter: isAllowed ? 0 : reset,
    }
  }

  giveBack(key: string, cost: number, _rate: Rate, now: number): void {
    const current = this.#windows.get(key, now)
    if (current !== undefined) current.taken = Math.max(0, current.taken - cost)
  }
}
