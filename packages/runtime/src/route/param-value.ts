import { decodePercent } from '../request/percent.ts'
import { matchPattern } from './match-pattern.ts'
import { foldCase } from './pattern.ts'
import type { Route } from './route.ts'

const SLASH = 47
const PERCENT = 37

/**
 * The value that a path has for a parameter of a route that takes it; `""` for one that was left out.
 * @param end where the path ends for matching. @param decoded whether the path is decoded already.
 */
export function paramValue(route: Route, place: number, path: string, end: number, decoded: boolean): string {
  const { gaps, hasRest } = route.places
  if (gaps === undefined) return decode(matchedText(route, place, path, end), decoded)
  let start = 0
  for (let i = 0; i < place; i++) start = endOfSegment(path, start + (gaps[i] ?? 0), end)
  start += gaps[place] ?? 0
  if (hasRest && place === gaps.length - 1) return decode(path.slice(start, end), decoded)
  return segmentValue(path, start, end, decoded)
}

function decode(text: string, decoded: boolean): string {
  return decoded ? text : decodePercent(text)
}

/** Looks for the end and for escapes in one go. */
function segmentValue(path: string, start: number, end: number, decoded: boolean): string {
  let plain = true
  let at = start
  for (; at < end; at++) {
    const code = path.charCodeAt(at)
    if (code === SLASH) break
    if (code === PERCENT) plain = false
  }
  const text = path.slice(start, at)
  return plain || decoded ? text : decodePercent(text)
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
