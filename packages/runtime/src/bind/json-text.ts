/** A prefix that no client can know, so that no client can write a string that reads as a number. */
let mark: string | undefined

/**
 * Parses JSON with whole numbers past 2^53 as exact `bigint`s; everything else as `JSON.parse` does.
 *
 * @throws SyntaxError as `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  mark ??= globalThis.crypto.randomUUID()
  const marked = markRounded(text, mark)
  if (marked === undefined) return JSON.parse(text)
  let value: unknown
  try {
    value = JSON.parse(marked)
  } catch {
    // The text is as wrong, and the message must not show the mark.
    return JSON.parse(text)
  }
  return withBigints(value, mark)
}

/** The text with `"<prefix>digits"` for each whole number that JSON.parse would round; `undefined` when it has none. */
function markRounded(text: string, prefix: string): string | undefined {
  let pieces: string[] | undefined
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) {
      i = endOfString(text, i)
      continue
    }
    if (c < ZERO || c > NINE) continue
    const start = text.charCodeAt(i - 1) === MINUS ? i - 1 : i
    const end = endOfNumber(text, i)
    i = end - 1
    const digits = mayRound(text, start, end) ? roundedDigits(text.slice(start, end)) : undefined
    if (digits === undefined || isKey(text, end)) continue
    pieces ??= []
    pieces.push(text.slice(from, start), `"${prefix}${digits}"`)
    from = end
  }
  pieces?.push(text.slice(from))
  return pieces?.join('')
}

const QUOTE = 34
const PLUS = 43
const MINUS = 45
const DOT = 46
const ZERO = 48
const NINE = 57
const COLON = 58
const BACKSLASH = 92
const SMALL_E = 101

/** The index of the quote that ends the string which begins at `start`. */
export function endOfString(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === QUOTE) break
    if (c === BACKSLASH) i++
  }
  return i
}

function endOfNumber(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const isPart = (c >= ZERO && c <= NINE) || c === DOT || isExponent(c) || c === PLUS || c === MINUS
    if (!isPart) break
  }
  return i
}

function isExponent(c: number): boolean {
  return (c | 0x20) === SMALL_E
}

/** Whether a number is as long as those that JSON.parse rounds, or has an exponent. */
function mayRound(text: string, start: number, end: number): boolean {
  if (end - start >= 16) return true
  for (let i = start + 1; i < end; i++) {
    if (isExponent(text.charCodeAt(i))) return true
  }
  return false
}

/** Whether a colon follows: a number that stands for a key is none, and a string in its place would be one. */
function isKey(text: string, end: number): boolean {
  let i = end
  while (/[ \t\r\n]/.test(text.charAt(i))) i++
  return text.charCodeAt(i) === COLON
}

const number = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/

/** The most digits of a 64-bit integer. */
const mostDigits = 20

/**
 * The digits of a whole number that is none as a `number`, of any notation: `12345678901234567.0`, `1.5e19`. Zeros that an
 * exponent stands for are written out up to 64 bits only: they would be many times as long as what was sent.
 */
function roundedDigits(token: string): string | undefined {
  const value = Number(token)
  if (Number.isSafeInteger(value) || !Number.isInteger(value)) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = number.exec(token) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const zeros = Number(exponent) - fraction.length
  if (digits === '' || (zeros > 0 && digits.length + zeros > mostDigits)) return undefined
  if (zeros < 0 && !/^0*$/.test(digits.slice(zeros))) return undefined
  const sign = value < 0 ? '-' : ''
  return `${sign}${zeros < 0 ? digits.slice(0, zeros) : digits + '0'.repeat(zeros)}`
}

/** A decoded value with bigints for its marked strings. Without recursion, as a body may be of any depth. */
function withBigints(value: unknown, prefix: string): unknown {
  const root = [value]
  const open: Members[] = []
  const exact = (one: unknown): unknown => {
    if (typeof one === 'string') return one.startsWith(prefix) ? BigInt(one.slice(prefix.length)) : one
    if (hasMembers(one)) open.push(one)
    return one
  }
  replaceElements(root, exact)
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (Array.isArray(at)) replaceElements(at, exact)
    else replaceMembers(at, exact)
  }
  return root[0]
}

type Members = Record<string, unknown>

function hasMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null
}

function replaceElements(list: unknown[], replaced: (value: unknown) => unknown): void {
  for (let i = 0; i < list.length; i++) {
    const value = list[i]
    const other = replaced(value)
    if (other !== value) list[i] = other
  }
}

function replaceMembers(object: Members, replaced: (value: unknown) => unknown): void {
  for (const key in object) {
    const value = object[key]
    const other = replaced(value)
    if (other !== value) object[key] = other
  }
}
