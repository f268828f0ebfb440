import type { BindIssue, BindSourceName } from '../error/bind-error.ts'

/** A required value without a source. */
export interface Missing {
  readonly issue: BindIssue
  /** Its other possible places, as {@link placeOf} formats them. */
  readonly others: readonly string[]
}

/**
 * The missing values not already explained by a wrong value: at one of the value's own places, above it, or below it,
 * which implies that it was sent.
 *
 * Both lists may be as long as a body allows, so the search must not be quadratic.
 */
export function uncovered(missing: readonly Missing[], wrong: readonly BindIssue[]): readonly BindIssue[] {
  if (wrong.length === 0) return missing.map(({ issue }) => issue)
  const places = new Set(wrong.map(({ source, path }) => placeOf(source, path)))
  const lengths = new Set([...places].map(({ length }) => length))
  const above = new Set(wrong.flatMap(placesAbove))
  const isCovered = (place: string): boolean => above.has(place) || isWithin(place, places, lengths)
  return missing
    .filter(({ issue, others }) => !isCovered(placeOf(issue.source, issue.path)) && !others.some(isCovered))
    .map(({ issue }) => issue)
}

/** `query posts.1.title` */
function placeOf(source: BindSourceName, path: string): string {
  return `${source} ${path}`
}

function placesAbove({ source, path }: BindIssue): readonly string[] {
  const parts = path.split('.', maxParts)
  return parts.slice(1).map((_, i) => placeOf(source, parts.slice(0, i + 1).join('.')))
}

/** Any further dots belong to a key of the request. */
const maxParts = 64

/** Whether a place, or one above it, is in a set. */
function isWithin(place: string, places: ReadonlySet<string>, lengths: ReadonlySet<number>): boolean {
  const start = place.indexOf(' ') + 1
  if (places.has(place) || places.has(place.slice(0, start))) return true
  for (let dot = place.indexOf('.', start); dot !== -1; dot = place.indexOf('.', dot + 1)) {
    // A key of the request may contain any number of dots.
    if (lengths.has(dot) && places.has(place.slice(0, dot))) return true
  }
  return false
}
