import { decodePercent } from '../request/percent.ts'
import { matchPattern } from './match-pattern.ts'
import { foldCase } from './pattern.ts'
import type { Route } from './route.ts'
import type { RouterOptions } from './router-options.ts'

const SLASH = 47
const PERCENT = 37

/**
 * The value that a path has for a parameter of a route that takes it, percent-decoded once; `""` for one that was left
 * out.
 */
export function paramValue(route: Route, place: number, path: string, options: RouterOptions): string {
  const { gaps, hasRest } = route.places
  const { unescapePath } = options
  if (gaps === undefined) return decode(matchedText(route, place, path, options), unescapePath)
  let start = 0
  for (let i = 0; i < place; i++) start = endOfSegment(path, start + (gaps[i] ?? 0), path.length)
  start += gaps[place] ?? 0
  if (!hasRest || place < gaps.length - 1) return segmentValue(path, start, unescapePath)
  return decode(path.slice(start, endOfPath(path, options)), unescapePath)
}

/** Where a path ends for matching: before slashes at its end, when they do not count. */
export function endOfPath(path: string, { strictRouting }: RouterOptions): number {
  let end = path.length
  if (!strictRouting) while (end > 0 && path.charCodeAt(end - 1) === SLASH) end--
  return end
}

function decode(text: string, decoded: boolean): string {
  return decoded ? text : decodePercent(text)
}

/** Looks for the end and for escapes in one go. */
function segmentValue(path: string, start: number, decoded: boolean): string {
  const { length } = path
  let plain = true
  let at = start
  for (; at < length; at++) {
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
  { pattern, method }: Route,
  place: number,
  path: string,
  options: RouterOptions,
): string {
  const folded = options.caseSensitive ? path : foldCase(path)
  const places = matchPattern(pattern, folded.slice(0, endOfPath(path, options)), method === 'use') ?? []
  return path.slice(places[place * 2], places[place * 2 + 1])
}
