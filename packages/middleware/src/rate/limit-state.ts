/** A limit: so many units in so many milliseconds. */
export interface Rate {
  readonly max: number
  readonly window: number
}

/** The state of a client's limit after a request. */
export interface LimitState {
  readonly isAllowed: boolean
  /** Whole units left. */
  readonly remaining: number
  /** Milliseconds until units come back: all of a fixed window, more of the others. */
  readonly reset: number
  /** Milliseconds until the same request would be allowed; 0 when it is. */
  readonly retryAfter: number
}

/** Counts requests by client. */
export interface Counter {
  /** Takes units if there are enough; a refused request takes none. @param now in milliseconds */
  take(key: string, cost: number, rate: Rate, now: number): LimitState
  /** Gives units back that were taken for a request, whose `reset` has not passed. */
  giveBack(key: string, cost: number, rate: Rate, now: number): void
}

/** The used share of a limit. A client without a limit has used none of it. */
export function shareOf(taken: number, max: number): number {
  return taken / max || 0
}
