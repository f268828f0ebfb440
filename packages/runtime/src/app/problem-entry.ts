import type { IssueCode } from '@ctxgen/core/issue-code'
import { isDecodedType } from '../bind/parsers/body-format.ts'
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
  // Spreads made answers with many issues a third slower.
  const entry: Writable<Partial<ProblemEntry>> = {}
  if (source !== undefined) entry.source = source
  if (path !== '') entry.path = path
  if (path !== '' && keys !== undefined) entry.pointer = pointerTo(keys)
  entry.code = code
  if (expected !== undefined) entry.expected = expected
  if ('rule' in issue && issue.rule !== undefined) entry.rule = issue.rule
  if ('param' in issue && issue.param !== undefined) entry.param = issue.param
  return Object.assign(entry, { code, message })
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/** The keys of a value in a decoded body. */
function keysIn(issue: BindIssue | ValidationIssue): readonly Key[] | undefined {
  const { keys, bodyType } = detailsOf(issue)
  return bodyType === undefined || isDecodedType(bodyType) ? keys : undefined
}

function pointerTo(keys: readonly Key[]): string {
  const names = keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))
  // A lone surrogate cannot be percent-encoded.
  return `#/${names.map((name) => encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'))).join('/')}`
}
