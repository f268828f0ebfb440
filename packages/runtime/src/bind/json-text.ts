/** Strings and numbers of a valid JSON text. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** A prefix that no client can know, so that no client can write a string that reads as a number. */
let mark: string | undefined

/**
 * Parses JSON with whole numbers past 2^53 as exact `bigint`s; everything else as `JSON.parse` does.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (!mayRound(text)) return value
  mark ??= globalThis.crypto.randomUUID()
  const prefix = mark
  const marked = text.replace(stringOrNumber, (token) => {
    const digits = token.startsWith('"') ? undefined : roundedDigits(token)
    return digits === undefined ? token : `"${prefix}${digits}"`
  })
  return JSON.parse(marked, (_key, member: unknown) =>
    typeof member === 'string' && member.startsWith(prefix) ? BigInt(member.slice(prefix.length)) : member,
  )
}

/**
 * Whether a text may hold a whole number that JSON.parse would round: a long one, or one with an exponent. `1e19` has two
 * digits there, and with one digit seven are needed before it: `9007199.3e9`.
 */
function mayRound(text: string): boolean {
  let digits = 0
  let wholeDigits = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c >= 48 && c <= 57) {
      if (++digits === 16) return true
    } else if (digits > 0) {
      const isExponent = c === SMALL_E || c === BIG_E
      if (isExponent && (digits > 6 || wholeDigits > 6 || wideExponent.test(text.slice(i + 1, i + 4))))
        return true
      wholeDigits = c === DOT ? digits : 0
      digits = 0
    } else {
      wholeDigits = 0
    }
  }
  return false
}

const wideExponent = /^\+?\d\d/

const DOT = 46
const BIG_E = 69
const SMALL_E = 101

/** The digits of a whole number that is none as a `number`, of any notation: `12345678901234567.0`, `1.5e19`. */
function roundedDigits(token: string): string | undefined {
  const value = Number(token)
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return undefined
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const shift = Number(exponent) - fraction.length
  // At most 308 zeros, as the value is finite.
  if (shift >= 0) return `${whole}${fraction}${'0'.repeat(shift)}`
  const digits = `${whole}${fraction}`
  return /^0*$/.test(digits.slice(shift)) ? digits.slice(0, shift) : undefined
}
