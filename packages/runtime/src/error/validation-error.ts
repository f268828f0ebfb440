import type { BindSourceName } from './bind-error.ts'

/** A broken validation rule. */
export interface ValidationIssue {
  /** The source of the value; absent in `validateX(value)`, which has no request. */
  readonly source?: BindSourceName
  /** The names as sent, dotted (`line_items.1.unit_price`); equals `property` when there is no request. */
  readonly path: string
  /** The reason, safe to show to the client: it never contains text of the request. */
  readonly message: string
  readonly cause?: unknown
  /** The name of the rule; for alternatives the whole group as written (`hexcolor|rgb`). */
  readonly rule: string
  /** The parameter of the rule as written in the tag; absent when the rule has none. */
  readonly param?: string
  /** The property names, dotted (`items.1.price`), for the developer; a record key counts as a name. */
  readonly property: string
}

/** A request that fits its DTO but breaks validation rules: one issue per value, for the first rule it breaks. */
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
