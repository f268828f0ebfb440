import { type Automaton, automatonOf, type Loop } from './pattern-automaton.ts'
import { CharacterSets } from './pattern-characters.ts'
import { type RowWays, rowWays } from './pattern-rows.ts'

/** The number of ways to try a text before the match fails. */
type PatternCost =
  | { readonly kind: 'exponential'; readonly part: string }
  /** Ways for each character of a text of at most `most` characters. */
  | { readonly kind: 'polynomial'; readonly ways: (most: number) => Ways }
  /** Too many states to analyse. */
  | { readonly kind: 'unknown' }

export interface Ways {
  readonly count: number
  /** Exponent of the time in the length of the text. */
  readonly degree: number
  /** The last pair of repetitions that share a text; the first is '' for the unanchored start of a match. */
  readonly parts: readonly [string, string] | undefined
}

/**
 * Exponential if two different paths over the same text lead from a state of the position automaton back to it (Weideman et
 * al., 2016). Otherwise the degree is one plus the number of loops that share text with the next (Weber and Seidl, 1991).
 */
export function patternCost(source: string, flags: string): PatternCost {
  const graph = new LoopGraph(automatonOf(source, flags), flags)
  try {
    const doubled = graph.doubled()
    if (doubled !== undefined) return { kind: 'exponential', part: doubled }
    const passages = graph.passages()
    const row = rowOf(source, flags)
    return { kind: 'polynomial', ways: (most) => worse(maxWays(passages, most), waysOf(row, most)) }
  } catch (error) {
    if (error instanceof TooManyStates) return { kind: 'unknown' }
    throw error
  }
}

function rowOf(source: string, flags: string): RowWays {
  const automaton = automatonOf(source, flags, true)
  return rowWays(automaton, new CharacterSets(automaton.atoms, flags))
}

function waysOf({ counts, parts }: RowWays, most: number): Ways {
  return { count: Math.max(...counts.slice(0, Math.max(most, 1))), degree: 1, parts }
}

function worse(a: Ways, b: Ways): Ways {
  return b.count > a.count ? b : a
}

class TooManyStates extends Error {}

/** Limit of the search, some tens of milliseconds. */
const maxSteps = 3_000_000

type Edges = ReadonlyMap<number, readonly number[]>

/** An outermost loop: each of its states is reachable from each. */
interface Component {
  readonly loop: Loop
  readonly states: readonly number[]
  /** Edges between its states. */
  readonly edges: Edges
  /** States from which it is reachable. */
  readonly before: ReadonlySet<number>
}

/** A path from one component to another. */
interface Passage {
  readonly from: Component
  readonly to: Component
  /** Whether both loop over the same text. */
  readonly isShared: boolean
}

function maxWays(passages: readonly Passage[], most: number): Ways {
  const known = new Map<Component, Ways>()
  const none: Ways = { count: 1, degree: 1, parts: undefined }
  const waysTo = (to: Component): Ways => {
    const all = passages.filter((one) => one.to === to).map((one) => passed(one, waysFrom(one.from), most))
    return all.reduce((worst, one) => (one.count > worst.count ? one : worst), none)
  }
  const waysFrom = (component: Component): Ways => {
    const ways = known.get(component) ?? waysTo(component)
    known.set(component, ways)
    return ways
  }
  return passages
    .map(({ to }) => waysFrom(to))
    .reduce((worst, one) => (one.count > worst.count ? one : worst), none)
}

function passed({ from, to, isShared }: Passage, before: Ways, most: number): Ways {
  if (!isShared) return before
  const characters = Math.min(from.loop.most, to.loop.most)
  return {
    count: before.count * Math.min(characters, most),
    degree: before.degree + (characters < most ? 0 : 1),
    parts: [from.loop.source, to.loop.source],
  }
}

class LoopGraph {
  readonly #automaton: Automaton
  readonly #sets: CharacterSets
  readonly #components: readonly Component[]
  #steps = 0

  constructor(automaton: Automaton, flags: string) {
    this.#automaton = automaton
    this.#sets = new CharacterSets(automaton.atoms, flags)
    this.#components = componentsOf(automaton)
  }

  /** The part of the expression with two ways to loop over the same text. */
  doubled(): string | undefined {
    for (const { states, edges } of this.#components) {
      const found = doubledEdge(edges) ?? this.#doubledWay(states[0] ?? 0, edges)
      if (found !== undefined) return this.#partAround(found)
    }
    return undefined
  }

