import { foldCase, type Pattern } from './pattern.ts'

/** How the parameters of a route are found, worked out when it is registered. */
export interface ParamPlaces {
  /** The place of each name among the pattern's parameters; `*` and `+` alone mean the first of their kind. */
  readonly byName: ReadonlyMap<string, number>
  /** When every parameter is a whole segment of the path: which segment each is, counted from 0. */
  readonly segments: readonly number[] | undefined
}

export function paramPlaces(pattern: Pattern, caseSensitive: boolean): ParamPlaces {
  const byName = new Map<string, number>()
  const addFirst = (name: string, place: number): void => {
    if (!byName.has(name)) byName.set(name, place)
  }
  for (const [i, name] of pattern.params.entries()) {
    // Without case two names that differ in nothing else are one parameter: the first.
    const folded = caseSensitive ? name : foldCase(name)
    addFirst(folded, i)
    byName.set(name, byName.get(folded) ?? i)
    if (name === '*1' || name === '+1') addFirst(name.charAt(0), i)
  }
  return { byName, segments: segmentsOf(pattern) }
}

/** The value of the segment with that number, in a path that begins with a slash. */
export function segmentText(path: string, segment: number): string {
  let start = 1
  for (let left = segment; left > 0; left--) start = path.indexOf('/', start) + 1
  const end = path.indexOf('/', start)
  return path.slice(start, end === -1 ? path.length : end)
}

function segmentsOf(pattern: Pattern): number[] | undefined {
  const segments: number[] = []
  let slashes = 0
  for (const [i, part] of pattern.parts.entries()) {
    if (part.kind === 'literal') {
      slashes += part.text.split('/').length - 1
      continue
    }
    const before = pattern.parts[i - 1]
    const after = pattern.parts[i + 1]
    const whole = endsSegment(before) && (after === undefined || startsSegment(after))
    if (part.greedy || part.optional || !whole) return undefined
    segments.push(slashes - 1)
  }
  return segments
}

function endsSegment(part: Pattern['parts'][number] | undefined): boolean {
  return part?.kind === 'literal' && part.text.endsWith('/')
}

function startsSegment(part: Pattern['parts'][number]): boolean {
  return part.kind === 'literal' && part.text.startsWith('/')
}
