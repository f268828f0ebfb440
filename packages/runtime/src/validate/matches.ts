/** Whether a text matches; false when the match would overflow the engine's stack. */
export function matches(pattern: RegExp, text: string): boolean {
  try {
    return pattern.test(text)
  } catch {
    return false
  }
}
