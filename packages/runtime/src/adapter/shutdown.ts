/** How `shutdown()` ends. */
export interface ShutdownOptions {
  /** Milliseconds until the connections that are still open are cut. Default: none, requests may take as long as they like. */
  readonly timeout?: number
}

/** @throws RangeError for a deadline that would never come, or has been already. */
export function checkShutdownOptions({ timeout = 0 }: ShutdownOptions): void {
  if (!(timeout >= 0)) throw new RangeError(`timeout: not a number of milliseconds: ${timeout}`)
}

// More than this a timer takes for no time at all.
const longestMs = 2 ** 31 - 1

/** Waits for the end of work. @param cut ends it by force at the deadline. @returns whether it ended by itself */
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
