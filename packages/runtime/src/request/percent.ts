/** Decodes `%xx` as UTF-8; text with a malformed escape is returned as it is. */
export function decodePercent(text: string): string {
  const first = text.indexOf('%')
  if (first === -1) return text
  const ascii = decodeAscii(text, first)
  if (ascii !== undefined) return ascii
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Decodes a key or value of application/x-www-form-urlencoded: `+` is a blank, a malformed escape stays as it is, and
 * bytes that are no UTF-8 become U+FFFD.
 */
export function decodeFormText(text: string): string {
  const spaced = text.indexOf('+') === -1 ? text : text.replaceAll('+', ' ')
  const first = spaced.indexOf('%')
  return first === -1 ? spaced : (decodeAscii(spaced, first) ?? decodeUtf8(spaced))
}

/**
 * Escapes of ASCII, which most are, decoded in place: decodeURIComponent takes four times as long for `a%20b`.
 * `undefined` when there are others.
 */
function decodeAscii(text: string, first: number): string | undefined {
  let decoded = ''
  let start = 0
  for (let at = first; at !== -1; at = text.indexOf('%', start)) {
    const byte = (hexDigit(text.charCodeAt(at + 1)) << 4) | hexDigit(text.charCodeAt(at + 2))
    // Also when one of the two is no digit, which makes the number negative.
    if (byte < 0 || byte > 0x7f) return undefined
    decoded += text.slice(start, at) + String.fromCharCode(byte)
    start = at + 3
  }
  return decoded + text.slice(start)
}

/** The value of a hexadecimal digit; -1 when it is none. */
function hexDigit(c: number): number {
  if (c >= 48 && c <= 57) return c - 48
  const lower = c | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

function decodeUtf8(text: string): string {
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
