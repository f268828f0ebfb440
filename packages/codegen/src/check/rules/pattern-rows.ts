import type { Automaton } from './pattern-automaton.ts'
import type { CharacterSets } from './pattern-characters.ts'

/** The number of ways to match one text within a row of parts, by the length of the text. */
export interface RowWays {
  /** The greatest number for a text of at most this many characters; the last one holds for all longer texts. */
  readonly counts: readonly number[]
  /** The first and the last atom of the worst row. */
  readonly parts: readonly [string, string]
}

/** Texts that are followed at the same time: those with the most ways so far. */
const maxTexts = 4

/** Limit of the search, some milliseconds. */
const maxSteps = 400_000

/** The number of ways to each state. */
type WaysByPlace = ReadonlyMap<number, number>

/**
 * Optional parts in a row (`(?:a|b)?(?:a|b)?…`) multiply the ways to match one text without any repetition. Follows the
 * texts with the most ways, outside loops: a lower bound, which is exact for rows of equal parts.
 */
export function rowWays(automaton: Automaton, sets: CharacterSets): RowWays {
  const edges = edgesOutsideLoops(automaton)
  const counts = [1]
  let parts: readonly [string, string] = ['', '']
  let steps = 0
  for (const start of starts(automaton, edges)) {
    let texts: readonly WaysByPlace[] = [new Map(start.map((state) => [state, 1]))]
    let isFirst = true
    for (let length = 0; length < automaton.atoms.length && texts.length > 0; length++) {
      texts = longer(texts, isFirst)
      isFirst = false
      const [worst] = texts
      const count = worst === undefined ? 0 : total(worst)
      if (worst !== undefined && count > Math.max(...counts)) parts = ends(worst)
      counts[length] = Math.max(counts[length] ?? 1, count)
    }
  }
  return { counts, parts }

  function longer(texts: readonly WaysByPlace[], isFirst: boolean): readonly WaysByPlace[] {
    const found: WaysByPlace[] = []
    for (const text of texts) {
      for (let kind = 0; kind < sets.kinds && steps < maxSteps; kind++) {
        const next = isFirst ? matching(text, kind) : behind(text, kind)
        if (next.size > 0) found.push(next)
      }
    }
    return found.toSorted((a, b) => total(b) - total(a)).slice(0, maxTexts)
  }

  function matching(text: WaysByPlace, kind: number): WaysByPlace {
    return new Map([...text].filter(([state]) => sets.matches(state, kind)))
  }

  function behind(text: WaysByPlace, kind: number): WaysByPlace {
    const next = new Map<number, number>()
    for (const [state, ways] of text) {
      for (const to of edges[state] ?? []) {
        steps++
        if (sets.matches(to, kind)) next.set(to, (next.get(to) ?? 0) + ways)
      }
    }
    return next
  }

  function ends(text: WaysByPlace): readonly [string, string] {
    const states = [...text.keys()]
    return [automaton.atoms[Math.min(...states)] ?? '', automaton.atoms[Math.max(...states)] ?? '']
  }
}

function total(text: WaysByPlace): number {
  let sum = 0
  for (const ways of text.values()) sum += ways
  return sum
}

function edgesOutsideLoops({ edges, loops, looks }: Automaton): readonly (readonly number[])[] {
  const within = (state: number): readonly number[] =>
    loops.flatMap(({ first, end, look }, i) =>
      first <= state && state < end && looks[state] === look ? [i] : [],
    )
  const loopsOf = edges.map((_, state) => new Set(within(state)))
  return edges.map((nexts, state) =>
    nexts.filter((next) => !within(next).some((loop) => loopsOf[state]?.has(loop) === true)),
  )
}

/** The states where a row may begin: at the start of the expression, and behind each loop. */
function starts(
  { first, loops }: Automaton,
  free: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const behind = loops.map(({ first: from, end }) => [...new Set(free.slice(from, end).flat())])
  return [first, ...behind].filter((states) => states.length > 0)
}
