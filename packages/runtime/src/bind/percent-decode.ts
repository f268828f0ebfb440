/** Decodes `%XX` as UTF-8. A malformed escape stays as it is; bytes that are no UTF-8 become U+FFFD. */
export function percentDecode(text: string): string {
  if (text.indexOf('%') === -1) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun)
  }
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
