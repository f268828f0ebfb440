/** Whether two texts of a client differ at most in the lines that `@see` names: those move with any change above a handler. */
export function isSameClient(one: string, other: string): boolean {
  return one === other || withoutLines(one) === withoutLines(other)
}

function withoutLines(text: string): string {
  return text.replace(/^( \* @see .*):\d+$/gm, '$1')
}
