/** Decodes `%xx` as UTF-8; text with a malformed escape is returned as it is. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
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
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun)
  }
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

function decodeRun(run: string): string {
  const bytes = new Uint8Array(run.length / 3)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(run.slice(i * 3 + 1, i * 3 + 3), 16)
  return utf8.decode(bytes)
}
