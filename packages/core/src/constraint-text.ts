/** A constraint as written in a pattern: `range(1,5)`. */
export interface ConstraintText {
  readonly name: string
  /** The text in the parentheses; `undefined` without parentheses. */
  readonly argument: string | undefined
}

/**
 * Reads constraints (`<int;min(1)>`), beginning at the `<`.
 * @returns the constraints, and the index after them.
 * @throws TypeError when the `>` or a `)` is missing.
 */
export function readConstraints(
  pattern: string,
  start: number,
): { readonly constraints: readonly ConstraintText[]; readonly end: number } {
  const constraints: ConstraintText[] = []
  let at = start
  while (pattern[at] !== '>') {
    const nameEnd = endOfName(pattern, at + 1)
    const name = pattern.slice(at + 1, nameEnd).trim()
    const closing = pattern[nameEnd] === '(' ? endOfArgument(pattern, nameEnd) : undefined
    const argument = closing === undefined ? undefined : pattern.slice(nameEnd + 1, closing)
    constraints.push({ name, argument })
    at = closing === undefined ? nameEnd : closing + 1
    while (pattern[at] === ' ') at++
    if (pattern[at] !== ';' && pattern[at] !== '>') throw unclosed(pattern)
  }
  return { constraints, end: at + 1 }
}

function endOfName(pattern: string, start: number): number {
  let at = start
  while (at < pattern.length && !';>('.includes(pattern[at] ?? '')) at++
  if (at >= pattern.length) throw unclosed(pattern)
  return at
}

/** The index of the parenthesis that closes the one at `start`, skipping those in a class or after a backslash. */
function endOfArgument(pattern: string, start: number): number {
  let depth = 0
  let inClass = false
  for (let at = start; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\') at++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at
  }
  throw unclosed(pattern)
}

function unclosed(pattern: string): TypeError {
  return new TypeError(`${pattern}: a constraint is not closed`)
}
