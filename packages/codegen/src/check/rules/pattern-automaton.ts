import type { PatternNode } from './pattern-syntax.ts'

/**
 * The position automaton (Glushkov) of an expression: a state for every character it can take, and an edge for every way
 * from one to the next. Two edges between the same states are two ways to match the same text.
 */
export interface Automaton {
  /** The source of what each state takes. */
  readonly atoms: readonly string[]
  readonly edges: readonly (readonly number[])[]
  /** Repetitions, the inner before the outer: the states from `first` to before `end` are in it. */
  readonly loops: readonly Loop[]
}

export interface Loop {
  readonly source: string
  readonly first: number
  readonly end: number
}

/** The states that a part of an expression can start with and end with. */
interface Part {
  readonly isNullable: boolean
  readonly first: readonly number[]
  readonly last: readonly number[]
}

const empty: Part = { isNullable: true, first: [], last: [] }

/** Repetitions that are bounded this far apart are as good as unbounded. */
const many = 16

export function automatonOf(node: PatternNode): readonly Automaton[] {
  const builder = new Builder()
  builder.part(node)
  return [builder, ...builder.looks.flatMap(automatonOf)]
}

class Builder implements Automaton {
  readonly atoms: string[] = []
  readonly edges: number[][] = []
  readonly loops: Loop[] = []
  readonly looks: PatternNode[] = []

  part(node: PatternNode): Part {
    switch (node.kind) {
      case 'atom': {
        const state = this.atoms.push(node.source) - 1
        this.edges.push([])
        return { isNullable: false, first: [state], last: [state] }
      }
      case 'sequence':
        return node.items.reduce((before, item) => this.#joined(before, this.part(item)), empty)
      case 'choice': {
        const parts = node.items.map((item) => this.part(item))
        return {
          isNullable: parts.some(({ isNullable }) => isNullable),
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
        }
      }
      case 'repeat':
        return this.#repeated(node)
      case 'look':
        this.looks.push(node.item)
        return empty
    }
  }

  #repeated(node: PatternNode & { kind: 'repeat' }): Part {
    const { min, max, item } = node
    if (max === 0) return empty
    const first = this.atoms.length
    const part = this.part(item)
    // Once more is enough to find two ways; more copies find no others.
    if (max > 1 && max <= many) {
      const again = this.part(item)
      const joined = this.#joined(part, { ...again, isNullable: min < 2 || again.isNullable })
      return { ...joined, isNullable: min === 0 || joined.isNullable }
    }
    if (max > many) {
      this.#link(part.last, part.first)
      // Rounds that must be there may be empty: which of them are is another way each time.
      if (part.isNullable && min > many) this.#link(part.last, part.first)
      this.loops.push({ source: node.source, first, end: this.atoms.length })
    }
    return { ...part, isNullable: min === 0 || part.isNullable }
  }

  #joined(a: Part, b: Part): Part {
    this.#link(a.last, b.first)
    return {
      isNullable: a.isNullable && b.isNullable,
      first: a.isNullable ? [...a.first, ...b.first] : a.first,
      last: b.isNullable ? [...a.last, ...b.last] : b.last,
    }
  }

  #link(from: readonly number[], to: readonly number[]): void {
    for (const state of from) this.edges[state]?.push(...to)
  }
}
