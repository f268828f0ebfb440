const PERCENT = 37
const MINUS = 45
const UNDERSCORE = 95
const OPEN = 91
const CLOSE = 93

/** How many characters the opening bracket at `i` takes, as `[` or `%5B`; 0 when there is none. */
export function opensAt(text: string, i: number): 0 | 1 | 3 {
  if (i >= text.length) return 0
  const c = text.charCodeAt(i)
  if (c === OPEN) return 1
  return c === PERCENT && isEscaped(text, i, 98) ? 3 : 0
}

/** How many characters the closing bracket at `i` takes, as `]` or `%5D`; 0 when there is none. */
export function closesAt(text: string, i: number): 0 | 1 | 3 {
  if (i >= text.length) return 0
  const c = text.charCodeAt(i)
  if (c === CLOSE) return 1
  return c === PERCENT && isEscaped(text, i, 100) ? 3 : 0
}

/** Whether `%5` and that letter stand there. */
function isEscaped(text: string, i: number, letter: number): boolean {
  return i + 2 < text.length && text.charCodeAt(i + 1) === 53 && (text.charCodeAt(i + 2) | 0x20) === letter
}

/** The end of a run of letters, digits, `_` and `-`: nothing that would have to be decoded, or that parts a key. */
export function plainEnd(text: string, from: number): number {
  let i = from
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const lower = c | 0x20
    if (!((lower >= 97 && lower <= 122) || (c >= 48 && c <= 57) || c === UNDERSCORE || c === MINUS)) break
  }
  return i
}
