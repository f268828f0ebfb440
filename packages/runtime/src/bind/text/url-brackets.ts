const PERCENT = 37
const AMPERSAND = 38
const EQUALS = 61
const OPEN = 91
const CLOSE = 93

/** The length of the opening bracket at `i`, as `[` or `%5B`; 0 when there is none. */
export function opensAt(text: string, i: number): 0 | 1 | 3 {
  if (i >= text.length) return 0
  const c = text.charCodeAt(i)
  if (c === OPEN) return 1
  return c === PERCENT && isEscaped(text, i, 98) ? 3 : 0
}

/** The length of the closing bracket at `i`, as `]` or `%5D`; 0 when there is none. */
export function closesAt(text: string, i: number): 0 | 1 | 3 {
  if (i >= text.length) return 0
  const c = text.charCodeAt(i)
  if (c === CLOSE) return 1
  return c === PERCENT && isEscaped(text, i, 100) ? 3 : 0
}

/** Whether the escape `%5` with that letter is at `i`. */
function isEscaped(text: string, i: number, letter: number): boolean {
  return i + 2 < text.length && text.charCodeAt(i + 1) === 53 && (text.charCodeAt(i + 2) | 0x20) === letter
}

export function isKeyEnd(text: string, i: number): boolean {
  if (i >= text.length) return true
  const c = text.charCodeAt(i)
  return c === EQUALS || c === AMPERSAND
}
