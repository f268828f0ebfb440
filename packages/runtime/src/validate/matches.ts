/** Whether a text fits a pattern; one for which the engine's stack is too small does not. */
export function matches(pattern: RegExp, text: string): boolean {
  try {
    return pattern.test(text)
  } catch {
    return false
  }
}
