import { type PatternNode, parsePattern } from './pattern-syntax.ts'

/**
 * The position automaton (Glushkov) of an expression: one state for each atom, one edge for each way to the next. Two edges
 * between the same states are two ways to match the same text.
 */
export interface Automaton {
  /** Source of the atom of each state. */
  readonly atoms: readonly string[]
  readonly edges: readonly (readonly number[])[]
  /** States with which a match may begin. */
  readonly first: readonly number[]
  /** Repetitions, inner before outer. */
  readonly loops: readonly Loop[]
  /** Number of the lookaround of each state; 0 outside. */
  readonly looks: readonly number[]
  /** States where the match (or the lookaround) can end whatever follows, so the engine never backtracks past them. */
  readonly sure: ReadonlySet<number>
  /** The state for the characters before an unanchored match. */
  readonly start: number | undefined
}

/** States from `first` up to `end` (exclusive). Except for those in lookarounds, each is reachable from each. */
export interface Loop {
  readonly source: string
  readonly first: number
  readonly end: number
  readonly look: number
  /** Maximum number of characters it can match. */
  readonly most: number
}

/** A part of an expression with its first and last states. */
interface Part {
  readonly isNullable: boolean
  /** Nullable without any assertion. */
  readonly isFree: boolean
  /** Matches only at the start of the text. */
  readonly isAnchored: boolean
  readonly first: readonly number[]
  /** States of `first` without a preceding `^`. */
  readonly floating: readonly number[]
  readonly last: readonly number[]
  /** States of `last` without a following assertion. */
  readonly sure: readonly number[]
  /** Maximum number of characters it can match. */
  readonly most: number
}

const empty: Part = {
  isNullable: true,
  isFree: true,
  isAnchored: false,
  first: [],
  floating: [],
  last: [],
  sure: [],
  most: 0,
}

/** Repetitions with more rounds count as loops. */
const many = 8

/** Maximum number of states for unrolling repetitions. */
const maxUnrolled = 200

/** @param isFull whether bounded repetitions have a copy for each round, in place of two. */
export function automatonOf(source: string, flags: string, isFull: boolean = false): Automaton {
  return new Builder(flags, isFull).build(parsePattern(source, flags))
}

class Builder implements Automaton {
  readonly atoms: string[] = []
  readonly edges: number[][] = []
  first: readonly number[] = []
  readonly loops: Loop[] = []
  readonly looks: number[] = []
  readonly sure = new Set<number>()
  start: number | undefined
  readonly #isMultiline: boolean
  readonly #maxCopies: number
  #look = 0
  #lookCount = 0

  constructor(flags: string, isFull: boolean) {
    this.#isMultiline = flags.includes('m')
    this.#maxCopies = isFull ? many : 2
  }

  build(node: PatternNode): Automaton {
    const part = this.#part(node)
    this.first = part.first
    for (const state of part.sure) this.sure.add(state)
    // An expression that matches the empty text succeeds at the first position.
    if (!part.isFree) this.#startAnywhere(part)
    return this
  }

  /** The engine retries at every character, as if the expression began with `[^]*?`. */
  #startAnywhere({ first, floating }: Part): void {
    const before = this.#isMultiline ? first : []
    if (floating.length === 0 && before.length === 0) return
    this.start = this.#state('[^]')
    this.#link([this.start], [this.start, ...floating])
    this.#loop('', this.start, Number.POSITIVE_INFINITY)
    if (!this.#isMultiline) return
    const lineEnd = this.#state('\\n')
    this.#link([this.start], [lineEnd])
    this.#link([lineEnd], before)
  }

  #loop(source: string, first: number, most: number): void {
    this.loops.push({ source, first, end: this.atoms.length, look: this.#look, most })
  }

  #state(source: string): number {
    this.edges.push([])
    this.looks.push(this.#look)
    return this.atoms.push(source) - 1
  }

  #part(node: PatternNode): Part {
    switch (node.kind) {
      case 'atom': {
        const states = [this.#state(node.source)]
        const ends = { first: states, floating: states, last: states, sure: states }
        return { ...empty, ...ends, isNullable: false, isFree: false, most: 1 }
      }
      case 'assertion':
        return { ...empty, isFree: false, isAnchored: node.source === '^' }
      case 'sequence':
        return node.items.reduce((before, item) => this.#joined(before, this.#part(item)), empty)
      case 'choice':
        return chosen(node.items.map((item) => this.#part(item)))
      case 'repeat':
        return this.#repeated(node)
      case 'look':
        return this.#looked(node.item)
    }
  }

  /** Its states have no outgoing edges: the engine never backtracks into a lookaround. */
  #looked(item: PatternNode): Part {
    const around = this.#look
    this.#lookCount++
    this.#look = this.#lookCount
    const { first, floating, sure } = this.#part(item)
    for (const state of sure) this.sure.add(state)
    this.#look = around
    return { ...empty, isFree: false, first, floating }
  }

  #repeated(node: PatternNode & { kind: 'repeat' }): Part {
    const { min, max, item } = node
    if (max === 0) return empty
    const first = this.atoms.length
    const loopsBefore = this.loops.length
    const part = this.#part(item)
    const most = part.most === 0 ? 0 : part.most * max
    const isLoop = max > many && !(item.kind === 'atom' && min === max)
    if (isLoop || this.atoms.length > maxUnrolled) {
      this.#link(part.last, part.first)
      // Required rounds may match nothing, and each choice of empty rounds is another way.
      if (part.isNullable && min > many) this.#link(part.last, part.first)
      this.#loop(node.source, first, most)
      return { ...orNothing(part, min === 0), most }
    }
    // Without an inner loop two copies reveal every ambiguity.
    const copies = this.loops.length > loopsBefore ? max : Math.min(max, this.#maxCopies)
    const parts = [part]
    for (let i = 1; i < copies; i++) parts.push(this.#part(item))
    // Nested, as a later round follows only the one before it: `a(?:a(?:a)?)?`.
    const whole = parts.reduceRight((rest, one, i) => this.#joined(one, orNothing(rest, i + 1 >= min)))
    return { ...orNothing(whole, min === 0), most }
  }

  #joined(a: Part, b: Part): Part {
    this.#link(a.last, b.first)
    return {
      isNullable: a.isNullable && b.isNullable,
      isFree: a.isFree && b.isFree,
      isAnchored: a.isAnchored || (a.isNullable && b.isAnchored),
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      floating: a.isNullable && !a.isAnchored ? [...a.floating, ...b.floating] : a.floating,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
      sure: b.isFree ? [...a.sure, ...b.sure] : b.sure,
      most: a.most + b.most,
    }
  }

  #link(from: readonly number[], to: readonly number[]): void {
    for (const state of from) this.edges[state]?.push(...to)
  }
}

function chosen(parts: readonly Part[]): Part {
  return {
    isNullable: parts.some(({ isNullable }) => isNullable),
    isFree: parts.some(({ isFree }) => isFree),
    isAnchored: parts.every(({ isAnchored }) => isAnchored),
    first: parts.flatMap(({ first }) => first),
    floating: parts.flatMap(({ floating }) => floating),
    last: parts.flatMap(({ last }) => last),
    sure: parts.flatMap(({ sure }) => sure),
    most: Math.max(...parts.map(({ most }) => most)),
  }
}

function orNothing(part: Part, isOptional: boolean): Part {
  return isOptional ? { ...part, isNullable: true, isFree: true, isAnchored: false } : part
}
