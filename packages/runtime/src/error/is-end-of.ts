/** Whether an error ends work that had the signal: it is the reason of the abort, or an `AbortError` with it as the cause. */
export function isEndOf(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false
  if (error === signal.reason) return true
  try {
    return error instanceof Error && error.name === 'AbortError' && error.cause === signal.reason
  } catch {
    // A thrown proxy may refuse `instanceof`.
    return false
  }
}
