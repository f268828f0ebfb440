import { firstIssues } from './most-issues.ts'

/** The source of a value. Every body format, forms included, is `body`. */
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

/** One fault of a request: a value that does not fit, or a whole source that cannot be read (empty `path`). */
export interface BindIssue {
  readonly source: BindSourceName
  /**
   * The names as sent, dotted (`posts.1.title`); a header as its tag spells it; `""` when no single value is at fault.
   */
  readonly path: string
  /** The reason, safe to show to the client: it never contains text of the request. */
  readonly message: string
  readonly cause?: unknown
}

/**
 * A request that does not fit the DTO. `source`, `field` (its path) and `cause` are those of the first fault; `issues`
 * lists the first 1000 faults of all sources in order.
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
    this.issues = firstIssues(issues)
  }
}

/** The route lacks the parameter of a required property. No request can satisfy it, so the status is 500. */
export class RouteError extends BindError {
  constructor(path: string, route: { readonly method: string; readonly path: string }) {
    const message = `is required, and the route ${route.method} ${route.path} has no such parameter`
    super([{ source: 'uri', path, message }])
  }
}

/**
 * Thrown by a converter or the static `parse` of a class for invalid text. The client sees its message, which should
 * not contain text of the request. The message of any other error is not sent.
 */
export class ParseError extends Error {
  override readonly name: string = 'ParseError'
}
