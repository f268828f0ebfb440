/** Names asked for are few and repeat; what a client makes up must not fill the memory. */
const mostKnown = 1000
const known = new Map<string, boolean>()

/** A name of the IANA time zone database, spelled as there. */
export function isTimeZone(text: string): boolean {
  const seen = known.get(text)
  if (seen !== undefined) return seen
  const found = text.length <= 64 && looksLikeName.test(text) && isKnown(text)
  if (known.size >= mostKnown) known.clear()
  known.set(text, found)
  return found
}

/** Capital first letters: Intl does not look at case, the database does. */
const looksLikeName = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/

function isKnown(name: string): boolean {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase()
  } catch {
    return false
  }
}
