/** What became of a request, as far as the contract says. */
export type Outcome =
  | { readonly kind: 'value'; readonly value: unknown }
  /** A BindError: every issue, in order. */
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] }
  /** A ValidationError: every issue as `issueText` has it. */
  | { readonly kind: 'invalid'; readonly issues: readonly string[] }
  /** An HttpError. */
  | { readonly kind: 'status'; readonly status: number }
  /** The contract leaves the point open; anything but a crash will do. */
  | { readonly kind: 'open'; readonly why: string }

export type FaultSource = 'uri' | 'query' | 'body' | 'header' | 'cookie' | 'respHeader'

export interface Fault {
  readonly source: FaultSource
  readonly field: string
  readonly reason: 'missing' | 'wrong'
  /** What is missing without which the value around it is wrong. */
  readonly isAmongWrong?: boolean
  /** Whether it is told as well is open. */
  readonly isOptional?: boolean
  /** Whether it is about a member of an object that pairs give, which is there only by other members. */
  readonly isOfPairs?: boolean
  /** Where it stands among the faults of its source is open: it is found when all pairs were read. */
  readonly isLoose?: boolean
  /** Whether it ended the bind: which of several such does so is open. */
  readonly isLast?: boolean
}

/** Ends a bind at once: a limit is passed, or brackets do not match. */
export class Refusal extends Error {
  readonly fault: Fault

  constructor(source: FaultSource, why: string, field = '') {
    super(why)
    this.fault = { source, field, reason: 'wrong', isLast: true }
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
