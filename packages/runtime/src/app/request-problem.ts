import { BindError, type BindIssue } from '../error/bind-error.ts'
import { HttpError } from '../error/http-error.ts'
import type { Words } from '../error/translator.ts'
import type { ValidationError, ValidationIssue } from '../error/validation-error.ts'
import { bindEntry, type ProblemEntry, validationEntry } from './problem-entry.ts'

/** Problem details (RFC 9457). Nothing in it but what the client may see. */
export interface Problem {
  readonly status: number
  /** Left out where it is the name of the status. */
  readonly title?: string
  /** What is special about this occurrence; left out when there is only the status to tell. */
  readonly detail?: string
  readonly errors?: readonly ProblemEntry[]
  /** How many more there are than are told. */
  readonly moreErrors?: number
}

/** Enough for a form; a client that got a thousand things wrong got one thing wrong. */
const mostErrors = 100

/** What is wrong with a request: the issues, in the words of the client's language. */
export function requestProblem(err: BindError | ValidationError, words: Words | undefined): Problem {
  const count = err.issues.length
  const errors = err instanceof BindError ? bindEntries(err, words) : validationEntries(err, words)
  return {
    status: 400,
    ...(words?.title === undefined ? {} : { title: words.title }),
    detail: words === undefined ? err.message : detailOf(err, words),
    errors,
    ...(count > mostErrors ? { moreErrors: count - mostErrors } : {}),
  }
}

/** A BindError that `withAutoHandling` made an HttpError of, and that nobody has put in other words. */
export function autoHandled(err: unknown): BindError | undefined {
  if (!(err instanceof HttpError) || !(err.cause instanceof BindError)) return undefined
  return err.message === err.cause.message ? err.cause : undefined
}

/** `"name" ist erforderlich (und 2 weitere)` */
export function detailOf({ issues }: BindError | ValidationError, words: Words): string {
  const [first] = issues
  const more = issues.length > 1 ? ` (${words.more(issues.length - 1)})` : ''
  if (first === undefined) return ''
  if ('path' in first) return `${JSON.stringify(first.path)} ${words.ruleMessage(first)}${more}`
  const place = first.field === '' ? first.source : JSON.stringify(first.field)
  return `${place} ${words.faultMessage(first)}${more}`
}

function bindEntries({ issues }: BindError, words: Words | undefined): readonly ProblemEntry[] {
  return issues
    .slice(0, mostErrors)
    .map((issue) => bindEntry(words === undefined ? issue : said(issue, words.faultMessage(issue))))
}

function validationEntries({ issues }: ValidationError, words: Words | undefined): readonly ProblemEntry[] {
  return issues
    .slice(0, mostErrors)
    .map((issue) => validationEntry(words === undefined ? issue : said(issue, words.ruleMessage(issue))))
}

function said<I extends BindIssue | ValidationIssue>(issue: I, message: string): I {
  return { ...issue, message }
}
