/** A part of a path: a name, or the index of an element. */
export type Key = string | number

/** What is known of an issue besides what it says: for the answer to the client, and for other languages. */
export interface IssueDetails {
  /** The path in parts, where it leads into a body that was decoded: a name may have dots. */
  readonly keys?: readonly Key[] | undefined
  /** The rule and its parameter, with other properties as the client knows them. */
  readonly rule?: string | undefined
  readonly param?: string | undefined
}

const known = new WeakMap<object, IssueDetails>()

/** Remembers details beside an issue, which itself has no more than everybody may see. */
export function withDetails<I extends object>(issue: I, details: IssueDetails): I {
  known.set(issue, details)
  return issue
}

export function detailsOf(issue: object): IssueDetails {
  return known.get(issue) ?? {}
}
