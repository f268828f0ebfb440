/** Decodes `%xx` as UTF-8, piece by piece: a malformed escape is unchanged, and invalid UTF-8 becomes U+FFFD. */
export function decodePercent(text: string): string {
  const first = text.indexOf('%')
  if (first === -1) return text
  return decodeAscii(text, first, -1) ?? decodeUtf8(text)
}

/**
 * Decodes a key or value of application/x-www-form-urlencoded: `+` is a space, a malformed escape is unchanged, and
 * invalid UTF-8 becomes U+FFFD.
 */
export function decodeFormText(text: string): string {
  const short = text.length < longText ? decodeAscii(text, text.indexOf('%'), text.indexOf('+')) : undefined
  return short ?? decodeUtf8(text.replaceAll('+', ' '))
}

/**
 * Decodes the value of a cookie, as `c.cookie()` encodes it: invalid UTF-8 becomes U+FFFD. A malformed escape, and one
 * of a control character, is unchanged.
 */
export function decodeCookieText(text: string): string {
  if (!text.includes('%')) return text
  return controlEscape.test(text) ? text.replace(otherEscapes, decodeRun) : decodeUtf8(text)
}

const controlEscape = /%(?:[01][0-9a-f]|7f)/i
const otherEscapes = /(?:%(?![01]|7f)[0-9a-f]{2})+/gi

/** Joining the pieces of a longer text takes more memory than the built-in functions do. */
const longText = 4096

/**
 * Decodes ASCII escapes, the most frequent ones, and each `+` from `plus` on; `undefined` for other escapes.
 * decodeURIComponent takes four times as long for `a%20b`, replaceAll twice as long for `a+b`.
 */
function decodeAscii(text: string, percent: number, plus: number): string | undefined {
  let decoded = ''
  let start = 0
  let nextPercent = percent
  let nextPlus = plus
  while (nextPercent !== -1 || nextPlus !== -1) {
    if (nextPlus !== -1 && (nextPercent === -1 || nextPlus < nextPercent)) {
      decoded += `${text.slice(start, nextPlus)} `
      start = nextPlus + 1
      nextPlus = text.indexOf('+', start)
      continue
    }
    const byte = nextPercent + 2 < text.length ? hexByte(text, nextPercent + 1) : -1
    if (byte < 0 || byte > 0x7f) return undefined
    decoded += text.slice(start, nextPercent) + String.fromCharCode(byte)
    start = nextPercent + 3
    nextPercent = text.indexOf('%', start)
  }
  return start === 0 ? text : decoded + text.slice(start)
}

/** The value of two hexadecimal digits; negative when one is invalid. */
export function hexByte(text: string, at: number): number {
  return (hexDigit(text.charCodeAt(at)) << 4) | hexDigit(text.charCodeAt(at + 1))
}

/** The value of a hexadecimal digit; -1 when it is invalid. */
function hexDigit(c: number): number {
  if (c >= 48 && c <= 57) return c - 48
  const lower = c | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** Decodes any escapes, without the pass for those of ASCII. */
export function decodeUtf8(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun)
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

function decodeRun(run: string): string {
  const bytes = new Uint8Array(run.length / 3)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(run.slice(i * 3 + 1, i * 3 + 3), 16)
  return utf8.decode(bytes)
}
