import { type PatternNode, parsePattern } from './pattern-syntax.ts'

/**
 * The position automaton (Glushkov) of an expression: a state for every character it can take, and an edge for every way
 * from one to the next. Two edges between the same states are two ways to match the same text.
 */
export interface Automaton {
  /** The source of what each state takes. */
  readonly atoms: readonly string[]
  readonly edges: readonly (readonly number[])[]
  /** Repetitions, the inner before the outer. */
  readonly loops: readonly Loop[]
  /** The lookaround that each state is in, by number; 0 outside of them. */
  readonly looks: readonly number[]
  /** States in which the match, or that of their lookaround, can end whatever follows: the engine never goes back behind one. */
  readonly sure: ReadonlySet<number>
  /** The state that takes the characters before the match, when it may begin anywhere. */
  readonly start: number | undefined
}

/** The states from `first` to before `end`: but for those of lookarounds each leads to each. */
export interface Loop {
  readonly source: string
  readonly first: number
  readonly end: number
  readonly look: number
  /** The most characters that it can take. */
  readonly most: number
}

/** A part of an expression, and the states that it can start and end with. */
interface Part {
  readonly isNullable: boolean
  /** Nullable without an assertion. */
  readonly isFree: boolean
  /** Only the start of the text can be before it. */
  readonly isAnchored: boolean
  readonly first: readonly number[]
  /** Those of `first` with no `^` before them. */
  readonly floating: readonly number[]
  readonly last: readonly number[]
  /** Those of `last` with no assertion behind them. */
  readonly sure: readonly number[]
  /** The most characters that it can take. */
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

/** Repetitions with more rounds than this are loops. */
const many = 8

/** An expression with more states than this is not unrolled any further. */
const mostUnrolled = 200

export function automatonOf(source: string, flags: string): Automaton {
  return new Builder(flags).build(parsePattern(source, flags))
}

class Builder implements Automaton {
  readonly atoms: string[] = []
  readonly edges: number[][] = []
  readonly loops: Loop[] = []
  readonly looks: number[] = []
  readonly sure = new Set<number>()
  start: number | undefined
  readonly #isMultiline: boolean
  #look = 0
  #lookCount = 0

  constructor(flags: string) {
    this.#isMultiline = flags.includes('m')
  }

  build(node: PatternNode): Automaton {
    const part = this.#part(node)
    for (const state of part.sure) this.sure.add(state)
    // What matches the empty text matches where it is tried first.
    if (!part.isFree) this.#startAnywhere(part)
    return this
  }

  /** The engine tries again at every character: as if the expression began with `[^]*?`. */
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

  /** Its states lead nowhere else: the engine goes back into it for nothing that follows. */
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
    if (isLoop || this.atoms.length > mostUnrolled) {
      this.#link(part.last, part.first)
      // Rounds that must be there may be empty: which of them are is another way each time.
      if (part.isNullable && min > many) this.#link(part.last, part.first)
      this.#loop(node.source, first, most)
      return { ...orNothing(part, min === 0), most }
    }
    // Of what has no loop once more is enough to find two ways; more copies find no others.
    const copies = this.loops.length > loopsBefore ? max : Math.min(max, 2)
    let whole = part
    for (let i = 1; i < copies; i++) whole = this.#joined(whole, orNothing(this.#part(item), i >= min))
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
