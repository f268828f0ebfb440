import type { BindIssue } from '../error/bind-error.ts'

/**
 * The missing values that no wrong value explains already: the value itself (from whatever source, when a property has
 * several), one above it, or one below it, which says that it is there.
 *
 * Both lists may be as long as a body has room for, so neither is searched for each of the other.
 */
export function uncovered(missing: readonly BindIssue[], wrong: readonly BindIssue[]): readonly BindIssue[] {
  if (wrong.length === 0) return missing
  const fields = new Set(wrong.map(({ field }) => field.toLowerCase()))
  const places = new Set(wrong.map(({ source, field }) => placeOf(source, field)))
  const lengths = new Set(wrong.map(({ field }) => field.length))
  const above = new Set(wrong.flatMap(placesAbove))
  return missing.filter(
    ({ source, field }) =>
      !fields.has(field.toLowerCase()) &&
      !above.has(placeOf(source, field)) &&
      !isBelow(source, field, places, lengths),
  )
}

function placesAbove({ source, field }: BindIssue): readonly string[] {
  const parts = field.split('.', maxParts)
  return parts.slice(1).map((_, i) => placeOf(source, parts.slice(0, i + 1).join('.')))
}

/** More parts than that are dots in a key of the request. */
const maxParts = 64

function isBelow(
  source: string,
  field: string,
  places: ReadonlySet<string>,
  lengths: ReadonlySet<number>,
): boolean {
  if (places.has(placeOf(source, ''))) return true
  for (let dot = field.indexOf('.'); dot !== -1; dot = field.indexOf('.', dot + 1)) {
    // A key of the request may hold any number of dots.
    if (lengths.has(dot) && places.has(placeOf(source, field.slice(0, dot)))) return true
  }
  return false
}

function placeOf(source: string, field: string): string {
  return `${source} ${field}`
}
