/** A set of characters, as ranges of code points, both ends included. */
export interface Atom {
  readonly negated: boolean
  readonly ranges: readonly (readonly [first: number, last: number])[]
}

const digits = [48, 57] as const
const upper = [65, 90] as const
const lower = [97, 122] as const
const space = [32, 32] as const

const digit: Atom = { negated: false, ranges: [digits] }
const word: Atom = { negated: false, ranges: [digits, upper, [95, 95], lower] }
const blank: Atom = { negated: false, ranges: [[9, 10], [12, 13], space] }
export const anyButNewline: Atom = { negated: true, ranges: [[10, 10]] }

/** `\d`, `\w` and `\s`. */
export const classes: Readonly<Record<string, Atom>> = { d: digit, w: word, s: blank }
/** POSIX classes such as `[:alpha:]`, allowed inside a class. */
export const posixClasses: ReadonlyMap<string, Atom['ranges']> = new Map<string, Atom['ranges']>([
  ['alnum', [digits, upper, lower]],
  ['alpha', [upper, lower]],
  ['ascii', [[0, 127]]],
  ['blank', [[9, 9], space]],
  [
    'cntrl',
    [
      [0, 31],
      [127, 127],
    ],
  ],
  ['digit', [digits]],
  ['graph', [[33, 126]]],
  ['lower', [lower]],
  ['print', [[32, 126]]],
  [
    'punct',
    [
      [33, 47],
      [58, 64],
      [91, 96],
      [123, 126],
    ],
  ],
  ['space', [[9, 13], space]],
  ['upper', [upper]],
  ['word', word.ranges],
  ['xdigit', [digits, [65, 70], [97, 102]]],
])
/** Control characters such as `\n`. */
export const controls: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, f: 12, v: 11 }

export function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0
}

/** All characters except the given ranges, which must be sorted. */
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
