/** The form of a rule's message: by the kind of value, `date` for a comparison with now, `property` for `unique=sku`. */
export type RuleKind = 'string' | 'list' | 'record' | 'bytes' | 'number' | 'date' | 'property'

/** A part of a path: a name, or the index of an element. */
export type Key = string | number

/** Internal details of an issue, for the response body and for translation. */
interface IssueDetails {
  /** The path in parts, for a decoded body whose names may contain dots. */
  readonly keys?: readonly Key[] | undefined
  /** The Content-Type of the body that `keys` lead into, if its format is still to be determined. */
  readonly bodyType?: string | undefined
  /** The rule and its parameter, which refers to other properties by their client names. */
  readonly rule?: string | undefined
  readonly param?: string | undefined
  /** The key of the message in catalogues; absent for a message of the user's own. */
  readonly text?: string | undefined
  /** The kind of value whose form of the rule's message applies; absent for a message of the user's own. */
  readonly kind?: RuleKind | undefined
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
