const QUOTE = 34
const PLUS = 43
const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57
const BACKSLASH = 92
const SMALL_E = 101

/** The index of the quote that ends the string at `start`; the length of the text when there is none. */
export function endOfString(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) break
    if (c === BACKSLASH) i++
  }
  return i
}

/** The index after a number. */
export function endOfNumber(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const isPart = (c >= ZERO && c <= NINE) || c === DOT || isExponent(c) || c === PLUS || c === MINUS
    if (!isPart) break
  }
  return i
}

/** Beyond every 64-bit integer. */
const past64Bits = 1e20

/**
 * Reads a number of a valid text: as `bigint` when it is whole and beyond 2^53, in any notation (`12345678901234567.0`,
 * `1.5e19`). Exponents are expanded up to 64 bits only, because the digits may be fifty times as long as the text.
 */
export function exactNumber(text: string, start: number, end: number): number | bigint {
  const value = Number(text.slice(start, end))
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return value
  const mark = exponentAt(text, start, end)
  const written = text.slice(start, mark)
  const dot = written.indexOf('.')
  const digits = dot === -1 ? written : written.replace('.', '')
  const zeros = Number(text.slice(mark + 1, end)) - (dot === -1 ? 0 : written.length - dot - 1)
  if (zeros === 0) return BigInt(digits)
  if (zeros > 0) return Math.abs(value) < past64Bits ? BigInt(digits) * powerOfTen(zeros) : value
  return /^0*$/.test(digits.slice(zeros)) ? BigInt(digits.slice(0, zeros)) : value
}

/** Converts the text of a number. */
export type NumberReader = (text: string, start: number, end: number) => number | bigint

/** Like {@link exactNumber}, but only for integers written without fraction and exponent. */
export function exactInteger(text: string, start: number, end: number): number | bigint {
  const digits = text.slice(start, end)
  const value = Number(digits)
  const isExact = Number.isSafeInteger(value) || !Number.isInteger(value)
  return isExact || !/^-?\d+$/.test(digits) ? value : BigInt(digits)
}

const powersOfTen: bigint[] = []

/** Cached, because computing a power takes longer than reading a number. */
function powerOfTen(exponent: number): bigint {
  const power = powersOfTen[exponent] ?? 10n ** BigInt(exponent)
  powersOfTen[exponent] = power
  return power
}

/** Whether a number may be whole and beyond 2^53: it has 16 digits, or an exponent that yields as many. Rarely true. */
export function mayRound(text: string, start: number, end: number): boolean {
  if (end - start >= 16) return true
  const mark = exponentAt(text, start, end)
  return mark < end && mark - start + Number(text.slice(mark + 1, end)) >= 16
}

/** The index of a number's `e`; `end` without an exponent. */
function exponentAt(text: string, start: number, end: number): number {
  for (let i = start + 1; i < end; i++) {
    if (isExponent(text.charCodeAt(i))) return i
  }
  return end
}

function isExponent(c: number): boolean {
  return (c | 0x20) === SMALL_E
}
