import type { BindIssue } from '../error/bind-error.ts'
import { detailsOf, type Key } from '../error/issue-details.ts'
import type { ValidationIssue } from '../error/validation-error.ts'

/** What is wrong with one part of the request, as the client is told; what an issue does not have is left out. */
export interface ProblemEntry {
  readonly source?: string
  /** The names that were sent, dotted; left out when no part of the source is to blame. */
  readonly path?: string
  /** The path as a JSON Pointer in a fragment, `#/posts/1/title`, where the body is JSON, MessagePack or CBOR. */
  readonly pointer?: string
  readonly rule?: string
  readonly param?: string
  readonly message: string
}

/** @param message says it in the language of the client. */
export function entryOf(issue: BindIssue | ValidationIssue, message: string): ProblemEntry {
  const { source, path } = issue
  const { keys } = detailsOf(issue)
  return {
    ...(source === undefined ? {} : { source }),
    ...(path === '' ? {} : { path }),
    ...(path === '' || keys === undefined ? {} : { pointer: pointerTo(keys) }),
    ...('rule' in issue ? ruleOf(issue) : {}),
    message,
  }
}

function ruleOf({ rule, param }: ValidationIssue): { readonly rule: string; readonly param?: string } {
  return param === undefined ? { rule } : { rule, param }
}

function pointerTo(keys: readonly Key[]): string {
  const names = keys.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1'))
  // Half of a surrogate pair cannot be encoded.
  return `#/${names.map((name) => encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'))).join('/')}`
}
