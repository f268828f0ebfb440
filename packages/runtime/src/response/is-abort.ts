/** Whether a source has ended because its reader has left, whose signal it takes. */
export function isAbort(error: unknown): boolean {
  try {
    return error instanceof Error && error.name === 'AbortError'
  } catch {
    // A thrown proxy may refuse both.
    return false
  }
}
