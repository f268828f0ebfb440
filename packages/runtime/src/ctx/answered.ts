import type { Ctx } from './ctx.ts'

/** An answered request: the argument of `onResponse`. */
export interface Answered {
  /** Readable until `onResponse` has returned. Absent for a request that was refused before it had a `Ctx`. */
  readonly c?: Ctx
  /** `""`, like `path`, when the request could not be parsed. */
  readonly method: string
  /** As sent, without the query. */
  readonly path: string
  /** The pattern of the route that ran last; absent when only middleware ran. */
  readonly route?: string
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  /** Milliseconds from the start of the handlers to the end of the answer. */
  readonly ms: number
  /**
   * The size of the body as the app gave it, without headers. Of a stream, what was read of it; of an answer written
   * to `c.response()`, its Content-Length.
   */
  readonly bytes: number
  /** The client did not get the whole answer: it left, or a stream failed. */
  readonly aborted: boolean
}

/** Called once for every answer: `onResponse` of the app's config. */
export type OnResponse = (answered: Answered) => unknown
