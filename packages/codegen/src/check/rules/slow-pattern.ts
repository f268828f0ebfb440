import { type Automaton, automatonOf, type Loop } from './pattern-automaton.ts'
import { CharacterSets } from './pattern-characters.ts'

/** In how many ways an expression may try one text before it gives up. */
export type PatternCost =
  | { readonly kind: 'exponential'; readonly part: string }
  /** The ways for each character of a text of at most `most` characters. */
  | { readonly kind: 'polynomial'; readonly ways: (most: number) => Ways }
  /** More states go round together than can be looked at. */
  | { readonly kind: 'unknown' }

export interface Ways {
  readonly count: number
  /** Of the time that a text takes, as a power of its length. */
  readonly degree: number
  /** The two repetitions that share a text, of several such pairs the last; the first is '' when it is that the match can begin anywhere. */
  readonly parts: readonly [string, string] | undefined
}

/**
 * An expression takes exponential time when there is a state of its position automaton to which two different ways lead
 * back over the same text: each time round doubles the ways that the engine tries before it gives up (Weideman et al.,
 * 2016). Otherwise the time is polynomial: its degree is one more than the number of times that a text can pass from one
 * loop to another in as many ways as it has characters (Weber and Seidl, 1991: infinite degree of ambiguity).
 */
export function patternCost(source: string, flags: string): PatternCost {
  const graph = new LoopGraph(automatonOf(source, flags), flags)
  try {
    const doubled = graph.doubled()
    if (doubled !== undefined) return { kind: 'exponential', part: doubled }
    const passages = graph.passages()
    return { kind: 'polynomial', ways: (most) => mostWays(passages, most) }
  } catch (error) {
    if (error instanceof TooManyStates) return { kind: 'unknown' }
    throw error
  }
}

class TooManyStates extends Error {}

/** Some tens of milliseconds. */
const mostSteps = 3_000_000

type Edges = ReadonlyMap<number, readonly number[]>

/** A loop that is in no other: its states all lead to one another. */
interface Component {
  readonly loop: Loop
  readonly states: readonly number[]
  /** The edges between its states. */
  readonly edges: Edges
  /** All that leads to it. */
  readonly before: ReadonlySet<number>
}

/** Two components, of which the first leads to the second; `isShared` when the two go round over the same text. */
interface Passage {
  readonly from: Component
  readonly to: Component
  readonly isShared: boolean
}

function mostWays(passages: readonly Passage[], most: number): Ways {
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

  /** The part of the expression that takes one text in two ways on its way round. */
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

  /** The outermost loop: it is the one around which the others are. */
  #partAround(states: readonly number[]): string | undefined {
    const [least, most] = [Math.min(...states), Math.max(...states)]
    const around = this.#automaton.loops.findLast(({ first, end }) => first <= least && most < end)
    return around?.source
  }

  /** Two different states that a text leads to from one state, and another text back from both. */
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

  /** Whether a text leads from a state of one round to it, from there to a state of the other, and round in that. */
  #shares(from: Component, to: Component): boolean {
    const tried = to.states.filter((one) => !this.#endsSearch(from, one))
    const edges = inside(to.edges, new Set(tried))
    return from.states.some((p) => tried.some((q) => this.#passes([p, q], from.edges, edges, to.before)))
  }

  /** A state from which the match can only succeed is entered once; that of a lookaround once for each evaluation. */
  #endsSearch({ loop }: Component, state: number): boolean {
    return this.#automaton.sure.has(state) && this.#automaton.looks[state] === loop.look
  }

  /** A search in the product of the automaton with itself and itself, from p, p, q to p, q, q. */
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
    if (this.#steps > mostSteps) throw new TooManyStates()
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

/** Two states between which there are two edges. */
function doubledEdge(edges: Edges): readonly [number, number] | undefined {
  for (const [state, nexts] of edges) {
    if (new Set(nexts).size === nexts.length) continue
    const doubled = nexts.find((next, i) => nexts.indexOf(next) !== i)
    if (doubled !== undefined) return [state, doubled]
  }
  return undefined
}

/** What can be reached in one step or more. */
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
