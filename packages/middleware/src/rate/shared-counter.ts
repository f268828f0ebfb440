import type { LimitState, Rate } from './limit-state.ts'

/** The count of a client after a request. */
export interface SharedCount {
  readonly consumedPoints: number
  readonly msBeforeNext: number
}

/** Counts for several processes: any limiter of rate-limiter-flexible, such as `RateLimiterRedis`. */
export interface SharedCounter {
  readonly points: number
  /** Seconds. */
  readonly duration: number
  /** Rejects with the count past `points`, and with an Error when it fails. */
  consume(key: string, points: number): Promise<SharedCount>
  reward(key: string, points: number): Promise<unknown>
}

/** Counts a request in one step for all processes. A refused one counts as well, until its window ends. */
export async function takeShared(
  counter: SharedCounter,
  key: string,
  cost: number,
  { max }: Rate,
): Promise<LimitState> {
  const { consumedPoints, msBeforeNext } = await counter.consume(key, cost).catch((found: unknown) => {
    if (isCount(found)) return found
    throw found
  })
  const isAllowed = consumedPoints <= max
  const remaining = Math.max(0, Math.floor(max - consumedPoints))
  return { isAllowed, remaining, reset: msBeforeNext, retryAfter: isAllowed ? 0 : msBeforeNext }
}

function isCount(found: unknown): found is SharedCount {
  return typeof found === 'object' && found !== null && !(found instanceof Error) && 'consumedPoints' in found
}
