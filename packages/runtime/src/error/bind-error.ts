import type { IssueCode } from '@ctxgen/core/issue-code'
import { codedIssues } from './coded-issues.ts'
import type { IssueExpected, IssueValues } from './issue-text.ts'

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

/** One issue of a request: a value that does not fit, or a whole source that cannot be read (empty `path`). */
export interface BindIssue {
  readonly source: BindSourceName
  /**
   * The names as sent, dotted (`posts.1.title`); a header as its tag spells it; `""` when no single value is wrong.
   */
  readonly path: string
  /** The reason, safe to show to the client: it never contains text of the request. */
  readonly message: string
  readonly code: IssueCode
  /** With the codes `type` and `choice`. */
  readonly expected?: IssueExpected
  /** The values in the message: `{ min: 0, max: 255 }`. */
  readonly values?: IssueValues
  readonly cause?: unknown
}

/** An issue for {@link BindError}. The default code is `custom`; a message of your own is never translated. */
export type OwnBindIssue = Omit<BindIssue, 'code'> & { readonly code?: IssueCode | undefined }

/**
 * A request that does not fit the DTO. `source`, `field` (its path) and `cause` are those of the first issue; `issues`
 * lists the first 1000 issues of all sources in order.
 */
export class BindError extends Error {
  override readonly name: string = 'BindError'
  readonly source: BindSourceName
  readonly field: string
  readonly issues: readonly BindIssue[]

  constructor(issues: readonly [OwnBindIssue, ...OwnBindIssue[]]) {
    const [first] = issues
    const what = first.path === '' ? 'bind' : `bind ${JSON.stringify(first.path)}`
    super(`${what} from ${first.source}: ${first.message}`, {
      cause: first.cause ?? new Error(first.message),
    })
    this.source = first.source
    this.field = first.path
    this.issues = codedIssues(issues)
  }
}

/** The route lacks the parameter of a required property. No request can satisfy it, so the status is 500. */
export class RouteError extends BindError {
  constructor(path: string, route: { readonly method: string; readonly path: string }) {
    const message = `is required, and the route ${route.method} ${route.path} has no such parameter`
    super([{ source: 'uri', path, message, code: 'missing' }])
  }
}

/**
 * Thrown by a converter or the static `parse` of a class for invalid text. The client sees its message, which should
 * not contain text of the request. The message of any other error is not sent.
 */
export class ParseError extends Error {
  override readonly name: string = 'ParseError'
}
