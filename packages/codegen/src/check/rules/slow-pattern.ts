import { type Automaton, automatonOf } from './pattern-automaton.ts'
import { parsePattern } from './pattern-syntax.ts'

/**
 * The part of an expression that makes it take exponential time; `undefined` when none does.
 *
 * That is so exactly when there is a state of its position automaton to which two different ways lead back over the same
 * text: each time round doubles the ways that the engine tries before it gives up (Weideman et al., 2016). Such a state
 * is one from which, in the product of the automaton with itself, a pair of different states can be reached and left
 * again.
 */
export function slowPart(source: string, flags: string): string | undefined {
  for (const automaton of automatonOf(parsePattern(source, flags))) {
    const found = ambiguousStates(automaton, flags)
    if (found === undefined) continue
    const [a, b] = found
    const isAround = (one: { first: number; end: number }): boolean =>
      one.first <= Math.min(a, b) && Math.max(a, b) < one.end
    // The outermost: it is the one around which the others are.
    return automaton.loops.findLast(isAround)?.source ?? automaton.atoms[a]
  }
  return undefined
}

/** Beyond this the product would take long; such an expression is longer than any that a person checks a text with. */
const mostStates = 500

/** Two states in which the automaton may be on its way round, after the same text. */
function ambiguousStates(automaton: Automaton, flags: string): readonly [number, number] | undefined {
  const { atoms, edges } = automaton
  if (atoms.length > mostStates) return undefined
  const reachable = edges.map((_, state) => reachableFrom(state, (one) => edges[one] ?? []))
  const isRound = (a: number, b: number): boolean =>
    reachable[a]?.has(b) === true && reachable[b]?.has(a) === true
  const taken = takenBy(atoms, flags)
  const seen = new Set<number>()
  for (const state of atoms.keys()) {
    // What holds of one state of a loop holds of all of it.
    if (seen.has(state) || !isRound(state, state)) continue
    const loop = [...atoms.keys()].filter((one) => isRound(state, one))
    for (const one of loop) seen.add(one)
    const within = new Map(loop.map((one) => [one, (edges[one] ?? []).filter((next) => loop.includes(next))]))
    const found = doubledEdge(within) ?? roundTrip(state, within, taken)
    if (found !== undefined) return found
  }
  return undefined
}

type Edges = ReadonlyMap<number, readonly number[]>

/** Two states between which there are two edges. */
function doubledEdge(edges: Edges): readonly [number, number] | undefined {
  for (const [state, nexts] of edges) {
    const doubled = nexts.find((next, i) => nexts.indexOf(next) !== i)
    if (doubled !== undefined) return [state, doubled]
  }
  return undefined
}

/** Two different states that a text leads to from one state, and another text back from both. */
function roundTrip(
  start: number,
  edges: Edges,
  taken: readonly ReadonlySet<string>[],
): readonly [number, number] | undefined {
  const size = taken.length
  const origin = start * size + start
  const back = new Map<number, number[]>()
  const reached = reachableFrom(origin, (pair) => {
    const nexts = pairsBehind(Math.floor(pair / size), pair % size, edges, taken)
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

function pairsBehind(
  a: number,
  b: number,
  edges: Edges,
  taken: readonly ReadonlySet<string>[],
): readonly number[] {
  const pairs: number[] = []
  for (const left of edges.get(a) ?? []) {
    for (const right of edges.get(b) ?? []) {
      if (left === right || overlap(taken[left], taken[right])) pairs.push(left * taken.length + right)
    }
  }
  return pairs
}

function overlap(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  if (a === undefined || b === undefined) return false
  for (const one of a) if (b.has(one)) return true
  return false
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

/** Characters of every kind that classes of characters tell apart. */
const samples =
  '\0\t\n\r !"#$%&\'()*+,-./0159:;<=>?@AFGMZ[\\]^_`afgmz{|}~\u00a0\u00b5\u00e9\u00df\u017f\u0436\u4e2d\u0663\u2028\ud83d\ude00'

/** Which of the samples, and of the characters that the expression names, each atom takes. */
function takenBy(atoms: readonly string[], flags: string): readonly ReadonlySet<string>[] {
  const named = atoms.flatMap((atom) => [...atom, ...escapedIn(atom)])
  const all = [...new Set([...samples, ...named])]
  return atoms.map((atom) => {
    const expression = new RegExp(`^(?:${atom})$`, flags)
    return new Set(all.filter((sample) => expression.test(sample)))
  })
}

function escapedIn(atom: string): readonly string[] {
  const found = atom.matchAll(/\\u\{([0-9a-fA-F]+)\}|\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/g)
  return [...found].map(([, braced, four, two]) => {
    const code = Number.parseInt(braced ?? four ?? two ?? '0', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
