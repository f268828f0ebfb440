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
  // Two digits at least, as C and Go write an exponent.
  [
    'e',
    (value, precision = 6) =>
      Number(value)
        .toExponential(Math.min(precision, 100))
        .replace(/(?<=[-+])\d$/, '0$&'),
  ],
])

// %, flags, width, precision, verb. As in Go, nothing is wider than a million characters.
const directives = /%([-+0]*)(\d{0,6})(?:\.(\d{0,6}))?([a-zA-Z%])/g

/**
 * Fills in text as Go's `fmt` does: `%s %v %t %q` (any value; the last in quotes), `%d` (a number, cut to a whole one),
 * `%x %X %o %b` (in base 16, 8 or 2; of text and bytes the hex), `%f %e`, `%c` (a code point), `%%`, and `%j` (JSON).
 * Before the letter may stand `-` (to the left), `+` (with its sign), `0` (filled up with zeros), a width, and a precision
 * behind a dot. A directive without an argument stays as it is, an argument without a directive is left out.
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

/** As a person reads it: an object by its own `toString()`, else as JSON. */
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
