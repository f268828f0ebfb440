/** Real names are few and repeat; invented names must not fill the memory. */
const maxKnown = 1000
const known = new Map<string, boolean>()

/** A name of the IANA time zone database, in its exact spelling. */
export function isTimeZone(text: string): boolean {
  const seen = known.get(text)
  if (seen !== undefined) return seen
  const found = text.length <= 64 && isKnown(text)
  if (known.size >= maxKnown) known.clear()
  known.set(text, found)
  return found
}

/**
 * Unlike the database, Intl ignores case and resolves aliases, so the spelling must be checked. From Node 22 on it also
 * accepts offsets such as `+01:00`, which are not names.
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

/** Words in aliases that are not simply capitalised. */
const oddWords = `ACT BajaNorte BajaSur CET CHAT ComodRivadavia CST6CDT DeNoronha EasterIsland EET es EST EST5EDT GB GMT GMT0
  HST IN LHI McMurdo MET MST MST7MDT NSW NZ of PRC PST8PDT ROC ROK SU UCT US UTC WET`
let byLowerCase: ReadonlyMap<string, string> | undefined

/** The name in the database's spelling, derived word by word, because no list of aliases is available. */
function spelled(name: string): string {
  byLowerCase ??= new Map(oddWords.split(/\s+/).map((word) => [word.toLowerCase(), word]))
  const odd = byLowerCase
  return name.toLowerCase().replace(/[a-z][a-z0-9]*/g, (word) => {
    return odd.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1)
  })
}
