/** Decodes `%XX` as UTF-8. A malformed escape stays as it is; bytes that are no UTF-8 become U+FFFD. */
export function percentDecode(text: string): string {
  const first = text.indexOf('%')
  return first === -1 ? text : decodeAscii(text, first)
}

/** Escapes of ASCII, which most are, decoded in place: decodeURIComponent takes four times as long for `a%20b`. */
function decodeAscii(text: string, first: number): string {
  let decoded = ''
  let start = 0
  for (let at = first; at !== -1; at = text.indexOf('%', start)) {
    const byte = (hexDigit(text.charCodeAt(at + 1)) << 4) | hexDigit(text.charCodeAt(at + 2))
    // Also when one of the two is no digit, which makes the number negative.
    if (byte < 0 || byte > 0x7f) return decodeUtf8(text)
    decoded += text.slice(start, at) + String.fromCharCode(byte)
    start = at + 3
  }
  return decoded + text.slice(start)
}

function decodeUtf8(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun)
  }
}

/** The value of a hexadecimal digit; -1 when it is none. */
function hexDigit(c: number): number {
  if (c >= 48 && c <= 57) return c - 48
  const lower = c | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}

/** As {@link percentDecode}, and `+` is a blank (application/x-www-form-urlencoded). */
export function formDecode(text: string): string {
  return percentDecode(text.indexOf('+') === -1 ? text : text.replaceAll('+', ' '))
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

function decodeRun(run: string): string {
  const bytes = new Uint8Array(run.length / 3)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(run.slice(i * 3 + 1, i * 3 + 3), 16)
  return utf8.decode(bytes)
}
