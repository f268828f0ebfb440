import { BindError, type BindIssue } from '../error/bind-error.ts'
import { HttpError } from '../error/http-error.ts'
import { isExpected } from '../error/is-expected.ts'
import { statusText } from '../error/status-text.ts'
import type { Words } from '../error/translator.ts'
import { ValidationError, type ValidationIssue } from '../error/validation-error.ts'
import { entryOf, type ProblemEntry } from './problem-entry.ts'

/** Problem details (RFC 9457), without internal information. */
export interface Problem {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
  /** Details of this occurrence; omitted when the status is enough. */
  readonly detail?: string
  /** The first issues, as many as 64 kB hold; `detail` has the number of the others. */
  readonly errors?: readonly ProblemEntry[]
}

/**
 * The public part of an error: only the status 500 for an unexpected one.
 * @param words the messages in the client's language. Default: English.
 */
export function problemOf(err: unknown, words?: Words): Problem {
  if (!isExpected(err)) return problemWith(500)
  if (err instanceof BindError || err instanceof ValidationError) return requestProblem(err, words)
  if (!(err instanceof HttpError)) return problemWith(500)
  const cause = autoHandled(err)
  if (cause === undefined || words === undefined) return problemWith(err.status, err.message)
  return { ...problemWith(err.status, detailOf(cause, words)), ...titleIn(words) }
}

/** @param message details of this occurrence; omitted when it equals the standard text. */
export function problemWith(status: number, message: string = ''): Problem {
  const title = statusText[status] ?? 'Error'
  return {
    type: 'about:blank',
    title,
    status,
    ...(message === '' || message === title ? {} : { detail: message }),
  }
}

/** Whether the error has messages to translate for the client. */
export function isAboutRequest(err: unknown): boolean {
  if (!isExpected(err)) return false
  return err instanceof BindError || err instanceof ValidationError || autoHandled(err) !== undefined
}

function requestProblem(err: BindError | ValidationError, words: Words | undefined): Problem {
  const errors = entriesOf(err.issues, words)
  const isCut = errors.length < err.issues.length
  const detail = words === undefined ? englishDetail(err, isCut) : detailOf(err, words)
  return { ...problemWith(400, detail), ...titleIn(words), errors }
}

/** The message of a ValidationError has the number of its issues, unlike that of a BindError. */
function englishDetail(err: BindError | ValidationError, isCut: boolean): string {
  return isCut && err instanceof BindError
    ? `${err.message} (and ${err.issues.length - 1} more)`
    : err.message
}

/** Of an answer of 64 kB, leaving room for its other members. */
const maxErrorBytes = 60_000
const encoder = new TextEncoder()

/** The length in UTF-8. */
function bytesOf(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  return /^[\x00-\x7f]*$/.test(text) ? text.length : encoder.encode(text).length
}

/** The entries of the first issues, as many as an answer may have. */
function entriesOf(
  issues: readonly (BindIssue | ValidationIssue)[],
  words: Words | undefined,
): readonly ProblemEntry[] {
  const entries: ProblemEntry[] = []
  let left = maxErrorBytes
  for (const issue of issues) {
    const entry = entryOf(issue, messageOf(issue, words))
    left -= bytesOf(JSON.stringify(entry)) + 1
    if (left < 0) break
    entries.push(entry)
  }
  return entries
}

function titleIn(words: Words | undefined): { readonly title?: string } {
  return words?.title === undefined ? {} : { title: words.title }
}

/** The BindError inside an HttpError of `withAutoHandling`, if the message is unchanged. */
function autoHandled(err: unknown): BindError | undefined {
  if (!(err instanceof HttpError) || !(err.cause instanceof BindError)) return undefined
  return err.message === err.cause.message ? err.cause : undefined
}

/** `"name" ist erforderlich (und 2 weitere Fehler)` */
function detailOf({ issues }: BindError | ValidationError, words: Words): string {
  const [first] = issues
  if (first === undefined) return ''
  const more = issues.length > 1 ? ` (${words.more(issues.length - 1)})` : ''
  const place = first.path === '' ? first.source : JSON.stringify(first.path)
  return `${place} ${messageOf(first, words)}${more}`
}

function messageOf(issue: BindIssue | ValidationIssue, words: Words | undefined): string {
  return words === undefined ? issue.message : words.messageOf(issue)
}
