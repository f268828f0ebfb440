import type { LiteralPart, ParamPart, Pattern } from './pattern.ts'

/**
 * The positions of a pattern's parameter values in a path: start, end, start, end, …; `undefined` for no match.
 *
 * It never backtracks, so its time is linear in the path. A value ends at the first occurrence of the next literal, a
 * greedy value at the last occurrence that leaves enough for the rest.
 * @param path in its form, folded and trimmed according to the app's settings.
 * @param prefix matches the first segments only.
 */
export function matchPattern(pattern: Pattern, path: string, prefix: boolean): number[] | undefined {
  const places: number[] = []
  const at = endOfMatch(pattern, path, places)
  if (at === path.length) return places
  return prefix && at !== -1 && (path[at] === '/' || path[at - 1] === '/') ? places : undefined
}

/** The end of the part of a path that a pattern takes; -1 when it takes none. @param places receives the values' own. */
export function endOfMatch({ parts }: Pattern, path: string, places: number[]): number {
  let at = 0
  for (const part of parts) {
    const end = part.kind === 'literal' ? endOfLiteral(part, path, at) : endOfParam(part, path, at)
    if (end === -1) return -1
    if (part.kind === 'param') places.push(at, end)
    at = end
  }
  return at
}

function endOfLiteral(part: LiteralPart, path: string, at: number): number {
  const { text } = part
  if (path.startsWith(text, at)) return at + text.length
  const cut = part.optionalSlash && path.length - at === text.length - 1 && text.startsWith(path.slice(at))
  return cut ? path.length : -1
}

function endOfParam(part: ParamPart, path: string, at: number): number {
  const end = part.greedy ? endOfGreedy(part, path, at) : endOfNamed(part, path, at)
  return end === at && !part.optional ? -1 : end
}

function endOfNamed(part: ParamPart, path: string, at: number): number {
  const slash = path.indexOf('/', at)
  const segmentEnd = slash === -1 ? path.length : slash
  if (part.single) return Math.min(at + 1, segmentEnd)
  if (part.last || part.until === '') return segmentEnd
  const literal = path.indexOf(part.until, at)
  return literal === -1 ? segmentEnd : Math.min(literal, segmentEnd)
}

function endOfGreedy(part: ParamPart, path: string, at: number): number {
  if (part.last || part.until === '') return path.length
  const first = path.indexOf(part.until, at)
  if (first === -1) return path.length
  // Counted from the right, one occurrence is left for each remaining literal.
  let end = path.length
  for (let left = part.untilCount; left > 0; left--) {
    const before = end - part.until.length
    const place = before < at ? -1 : path.lastIndexOf(part.until, before)
    if (place < at) return first
    end = place
  }
  return end
}
