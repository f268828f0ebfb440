/** A piece of code, which is broken into lines where it is too long for one. */
export type Item = string | Group | Chain

/** Items between brackets, with a line each. */
export interface Group {
  readonly open: string
  readonly items: readonly Item[]
  readonly close: string
  /** Between the brackets and the items on one line. */
  readonly space?: ' '
  /** Whether a line takes as many items as fit. */
  readonly isFilled?: true
}

/** Operands with operators, which begin the lines after the first. */
export interface Chain {
  readonly start: string
  readonly more: readonly (readonly [operator: '??' | '?' | ':', operand: string])[]
}

/** The text on one line. */
export function flat(item: Item): string {
  if (typeof item === 'string') return item
  if ('start' in item)
    return [item.start, ...item.more.map(([operator, one]) => `${operator} ${one}`)].join(' ')
  const { open, items, close, space = '' } = item
  return items.length === 0 ? open + close : `${open}${space}${items.map(flat).join(', ')}${space}${close}`
}

/** An item with a text before it: `key: `. */
export function prefixed(before: string, item: Item): Item {
  if (typeof item === 'string') return before + item
  return 'start' in item ? { ...item, start: before + item.start } : { ...item, open: before + item.open }
}

/** `a ?? b ?? c` */
export function firstPresent([start = 'undefined', ...others]: readonly string[]): Chain {
  return { start, more: others.map((one) => ['??', one]) }
}

/** `condition ? yes : no` */
export function either(condition: string, yes: string, no: string): Chain {
  return {
    start: condition,
    more: [
      ['?', yes],
      [':', no],
    ],
  }
}
