import type { BindIssue } from '../error/bind-error.ts'
import type { ValidationIssue } from '../error/validation-error.ts'

/** What is wrong with one part of the request, as the client is told; what an error does not have is left out. */
export interface ProblemEntry {
  readonly source?: string
  /** Dotted: of wire names when the part could not be read, of property names when it breaks a rule. */
  readonly path?: string
  /** The path as a JSON Pointer in a fragment, as RFC 9457 shows it: `#/posts/1/title`. */
  readonly pointer?: string
  readonly rule?: string
  readonly param?: string
  readonly message: string
}

export function bindEntry({ source, field, message }: BindIssue): ProblemEntry {
  if (field === '') return { source, message }
  return source === 'body'
    ? { source, path: field, pointer: pointerOf(field), message }
    : { source, path: field, message }
}

export function validationEntry({ path, rule, param, message }: ValidationIssue): ProblemEntry {
  return { path, pointer: pointerOf(path), rule, ...(param === undefined ? {} : { param }), message }
}

function pointerOf(path: string): string {
  const names = path.split('.').map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1'))
  // Half of a surrogate pair cannot be encoded.
  return `#/${names.map((name) => encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'))).join('/')}`
}