  passages(): readonly Passage[] {
    return this.#components.flatMap((to) =>
      this.#components
        .filter((from) => from !== to && to.before.has(from.states[0] ?? 0))
        .map((from) => ({ from, to, isShared: this.#shares(from, to) })),
    )
  }

  /** Source of the outermost loop around these states. */
  #partAround(states: readonly number[]): string | undefined {
    const [least, most] = [Math.min(...states), Math.max(...states)]
    const around = this.#automaton.loops.findLast(({ first, end }) => first <= least && most < end)
    return around?.source
  }

  /** Two different states that share a text from `start`, and a text back to it. */
  #doubledWay(start: number, edges: Edges): readonly [number, number] | undefined {
    const size = this.#automaton.atoms.length
    const origin = start * size + start
    const back = new Map<number, number[]>()
    const reached = reachableFrom(origin, (pair) => {
      const nexts = this.#pairsBehind(Math.floor(pair / size), pair % size, edges)
      for (const next of nexts) back.set(next, [...(back.get(next) ?? []), pair])
      return nexts
    })
    const returning = reachableFrom(origin, (pair) => back.get(pair) ?? [])
    for (const pair of reached) {
      const [a, b] = [Math.floor(pair / size), pair % size]
      if (a !== b && returning.has(pair)) return [a, b]
    }
    return undefined
  }

  #pairsBehind(a: number, b: number, edges: Edges): readonly number[] {
    const pairs: number[] = []
    for (const left of edges.get(a) ?? []) {
      for (const right of edges.get(b) ?? []) {
        this.#step()
        if (this.#sets.overlap(left, right)) pairs.push(left * this.#automaton.atoms.length + right)
      }
    }
    return pairs
  }

  /** Whether one text leads round the first loop, from the first to the second, and round the second. */
  #shares(from: Component, to: Component): boolean {
    const tried = to.states.filter((one) => !this.#endsSearch(from, one))
    const edges = inside(to.edges, new Set(tried))
    return from.states.some((p) => tried.some((q) => this.#passes([p, q], from.edges, edges, to.before)))
  }

  /** A state where the match must succeed is entered once, in a lookaround once for each evaluation. */
  #endsSearch({ loop }: Component, state: number): boolean {
    return this.#automaton.sure.has(state) && this.#automaton.looks[state] === loop.look
  }

  /** Searches the threefold product of the automaton for a path from (p, p, q) to (p, q, q). */
  #passes([p, q]: readonly [number, number], from: Edges, to: Edges, leading: ReadonlySet<number>): boolean {
    const size = this.#automaton.atoms.length
    const seen = new Set<number>()
    const queue: Three[] = [[p, p, q]]
    for (let three = queue.pop(); three !== undefined; three = queue.pop()) {
      for (const next of this.#threesBehind(three, from, to, leading)) {
        const [a, b, c] = next
        if (a === p && b === q && c === q) return true
        const code = (a * size + b) * size + c
        if (seen.has(code)) continue
        seen.add(code)
        queue.push(next)
      }
    }
    return false
  }

  #threesBehind([a, b, c]: Three, from: Edges, to: Edges, leading: ReadonlySet<number>): readonly Three[] {
    const middle = (this.#automaton.edges[b] ?? []).filter((one) => leading.has(one))
    const found: Three[] = []
    for (const nextA of from.get(a) ?? []) {
      for (const nextC of to.get(c) ?? []) {
        this.#step()
        if (!this.#sets.overlap(nextA, nextC)) continue
        for (const nextB of middle) {
          this.#step()
          if (this.#sets.overlap(nextA, nextC, nextB)) found.push([nextA, nextB, nextC])
        }
      }
    }
    return found
  }

  #step(): void {
    this.#steps++
    if (this.#steps > maxSteps) throw new TooManyStates()
  }
}

type Three = readonly [number, number, number]

function componentsOf({ atoms, edges, loops, looks }: Automaton): readonly Component[] {
  const back = atoms.map((): number[] => [])
  for (const [state, nexts] of edges.entries()) for (const next of nexts) back[next]?.push(state)
  const all = new Map(edges.entries())
  const outermost = loops.filter((one, i) => !loops.slice(i + 1).some((other) => isAround(other, one)))
  return outermost.flatMap((loop) => {
    const states = [...atoms.keys()].filter(
      (one) => loop.first <= one && one < loop.end && looks[one] === loop.look,
    )
    const [first] = states
    if (first === undefined) return []
    const before = reachableFrom(first, (one) => back[one] ?? [])
    return [{ loop, states, edges: inside(all, new Set(states)), before }]
  })
}

function isAround(outer: Loop, inner: Loop): boolean {
  return outer.look === inner.look && outer.first <= inner.first && inner.end <= outer.end
}

function inside(edges: Edges, states: ReadonlySet<number>): Edges {
  return new Map([...states].map((one) => [one, (edges.get(one) ?? []).filter((next) => states.has(next))]))
}

/** Two states with a double edge between them. */
function doubledEdge(edges: Edges): readonly [number, number] | undefined {
  for (const [state, nexts] of edges) {
    if (new Set(nexts).size === nexts.length) continue
    const doubled = nexts.find((next, i) => nexts.indexOf(next) !== i)
    if (doubled !== undefined) return [state, doubled]
  }
  return undefined
}

/** Everything reachable in one step or more. */
function reachableFrom(start: number, nexts: (state: number) => readonly number[]): ReadonlySet<number> {
  const found = new Set<number>()
  const queue = [start]
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const next of nexts(state)) {
      if (found.has(next)) continue
      found.add(next)
      queue.push(next)
    }
  }
  return found
}
