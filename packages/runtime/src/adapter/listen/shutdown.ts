/** The options of `shutdown()`. */
export interface ShutdownOptions {
  /** Milliseconds until open connections are cut. Default: no limit. */
  readonly timeout?: number
}

/** @throws RangeError for a negative or invalid timeout. */
export function checkShutdownOptions({ timeout = 0 }: ShutdownOptions): void {
  if (!(timeout >= 0)) throw new RangeError(`timeout: not a number of milliseconds: ${timeout}`)
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
