import type { ts } from '../../parse/compiler.ts'
import type { Draft } from '../model/draft.ts'
import type { ErrorValue, Value } from './value.ts'

/** A thrown value, with the answers that were drafted by then. */
export interface Thrown {
  readonly value: Value
  readonly drafts: readonly Draft[]
  readonly node: ts.Node
}

/**
 * The paths through the code that is being read: each is the answer that a request on that path would get so far. No live
 * path means that the code is not reached.
 */
export class Flow {
  live: readonly Draft[]
  /** The number of branches around the current code. */
  depth = 0
  /** Earlier branches that may have left the code. */
  doubts = 0
  readonly #tries: Thrown[][] = [[]]

  constructor(start: Draft) {
    this.live = [start]
  }

  get isDead(): boolean {
    return this.live.length === 0
  }

  update(change: (draft: Draft) => Draft | readonly Draft[]): void {
    this.live = distinct(this.live.flatMap((draft) => (isOver(draft) ? draft : change(draft))))
  }

  /** The Ctx throws on paths whose response has left. @returns whether others go on */
  useCtx(node: ts.Node): boolean {
    const over = this.live.filter(isOver)
    if (over.length > 0) {
      this.rethrow([{ value: unexpectedError(node), drafts: over, node }])
      this.live = this.live.filter((draft) => !isOver(draft))
    }
    return !this.isDead
  }

  /** Reads alternatives, each from the current paths, and joins them. */
  branch<T>(alternatives: readonly (() => T)[]): readonly T[] {
    const start = this.live
    const ends: Draft[] = []
    this.depth++
    const results = alternatives.map((read) => {
      this.live = start
      const result = read()
      ends.push(...this.live)
      return result
    })
    this.depth--
    this.live = distinct(ends)
    return results
  }

  join(drafts: readonly Draft[]): void {
    this.live = distinct([...this.live, ...drafts])
  }

  /** Whether a condition decides that the current code runs. */
  get isConditional(): boolean {
    return this.depth + this.doubts > 0
  }

  /** Ends the current paths with an error. */
  throw(value: Value, node: ts.Node): void {
    this.mayThrow(value, node)
    this.live = []
  }

  mayThrow(value: Value, node: ts.Node): void {
    if (!this.isDead) this.#tries.at(-1)?.push({ value, drafts: this.live, node })
  }

  /** Reads code and returns the errors it throws. */
  catching(read: () => void): readonly Thrown[] {
    const thrown: Thrown[] = []
    this.#tries.push(thrown)
    try {
      read()
    } finally {
      this.#tries.pop()
    }
    return thrown
  }

  rethrow(thrown: readonly Thrown[]): void {
    this.#tries.at(-1)?.push(...thrown)
  }
}

/** An error that says nothing of its answer. */
export function unexpectedError(node: ts.Node): ErrorValue {
  const error = { name: 'Error' as const, statuses: [], message: undefined, node }
  return { kind: 'object', members: new Map(), error }
}

function isOver({ end }: Draft): boolean {
  return end !== undefined
}

/** The errors without the paths whose response has left, and the drafts of those paths. */
export function splitOver(thrown: readonly Thrown[]): {
  readonly open: readonly Thrown[]
  readonly over: readonly Draft[]
} {
  const open = thrown.map((one) => ({ ...one, drafts: one.drafts.filter((draft) => !isOver(draft)) }))
  return {
    open: open.filter(({ drafts }) => drafts.length > 0),
    over: distinct(thrown.flatMap(({ drafts }) => drafts.filter(isOver))),
  }
}

function distinct(drafts: readonly Draft[]): readonly Draft[] {
  return drafts.length < 2 ? drafts : [...new Map(drafts.map((one) => [one.key, one])).values()]
}
