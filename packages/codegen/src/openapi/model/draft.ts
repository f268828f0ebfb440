import type { AnswerBody, AnswerHeader } from './operation.ts'

interface Failure {
  readonly error: object
  readonly key: string
}

type Parts = Pick<Draft, 'status' | 'type' | 'body' | 'headers' | 'failure' | 'end'>

/** The answer on one path through the code. */
export class Draft {
  readonly status: number | undefined
  readonly type: string | undefined
  readonly body: AnswerBody | undefined
  readonly headers: ReadonlyMap<string, AnswerHeader>
  /** An error that a function has returned; a handler that returns it throws it. */
  readonly failure: Failure | undefined
  /** Set by `c.end()` and `c.drop()`: no later code changes the answer. */
  readonly end: 'sent' | 'dropped' | undefined
  readonly key: string

  constructor(from: Partial<Parts> = {}) {
    this.status = from.status
    this.type = from.type
    this.body = from.body
    this.headers = from.headers ?? new Map()
    this.failure = from.failure
    this.end = from.end
    const headers = [...this.headers.keys()].sort().join()
    this.key = `${this.status} ${this.type} ${this.body?.key} ${headers} ${this.failure?.key} ${this.end}`
  }

  with(change: Partial<Parts>): Draft {
    return new Draft({ ...this, ...change })
  }
}
