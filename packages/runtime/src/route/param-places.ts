import { foldCase, type Pattern } from './pattern.ts'

/** How the parameters of a route are found, worked out when it is registered. */
export interface ParamPlaces {
  /** The place of each name among the pattern's parameters; `*` and `+` alone mean the first of their kind. */
  readonly byName: ReadonlyMap<string, number>
  /**
   * When every parameter ends with its segment of the path, or is all the rest of it: how many characters stand before
   * each, after the one before it.
   */
  readonly gaps: readonly number[] | undefined
  /** The last of them takes all the rest, slashes too. */
  readonly hasRest: boolean
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
  const last = pattern.parts.at(-1)
  return { byName, gaps: gapsOf(pattern), hasRest: last?.kind === 'param' && last.greedy }
}

function gapsOf({ parts }: Pattern): number[] | undefined {
  const gaps: number[] = []
  let before = ''
  for (const [i, part] of parts.entries()) {
    if (part.kind === 'literal') {
      before = part.text
      continue
    }
    const next = parts[i + 1]
    const toEnd = next === undefined || (next.kind === 'literal' && next.text.startsWith('/'))
    // What may be left out, or go on over slashes, is at the end or nowhere.
    if (before === '' || !toEnd || (next !== undefined && (part.greedy || part.optional))) return undefined
    gaps.push(before.length)
    before = ''
  }
  return gaps
}
