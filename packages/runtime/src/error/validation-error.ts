import type { BindSourceName } from './bind-error.ts'

/** A rule that a value breaks. */
export interface ValidationIssue {
  /** Where the value was read from; left out by `validateX(value)`, to which nothing was sent. */
  readonly source?: BindSourceName
  /** The names that were sent, dotted (`line_items.1.unit_price`); where nothing was sent, `property`. */
  readonly path: string
  /** Why, in words that are safe to show to the client: never text of the request. */
  readonly message: string
  readonly cause?: unknown
  /** The rule's name; of alternatives the whole group as written (`hexcolor|rgb`). */
  readonly rule: string
  /** The rule's parameter as the tag has it; left out when it has none. */
  readonly param?: string
  /** The path of property names, dotted (`items.1.price`), for the programmer; a key of a record is a name in it. */
  readonly property: string
}

/** A request that fits its DTO and breaks rules of it: every value that does, each with the first rule it breaks. */
export class ValidationError extends Error {
  override readonly name: string = 'ValidationError'
  readonly issues: readonly ValidationIssue[]

  constructor(issues: readonly ValidationIssue[], options?: { readonly cause?: unknown }) {
    const [first] = issues
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
    super(
      first === undefined ? 'is not valid' : `${JSON.stringify(first.path)} ${first.message}${more}`,
      options,
    )
    this.issues = issues
  }
}
