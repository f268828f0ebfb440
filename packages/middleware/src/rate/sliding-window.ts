import { BoundedMap } from '../bounded/bounded-map.ts'
import { type Counter, type LimitState, type Rate, shareOf } from './limit-state.ts'

interface Windows {
  /** When the current window began. */
  began: number
  readonly before: number
  taken: number
  /** The limit of the last request. */
  max: number
  readonly ends: number
}

/** Two windows, the older one counted by the share of it that the last `window` milliseconds still cover. */
export class SlidingWindow implements Counter {
  readonly #windows: BoundedMap<Windows>

  constructor(maxKeys: number) {
    this.#windows = new BoundedMap(maxKeys, ({ before, taken, max }) => shareOf(before + taken, max))
  }

  take(key: string, cost: number, { max, window }: Rate, now: number): LimitState {
    const at = this.#current(key, window, now)
    const covered = 1 - (now - at.began) / window
    const isAllowed = at.before * covered + at.taken + cost <= max
    if (isAllowed) at.taken += cost
    at.max = max
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor(max - at.before * covered - at.taken)),
      reset: at.began + window - now,
      retryAfter: isAllowed ? 0 : waitOf(at, cost, { max, window }, now),
    }
  }

  giveBack(key: string, cost: number, { window }: Rate, now: number): void {
    const at = this.#windows.get(key, now)
    if (at !== undefined && now < at.began + window) at.taken = Math.max(0, at.taken - cost)
  }

  /** The windows of a client, moved on to now. */
  #current(key: string, window: number, now: number): Windows {
    const found = this.#windows.get(key, now)
    if (found !== undefined && now < found.began + window) return found
    const began = found === undefined ? now : found.began + window
    const moved = { began, before: found?.taken ?? 0, taken: 0, max: 0, ends: began + 2 * window }
    this.#windows.put(key, moved, now)
    return moved
  }
}

/** Milliseconds until a refused cost fits. */
function waitOf({ began, before, taken }: Windows, cost: number, { max, window }: Rate, now: number): number {
  const elapsed = now - began
  const room = max - cost
  if (taken <= room && before > 0) return Math.max(1, window * (1 - (room - taken) / before) - elapsed)
  // In the next window, what was taken in this one counts as before.
  const share = room < 0 || taken === 0 ? 0 : Math.min(1, room / taken)
  return window - elapsed + window * (1 - share)
}
