import { matchPattern } from './match-pattern.ts'
import { foldCase } from './pattern.ts'
import type { Route } from './route.ts'

const SLASH = 47

/**
 * What stands in a path for a parameter of a route that takes it, as sent; `""` for one that was left out.
 * @param end where the path ends for matching.
 */
export function paramText(route: Route, place: number, path: string, end: number): string {
  const { gaps, hasRest } = route.places
  if (gaps === undefined) return matchedText(route, place, path, end)
  let start = 0
  for (let i = 0; i < place; i++) start = endOfSegment(path, start + (gaps[i] ?? 0), end)
  start += gaps[place] ?? 0
  return path.slice(start, hasRest && place === gaps.length - 1 ? end : endOfSegment(path, start, end))
}

/** Where the segment ends that a place of a path is in. */
export function endOfSegment(path: string, from: number, end: number): number {
  // Segments are short: a loop is faster than a call of indexOf.
  let at = from
  while (at < end && path.charCodeAt(at) !== SLASH) at++
  return at
}

function matchedText(
  { pattern, method, caseSensitive }: Route,
  place: number,
  path: string,
  end: number,
): string {
  const folded = caseSensitive ? path : foldCase(path)
  const places = matchPattern(pattern, folded.slice(0, end), method === 'use') ?? []
  return path.slice(places[place * 2], places[place * 2 + 1])
}
