import type { IssueCode } from '@ctxgen/core/issue-code'
import { isDecodedType } from '../bind/body-format.ts'
import type { BindIssue } from '../error/bind-error.ts'
import { detailsOf, type Key } from '../error/issue-details.ts'
import type { IssueExpected } from '../error/issue-text.ts'
import type { ValidationIssue } from '../error/validation-error.ts'

/** An issue as reported to the client; unknown members are omitted. */
export interface ProblemEntry {
  readonly source?: string
  /** The names as sent, dotted; omitted when the issue concerns the whole source. */
  readonly path?: string
  /** A JSON Pointer fragment (`#/posts/1/title`), for JSON, MessagePack and CBOR bodies. */
  readonly pointer?: string
  readonly code: IssueCode
  readonly expected?: IssueExpected
  readonly rule?: string
  readonly param?: string
  readonly message: string
}

/** @param message in the client's language. */
export function entryOf(issue: BindIssue | ValidationIssue, message: string): ProblemEntry {
  const { source, path, code, expected } = issue
  const keys = keysIn(issue)
  return {
    ...(source === undefined ? {} : { source }),
    ...(path === '' ? {} : { path }),
    ...(path === '' || keys === undefined ? {} : { pointer: pointerTo(keys) }),
    code,
    ...(expected === undefined ? {} : { expected }),
    ...('property' in issue ? ruleOf(issue) : {}),
    message,
  }
}

/** The keys of a value in a decoded body. */
function keysIn(issue: BindIssue | ValidationIssue): readonly Key[] | undefined {
  const { keys, bodyType } = detailsOf(issue)
  return bodyType === undefined || isDecodedType(bodyType) ? keys : undefined
}

function ruleOf({ rule, param }: ValidationIssue): Pick<ValidationIssue, 'rule' | 'param'> {
  return { ...(rule === undefined ? {} : { rule }), ...(param === undefined ? {} : { param }) }
}

function pointerTo(keys: readonly Key[]): string {
  const names = keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))
  // A lone surrogate cannot be percent-encoded.
  return `#/${names.map((name) => encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'))).join('/')}`
}
