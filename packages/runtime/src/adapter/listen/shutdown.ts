/** The options of `shutdown()`. */
export interface ShutdownOptions {
  /** Milliseconds until open connections are cut, counted from the end of `drainDelay`. Default: no limit. */
  readonly timeout?: number
  /**
   * Milliseconds in which the servers still take requests while `readyz` of `@ctxgen/middleware/healthcheck` answers
   * 503, so that load balancers notice first. Default: 0.
   */
  readonly drainDelay?: number
  /** The reason that `onStop` hooks get. Default: `shutdown`. */
  readonly reason?: string
}

/** @throws RangeError for a negative or invalid number. */
export function checkShutdownOptions({ timeout = 0, drainDelay = 0 }: ShutdownOptions): void {
  for (const [name, ms] of Object.entries({ timeout, drainDelay }))
    if (!(ms >= 0)) throw new RangeError(`${name}: not a number of milliseconds: ${ms}`)
}

// A timer treats a longer delay as 0.
const longestMs = 2 ** 31 - 1

/** Waits for work to end. @param cut ends it forcibly at the deadline. @returns whether it ended by itself. */
export async function endWithin(
  work: Promise<void>,
  timeout: number | undefined,
  cut: () => void,
): Promise<boolean> {
  let ended = true
  const atDeadline = (): void => {
    ended = false
    cut()
  }
  const timer = timeout === undefined ? undefined : setTimeout(atDeadline, Math.min(timeout, longestMs))
  try {
    await work
    return ended
  } finally {
    clearTimeout(timer)
  }
}
