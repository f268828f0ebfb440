import type { ts } from 'ts-morph'
import { type Draft, distinctDrafts } from '../model/draft.ts'
import { maxDrafts, ReadingLimit } from './reading-limit.ts'
import type { ErrorValue, Value } from './value.ts'
import { valueKey } from './value-key.ts'

/** A thrown value, with the answers that were drafted by then. */
export interface ThrownError {
  readonly value: Value
  readonly drafts: readonly Draft[]
  readonly node: ts.Node
}

/**
 * The paths through the code that is being read: each is the answer that a request on that path would get so far. No live
 * path means that the code is not reached.
 */
export class Flow {
  #live: readonly Draft[]
  /** The number of branches around the current code. */
  depth = 0
  /** Earlier branches that may have left the code. */
  doubts = 0
  readonly #tries: ThrownErrors[] = [new ThrownErrors()]

  constructor(start: Draft) {
    this.#live = [start]
  }

  get live(): readonly Draft[] {
    return this.#live
  }

  set live(drafts: readonly Draft[]) {
    if (drafts.length > maxDrafts) throw new ReadingLimit()
    this.#live = drafts
  }

  get isDead(): boolean {
    return this.live.length === 0
  }

  update(change: (draft: Draft) => Draft | readonly Draft[]): void {
    this.live = distinctDrafts(this.live.flatMap((draft) => (isOver(draft) ? draft : change(draft))))
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
    this.live = distinctDrafts(ends)
    return results
  }

  join(drafts: readonly Draft[]): void {
    this.live = distinctDrafts([...this.live, ...drafts])
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
    if (!this.isDead) this.#tries.at(-1)?.add({ value, drafts: this.live, node })
  }

  /** Reads code and returns the errors it throws. */
  catching(read: () => void): readonly ThrownError[] {
    const thrown = new ThrownErrors()
    this.#tries.push(thrown)
    try {
      read()
    } finally {
      this.#tries.pop()
    }
    return thrown.all
  }

  rethrow(thrown: readonly ThrownError[]): void {
    for (const one of thrown) this.#tries.at(-1)?.add(one)
  }
}

/** Errors, each once with the drafts of all paths that throw it. */
class ThrownErrors {
  readonly all: ThrownError[] = []
  /** Indexes of `all`, by value. */
  readonly #known = new Map<ts.Node, Map<string, number>>()

  add(thrown: ThrownError): void {
    const ofNode = this.#known.get(thrown.node) ?? new Map<string, number>()
    this.#known.set(thrown.node, ofNode)
    const key = valueKey(thrown.value)
    const at = ofNode.get(key) ?? this.all.length
    ofNode.set(key, at)
    const drafts = distinctDrafts([...(this.all[at]?.drafts ?? []), ...thrown.drafts])
    this.all[at] = { ...thrown, drafts }
  }
}

/** An error without an answer of its own. */
export function unexpectedError(node: ts.Node): ErrorValue {
  const error = { name: 'Error' as const, statuses: [], message: undefined, node }
  return { kind: 'object', members: new Map(), error }
}

function isOver({ end }: Draft): boolean {
  return end !== undefined
}

/** The errors without the paths whose response has left, and the drafts of those paths. */
export function splitOver(thrown: readonly ThrownError[]): {
  readonly open: readonly ThrownError[]
  readonly over: readonly Draft[]
} {
  const open = thrown.map((one) => ({ ...one, drafts: one.drafts.filter((draft) => !isOver(draft)) }))
  return {
    open: open.filter(({ drafts }) => drafts.length > 0),
    over: distinctDrafts(thrown.flatMap(({ drafts }) => drafts.filter(isOver))),
  }
}
