const escapes = /(?:%[0-9a-fA-F]{2})+/g

/** Decodes `%xx` as UTF-8; text with a malformed escape is returned as it is. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decodes a key or value of a query string: `+` is a space, malformed escapes stay as they are. */
export function decodeQueryText(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced.replace(escapes, decodePercent)
  }
}
