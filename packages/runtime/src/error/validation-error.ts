import type { IssueCode } from '@ctxgen/core/issue-code'
import type { BindSourceName } from './bind-error.ts'
import { codedIssues } from './coded-issues.ts'
import { withDetails } from './issue-details.ts'
import type { IssueInput } from './issue-input.ts'
import type { IssueExpected, IssueValues } from './issue-text.ts'

/** A broken validation rule, or an issue of {@link ValidationError.of}. */
export interface ValidationIssue {
  /** The source of the value; absent in `validateX(value)`, which has no request. */
  readonly source?: BindSourceName
  /** The names as sent, dotted (`line_items.1.unit_price`); equals `property` when there is no request. */
  readonly path: string
  /** The reason, safe to show to the client: it never contains text of the request. */
  readonly message: string
  /** `rule` for a rule, `custom` for an issue of {@link ValidationError.of}. */
  readonly code: IssueCode
  readonly expected?: IssueExpected
  readonly values?: IssueValues
  readonly cause?: unknown
  /** The name of the rule; for alternatives the whole group as written (`hexcolor|rgb`). */
  readonly rule?: string
  /** The parameter of the rule as written in the tag; absent when the rule has none. */
  readonly param?: string
  /** The property names, dotted (`items.1.price`), for the developer; a record key counts as a name. */
  readonly property: string
  /** The message is the author's: quoted in `@validate`, or given to {@link ValidationError.of}. */
  readonly isOwn?: true
}

/** An issue for {@link ValidationError}. The default code is `custom`; a message of your own is never translated. */
export type OwnValidationIssue = Omit<ValidationIssue, 'code'> & { readonly code?: IssueCode | undefined }

/** An issue for {@link ValidationError.of}. */
export interface OwnIssue {
  /** The names as sent, dotted; `""` for the whole source. */
  readonly path: string
  /** Follows the name of a property: `is taken`. The client sees it as it is, unless a catalogue lists it as `custom`. */
  readonly message: string
  readonly rule?: string | undefined
  /** Default: `body` for a request with a body, else `query`. */
  readonly source?: BindSourceName | undefined
}

/**
 * A request that fits its DTO but breaks validation rules: one issue per value, for the first rule it breaks. `issues`
 * ends after 1000.
 */
export class ValidationError extends Error {
  override readonly name: string = 'ValidationError'
  readonly issues: readonly ValidationIssue[]

  constructor(issues: readonly OwnValidationIssue[], options?: { readonly cause?: unknown }) {
    const [first] = issues
    const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''
    super(
      first === undefined ? 'is not valid' : `${JSON.stringify(first.path)} ${first.message}${more}`,
      options,
    )
    this.issues = codedIssues(issues)
  }

  /** An error with issues of the handler's own, such as `{ path: 'email', message: 'is taken' }`. */
  static of(
    c: IssueInput,
    issues: readonly OwnIssue[],
    options?: { readonly cause?: unknown },
  ): ValidationError {
    const usual = hasBody(c) ? 'body' : 'query'
    return new ValidationError(
      issues.map((issue) => ownIssue(c, issue, usual)),
      options,
    )
  }
}

function ownIssue(
  c: IssueInput,
  { path, message, rule, source: named }: OwnIssue,
  usual: BindSourceName,
): ValidationIssue {
  const source = named ?? usual
  const issue: ValidationIssue = {
    source,
    path,
    message,
    code: 'custom',
    ...(rule === undefined ? {} : { rule }),
    property: path,
    isOwn: true,
  }
  return source === 'body' ? withDetails(issue, { keys: path.split('.'), bodyType: c.contentType() }) : issue
}

/** Only a body that is there can be unreadable. */
function hasBody(c: IssueInput): boolean {
  if (c.contentType() === '') return false
  try {
    return c.bodyBytes().length > 0
  } catch {
    return true
  }
}
