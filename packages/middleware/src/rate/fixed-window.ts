import { BoundedMap } from '../bounded/bounded-map.ts'
import { type Counter, type LimitState, type Rate, shareOf } from './limit-state.ts'

interface Window {
  taken: number
  /** The limit of the last request. */
  max: number
  readonly ends: number
}

/** A window that begins with the client's first request. Twice the limit may pass around its end. */
export class FixedWindow implements Counter {
  readonly #windows: BoundedMap<Window>

  constructor(maxKeys: number) {
    this.#windows = new BoundedMap(maxKeys, ({ taken, max }) => shareOf(taken, max))
  }

  take(key: string, cost: number, { max, window }: Rate, now: number): LimitState {
    const found = this.#windows.get(key, now)
    const current = found ?? { taken: 0, max, ends: now + window }
    const isAllowed = current.taken + cost <= max
    if (isAllowed) current.taken += cost
    current.max = max
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
