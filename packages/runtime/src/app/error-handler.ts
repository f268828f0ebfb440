import type { Ctx } from '../ctx/ctx.ts'
import type { ServedCtx } from '../ctx/served-ctx.ts'
import { BindError } from '../error/bind-error.ts'
import { HttpError } from '../error/http-error.ts'
import { statusText } from '../error/status-text.ts'
import type { Translator, Words } from '../error/translator.ts'
import { ValidationError } from '../error/validation-error.ts'
import { preferredMediaType } from '../request/accept.ts'
import { headerList } from '../request/header-lines.ts'
import { autoHandled, detailOf, type Problem, requestProblem } from './request-problem.ts'

const problemType = 'application/problem+json'
const textType = 'text/plain; charset=utf-8'
const offers = [problemType, 'application/json', 'text/plain']

/** Answers with the error's status and message as the client may see them; keeps the headers that are set already. */
export function defaultErrorHandler(c: ServedCtx, err: unknown): void {
  const translator = c.translator()
  const words = translator !== undefined && isAboutRequest(err) ? wordsFor(c, translator) : undefined
  answerProblem(c, problemOf(err, words))
}

/** As the default error handler does it, when there is nothing to say but the status: without an error. */
export function answerStatus(c: ServedCtx, status: number): void {
  if (takesJson(c)) c.answer(status, problemType, problemText({ status }))
  else c.answer(status, textType, titleOf({ status }))
}

/** Answers with problem details when the client takes JSON, with plain text otherwise. */
function answerProblem(c: Ctx, problem: Problem): void {
  c.status(problem.status)
  if (takesJson(c)) c.set('Content-Type', problemType).sendString(problemText(problem))
  else c.set('Content-Type', textType).sendString(problem.detail ?? titleOf(problem))
}

/** The answers that say nothing but their status, which 404s nearly always are. */
const plainTexts = new Map<number, string>()

function problemText(problem: Problem): string {
  if (problem.detail !== undefined) return jsonText(problem)
  const known = plainTexts.get(problem.status) ?? jsonText(problem)
  plainTexts.set(problem.status, known)
  return known
}

function jsonText(problem: Problem): string {
  return JSON.stringify({ type: 'about:blank', title: titleOf(problem), ...problem })
}

function titleOf({ status }: Problem): string {
  return statusText[status] ?? 'Error'
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

/** Whether there is something to say about the request in the language of its client. */
function isAboutRequest(err: unknown): boolean {
  return err instanceof BindError || err instanceof ValidationError || autoHandled(err) !== undefined
}

/** The words for a client, and the headers that tell of the choice (RFC 9110 sections 8.5 and 12.5.5). */
function wordsFor(c: ServedCtx, translator: Translator): Words {
  const words = translator.choose(headerList(c.rawHeaders(), 'accept-language'))
  c.set('Content-Language', words.language).vary('Accept-Language')
  return words
}

function problemOf(err: unknown, words: Words | undefined): Problem {
  if (err instanceof BindError || err instanceof ValidationError) return requestProblem(err, words)
  if (err instanceof HttpError && isExpected(err)) {
    const { status, message } = err
    const fault = autoHandled(err)
    if (fault !== undefined && words !== undefined) return { status, detail: detailOf(fault, words) }
    return message === '' || message === statusText[status] ? { status } : { status, detail: message }
  }
  return { status: 500 }
}
