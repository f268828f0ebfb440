/** The result of a request, as far as the contract defines it. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  /** A BindError: every issue, in order; `found` counts those that are not reported, too. */
  | { readonly kind: 'issues'; readonly issues: readonly Issue[]; readonly found?: number }
  /** A ValidationError: every issue as `issueText`. */
  | { readonly kind: 'invalid'; readonly issues: readonly string[] }
  /** An HttpError. */
  | { readonly kind: 'status'; readonly status: number }
  /** The contract leaves the point open; any result but a crash is accepted. */
  | { readonly kind: 'open'; readonly why: string }

export type IssueSource = 'uri' | 'query' | 'body' | 'header' | 'cookie' | 'respHeader'

export interface Issue {
  readonly source: IssueSource
  readonly field: string
  readonly reason: 'missing' | 'wrong'
  /** A missing value that makes the enclosing value wrong. */
  readonly isAmongWrong?: boolean
  /** Whether the report may omit it. */
  readonly isOptional?: boolean
  /** Whether it is a member of an object that exists only through the pairs of other members. */
  readonly isOfPairs?: boolean
  /** Its position among the issues of its source is open: it is found after all pairs. */
  readonly isLoose?: boolean
  /** A `null` for a required value, which is wrong if another source has the value, and missing if none has it. */
  readonly isRefusedNull?: boolean
  /** Whether it ended the bind; the choice among several such issues is open. */
  readonly isLast?: boolean
}

/** Ends a bind at once: a limit is exceeded, or brackets do not match. */
export class Refusal extends Error {
  readonly issue: Issue

  constructor(source: IssueSource, why: string, field = '') {
    super(why)
    this.issue = { source, field, reason: 'wrong', isLast: true }
  }
}

/** Ends a bind with an HttpError. */
export class StatusRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}

/** Ends a bind whose result the contract leaves open. */
export class OpenPoint extends Error {}
