import type { AnswerBody, AnswerHeader } from './operation.ts'

interface Failure {
  readonly error: object
  readonly key: string
}

type Parts = Pick<Draft, 'status' | 'type' | 'body' | 'headers' | 'failure' | 'end'>

/** The answer on one path through the code, or on several that differ only in their headers. */
export class Draft {
  readonly status: number | undefined
  readonly type: string | undefined
  readonly body: AnswerBody | undefined
  readonly headers: ReadonlyMap<string, AnswerHeader>
  /** An error that a function has returned; a handler that returns it throws it. */
  readonly failure: Failure | undefined
  /** Set by `c.end()` and `c.drop()`: no later code changes the answer. */
  readonly end: 'sent' | 'dropped' | undefined
  /** Everything but the headers. */
  readonly key: string
  #fullKey: string | undefined

  constructor(from: Partial<Parts> = {}) {
    this.status = from.status
    this.type = from.type
    this.body = from.body
    this.headers = from.headers ?? new Map()
    this.failure = from.failure
    this.end = from.end
    this.key = `${this.status} ${this.type} ${this.body?.key} ${this.failure?.key} ${this.end}`
  }

  /** With the names of the headers. */
  get fullKey(): string {
    const namesOf = (): readonly string[] =>
      [...this.headers].map(([name, { value, isAlways }]) => `${name}${isAlways ? '' : '?'}=${value}`).sort()
    this.#fullKey ??= `${this.key} ${namesOf().join()}`
    return this.#fullKey
  }

  with(change: Partial<Parts>): Draft {
    return new Draft({ ...this, ...change })
  }

  /** Joins a path that differs at most in its headers: those of one path alone become optional. */
  joined(other: Draft): Draft {
    if (this.fullKey === other.fullKey) return this
    const headers = new Map<string, AnswerHeader>()
    for (const [name, one] of [...this.headers, ...other.headers]) {
      const known = headers.get(name) ?? one
      const isAlways = [this, other].every((draft) => draft.headers.get(name)?.isAlways ?? false)
      const value = one.value === known.value ? one.value : undefined
      headers.set(name, { ...known, value, isAlways })
    }
    return this.with({ headers })
  }
}

/** The drafts with those joined that differ at most in their headers. */
export function distinctDrafts(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length < 2) return drafts
  const all = new Map<string, Draft>()
  for (const draft of drafts) {
    const known = all.get(draft.key)
    all.set(draft.key, known?.joined(draft) ?? draft)
  }
  return [...all.values()]
}

/** Equal for drafts that later code changes alike. */
export function keyOfDrafts(drafts: readonly Draft[]): string {
  return drafts.map((draft) => draft.fullKey).join('\n')
}
