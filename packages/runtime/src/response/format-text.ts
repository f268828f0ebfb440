import { shownText } from './auto-format.ts'

type Verb = (value: unknown, precision: number | undefined) => string

const encoder = new TextEncoder()

const verbs: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['s', (value, precision) => [...valueText(value)].slice(0, precision).join('')],
  ['v', valueText],
  ['t', valueText],
  ['q', (value) => JSON.stringify(valueText(value))],
  ['j', (value) => JSON.stringify(value) ?? ''],
  ['c', (value) => character(Number(value))],
  ['d', (value) => wholeNumber(value, 10)],
  ['x', hexText],
  ['X', (value) => hexText(value).toUpperCase()],
  ['o', (value) => wholeNumber(value, 8)],
  ['b', (value) => wholeNumber(value, 2)],
  ['f', (value, precision = 6) => Number(value).toFixed(Math.min(precision, 100))],
  // An exponent has at least two digits, as in C and Go.
  [
    'e',
    (value, precision = 6) =>
      Number(value)
        .toExponential(Math.min(precision, 100))
        .replace(/(?<=[-+])\d$/, '0$&'),
  ],
])

// %, flags, width, precision, verb. As in Go, the width limit is a million characters.
const directives = /%([-+0]*)(\d{0,6})(?:\.(\d{0,6}))?([a-zA-Z%])/g

/**
 * Formats text like Go's `fmt`: `%s %v %t %q` (any value; the last quoted), `%d` (a number, truncated), `%x %X %o %b`
 * (base 16, 8 or 2; hex of text and bytes), `%f %e`, `%c` (a code point), `%%`, and `%j` (JSON). Flags: `-` (align
 * left), `+` (always a sign), `0` (pad with zeros); then a width and a precision after a dot. A directive without an
 * argument is kept, an extra argument is ignored.
 */
export function formatText(format: string, args: readonly unknown[]): string {
  let at = 0
  const fill = (
    whole: string,
    flags: string,
    width: string,
    precision: string | undefined,
    letter: string,
  ) => {
    const verb = verbs.get(letter)
    if (verb === undefined || at >= args.length) return letter === '%' ? '%' : whole
    const text = verb(args[at++], precision === undefined ? undefined : Number(precision))
    return 'dfexXob'.includes(letter)
      ? paddedNumber(text, flags, Number(width))
      : padded(text, flags, Number(width))
  }
  return format.replace(directives, fill)
}

function padded(text: string, flags: string, width: number): string {
  const blanks = ' '.repeat(Math.max(0, width - [...text].length))
  return flags.includes('-') ? text + blanks : blanks + text
}

function paddedNumber(text: string, flags: string, width: number): string {
  const isNegative = text.startsWith('-')
  const sign = isNegative ? '-' : flags.includes('+') ? '+' : ''
  const digits = isNegative ? text.slice(1) : text
  const filled =
    flags.includes('0') && !flags.includes('-') ? digits.padStart(width - sign.length, '0') : digits
  return padded(sign + filled, flags, width)
}

/** A value as readable text: an object by its own `toString()`, otherwise as JSON. */
function valueText(value: unknown): string {
  return hasText(value) ? String(value) : shownText(value, JSON.stringify)
}

function hasText(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if (value instanceof Uint8Array || !('toString' in value)) return false
  return value.toString !== Object.prototype.toString
}

function character(code: number): string {
  return Number.isInteger(code) && code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

function wholeNumber(value: unknown, base: number): string {
  return typeof value === 'bigint' ? value.toString(base) : Math.trunc(Number(value)).toString(base)
}

function hexText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return wholeNumber(value, 16)
  const bytes = value instanceof Uint8Array ? value : encoder.encode(valueText(value))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
