import type { BindIssue, BindSourceName } from '../../error/bind-error.ts'

/** A required value without a source. */
export interface Missing {
  readonly issue: BindIssue
  /** Its other possible places: `query posts.1.title`. */
  readonly others: readonly string[]
}

/**
 * The missing values not already explained by a wrong value: at one of the value's own places, above it, or below it,
 * which implies that it was sent.
 */
export function uncovered(missing: readonly Missing[], wrong: readonly BindIssue[]): readonly BindIssue[] {
  const places = wrong.map(({ source, path }) => placeOf(source, path))
  const isCovered = (other: string): boolean => {
    const place = `${other}.`
    return places.some((one) => place.startsWith(one) || one.startsWith(place))
  }
  return missing
    .filter(({ issue: { source, path }, others }) => ![`${source} ${path}`, ...others].some(isCovered))
    .map(({ issue }) => issue)
}

/** `query posts.1.title.`, with which the places below begin; the whole source is `query `. */
function placeOf(source: BindSourceName, path: string): string {
  return path === '' ? `${source} ` : `${source} ${path}.`
}
