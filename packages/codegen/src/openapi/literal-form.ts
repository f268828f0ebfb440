/**
 * The form in which the runtime compares literal text of patterns with paths: escapes are undone, except those of
 * `/ \ % ? #` and control characters, which also replace the bare character (a slash excepted).
 */
export function literalForm(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/%(?![\da-f]{2})/gi, '%25')
    .replace(changing, (piece) => decoded(piece).replace(kept, escapeOf))
}

/** A form as part of a URL: what a URL cannot hold is escaped. */
export function formInUrl(form: string): string {
  return form.replace(/[^!-~]|["<>^`{|}]/gu, encodeURIComponent)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are escaped
const changing = /(?:%[\da-f]{2})+|[\\?#\0-\x1f\x7f]/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are escaped
const kept = /[/\\%?#\0-\x1f\x7f]/g

/** Bytes that are not UTF-8 become U+FFFD. */
function decoded(piece: string): string {
  if (!piece.startsWith('%')) return piece
  const bytes = piece.split('%').slice(1)
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
  return utf8.decode(Uint8Array.from(bytes, (hex) => Number.parseInt(hex, 16)))
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
