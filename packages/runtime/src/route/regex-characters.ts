/** A set of characters, as ranges of code points, both ends included. */
export interface Atom {
  readonly negated: boolean
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

const digit: Atom = { negated: false, ranges: [[48, 57]] }
const word: Atom = {
  negated: false,
  ranges: [
    [48, 57],
    [65, 90],
    [95, 95],
    [97, 122],
  ],
}
const blank: Atom = {
  negated: false,
  ranges: [
    [9, 10],
    [12, 13],
    [32, 32],
  ],
}
export const anyButNewline: Atom = { negated: true, ranges: [[10, 10]] }

/** `\d`, `\w` and `\s`. */
export const classes: Readonly<Record<string, Atom>> = { d: digit, w: word, s: blank }
/** `\n` and its like. */
export const controls: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11 }

export function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0
}

/** All characters but those; the ranges are in order. */
export function complement(ranges: Atom['ranges']): (readonly [number, number])[] {
  const rest: (readonly [number, number])[] = []
  let from = 0
  for (const [first, last] of ranges) {
    if (first > from) rest.push([from, first - 1])
    from = last + 1
  }
  rest.push([from, 0x10ffff])
  return rest
}
