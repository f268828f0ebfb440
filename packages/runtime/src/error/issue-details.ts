/** A part of a path: a name, or the index of an element. */
export type Key = string | number

/** Internal details of an issue, for the response body and for translation. */
export interface IssueDetails {
  /** The path in parts, for a decoded body whose names may contain dots. */
  readonly keys?: readonly Key[] | undefined
  /** The Content-Type of the body that `keys` lead into, if its format is still to be determined. */
  readonly bodyType?: string | undefined
  /** The rule and its parameter, which refers to other properties by their client names. */
  readonly rule?: string | undefined
  readonly param?: string | undefined
}

const known = new WeakMap<object, IssueDetails>()

/** Attaches details to an issue without making them visible on the object. */
export function withDetails<I extends object>(issue: I, details: IssueDetails): I {
  known.set(issue, details)
  return issue
}

export function detailsOf(issue: object): IssueDetails {
  return known.get(issue) ?? {}
}
