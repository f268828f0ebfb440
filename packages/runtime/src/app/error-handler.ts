import type { Ctx } from '../ctx/ctx.ts'
import type { ServedCtx } from '../ctx/served-ctx.ts'
import { BindError } from '../error/bind-error.ts'
import { HttpError } from '../error/http-error.ts'
import { statusText } from '../error/status-text.ts'
import { ValidationError } from '../error/validation-error.ts'
import { preferredMediaType } from '../request/accept.ts'
import { headerList } from '../request/header-lines.ts'
import { bindEntry, type ProblemEntry, validationEntry } from './problem-entry.ts'

/** Problem details (RFC 9457). Nothing in it but what the client may see. */
export interface Problem {
  readonly type: 'about:blank'
  readonly title: string
  readonly status: number
  /** What is special about this occurrence; left out when there is only the status to tell. */
  readonly detail?: string
  readonly errors?: readonly ProblemEntry[]
}

const problemType = 'application/problem+json'
const textType = 'text/plain; charset=utf-8'
const offers = [problemType, 'application/json', 'text/plain']

/** Answers with the error's status and message as the client may see them; keeps the headers that are set already. */
export function defaultErrorHandler(c: Ctx, err: unknown): void {
  answerProblem(c, problemOf(err))
}

/** As the default error handler does it, when there is nothing to say but the status: without an error. */
export function answerStatus(c: ServedCtx, status: number): void {
  if (takesJson(c)) c.answer(status, problemType, statusProblem(status))
  else c.answer(status, textType, problemWith(status).title)
}

/** Answers with problem details when the client takes JSON, with plain text otherwise. */
function answerProblem(c: Ctx, problem: Problem): void {
  c.status(problem.status)
  if (takesJson(c)) c.set('Content-Type', problemType).sendString(JSON.stringify(problem))
  else c.set('Content-Type', textType).sendString(problem.detail ?? problem.title)
}

/** The answers that say nothing but their status, which 404s nearly always are. */
const statusProblems = new Map<number, string>()

function statusProblem(status: number): string {
  const known = statusProblems.get(status) ?? JSON.stringify(problemWith(status))
  statusProblems.set(status, known)
  return known
}

function takesJson(c: Ctx): boolean {
  const accept = headerList(c.rawHeaders(), 'accept')
  const best = accept === '' ? problemType : preferredMediaType(accept, offers)
  return best === problemType || best === 'application/json'
}

/** Whether an error says itself how it is to be answered; any other is a mistake of the service. */
export function isExpected(err: unknown): boolean {
  if (err instanceof HttpError) return err.status >= 400 && err.status <= 599
  return err instanceof BindError || err instanceof ValidationError
}

/** What a client may be told of an error; of one that nobody expected, only the status 500. */
export function problemOf(err: unknown): Problem {
  if (err instanceof BindError) return problemWith(400, err.message, err.issues.map(bindEntry))
  if (err instanceof ValidationError) return problemWith(400, err.message, err.issues.map(validationEntry))
  if (err instanceof HttpError && isExpected(err)) return problemWith(err.status, err.message)
  return problemWith(500)
}

/** @param message what is special about this occurrence; the standard text says nothing new and is left out */
export function problemWith(status: number, message: string = '', errors?: readonly ProblemEntry[]): Problem {
  const title = statusText[status] ?? 'Error'
  return {
    type: 'about:blank',
    title,
    status,
    ...(message === '' || message === title ? {} : { detail: message }),
    ...(errors === undefined ? {} : { errors }),
  }
}
