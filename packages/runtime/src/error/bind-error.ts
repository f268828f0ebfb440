/** Where a value was read from. Every body format, forms included, is `body`. */
export type BindSourceName = 'uri' | 'query' | 'header' | 'cookie' | 'body' | 'respHeader'

/** Fiber's `BindSource…` constants. */
export const BindSource: {
  readonly URI: 'uri'
  readonly Query: 'query'
  readonly Header: 'header'
  readonly Cookie: 'cookie'
  readonly Body: 'body'
  readonly RespHeader: 'respHeader'
} = {
  URI: 'uri',
  Query: 'query',
  Header: 'header',
  Cookie: 'cookie',
  Body: 'body',
  RespHeader: 'respHeader',
}

/** One fault of a request: a value that does not fit, or (with an empty `path`) a whole source that cannot be read. */
export interface BindIssue {
  readonly source: BindSourceName
  /** The names that were sent, dotted (`posts.1.title`); a header as its tag spells it; `""` when no value is to blame. */
  readonly path: string
  /** Why, in words that are safe to show to the client: never text of the request. */
  readonly message: string
  readonly cause?: unknown
}

/**
 * A request that does not fit the DTO. `source`, `field` (its path) and `cause` are those of the first fault;
 * `issues` has every fault of every source that took part, in order.
 */
export class BindError extends Error {
  override readonly name: string = 'BindError'
  readonly source: BindSourceName
  readonly field: string
  readonly issues: readonly BindIssue[]

  constructor(issues: readonly [BindIssue, ...BindIssue[]]) {
    const [first] = issues
    const what = first.path === '' ? 'bind' : `bind ${JSON.stringify(first.path)}`
    super(`${what} from ${first.source}: ${first.message}`, {
      cause: first.cause ?? new Error(first.message),
    })
    this.source = first.source
    this.field = first.path
    this.issues = issues
  }
}
