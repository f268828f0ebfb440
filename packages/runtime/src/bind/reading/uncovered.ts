import type { BindIssue, BindSourceName } from '../../error/bind-error.ts'

/** A required value without a source. */
export interface Missing {
  readonly issue: BindIssue
  /** Its other possible places, as {@link placeOf} formats them. */
  readonly others: readonly string[]
}

/**
 * The missing values not already explained by a wrong value: at one of the value's own places, above it, or below it,
 * which implies that it was sent.
 */
export function uncovered(missing: readonly Missing[], wrong: readonly BindIssue[]): readonly BindIssue[] {
  const places = wrong.map(({ source, path }) => placeOf(source, path))
  const isCovered = (place: string): boolean =>
    places.some((one) => isWithin(place, one) || isWithin(one, place))
  return missing
    .filter(({ issue: { source, path }, others }) => ![placeOf(source, path), ...others].some(isCovered))
    .map(({ issue }) => issue)
}

/** `query posts.1.title` */
function placeOf(source: BindSourceName, path: string): string {
  return `${source} ${path}`
}

/** Whether a place is another one or below it; the whole source has no path. */
function isWithin(place: string, above: string): boolean {
  if (!place.startsWith(above)) return false
  const isWhole = above.indexOf(' ') === above.length - 1
  return isWhole || place.length === above.length || place[above.length] === '.'
}
