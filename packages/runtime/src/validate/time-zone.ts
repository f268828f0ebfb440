/** Names asked for are few and repeat; what a client makes up must not fill the memory. */
const mostKnown = 1000
const known = new Map<string, boolean>()

/** A name of the IANA time zone database, spelled as there. */
export function isTimeZone(text: string): boolean {
  const seen = known.get(text)
  if (seen !== undefined) return seen
  const found = text.length <= 64 && isKnown(text)
  if (known.size >= mostKnown) known.clear()
  known.set(text, found)
  return found
}

/**
 * Intl does not look at case, the database does; and of an alias Intl tells only what it stands for. From Node 22 on it takes
 * offsets as well, `+01:00`, which are no names.
 */
function isKnown(name: string): boolean {
  if (!/^[A-Z]/.test(name)) return false
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return timeZone === name || (timeZone.toLowerCase() !== name.toLowerCase() && name === spelled(name))
  } catch {
    return false
  }
}

/** The words of aliases that do not just begin with a capital letter. */
const oddWords = new Map(
  `ACT BajaNorte BajaSur CET CHAT ComodRivadavia CST6CDT DeNoronha EasterIsland EET es EST EST5EDT GB GMT GMT0 HST IN LHI
  McMurdo MET MST MST7MDT NSW NZ of PRC PST8PDT ROC ROK SU UCT US UTC WET`
    .split(/\s+/)
    .map((word) => [word.toLowerCase(), word]),
)

/** A name as the database would spell it: by words, as no list of its aliases is at hand. */
function spelled(name: string): string {
  return name.toLowerCase().replace(/[a-z][a-z0-9]*/g, (word) => {
    return oddWords.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1)
  })
}
