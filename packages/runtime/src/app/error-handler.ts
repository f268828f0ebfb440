import type { ServedCtx } from '../ctx/served-ctx.ts'
import type { Translator, Words } from '../error/translator.ts'
import { preferredMediaType } from '../request/accept.ts'
import { isAboutRequest, type Problem, problemOf, problemWith } from './problem.ts'

const problemType = 'application/problem+json'
const textType = 'text/plain; charset=utf-8'
const offers = [problemType, 'application/json', 'text/plain']

/** Answers with the status and public message of the error; keeps headers that are already set. */
export function defaultErrorHandler(c: ServedCtx, err: unknown): void {
  const translator = c.translator()
  const words = translator !== undefined && isAboutRequest(err) ? wordsFor(c, translator) : undefined
  answerProblem(c, problemOf(err, words))
}

/** The messages for a client, with headers that declare the choice (RFC 9110 sections 8.5 and 12.5.5). */
function wordsFor(c: ServedCtx, translator: Translator): Words {
  const words = translator.choose(c.headerText('accept-language'))
  c.set('Content-Language', words.language).vary('Accept-Language')
  return words
}

/** The default error handler's answer to a status without an error. */
export function answerStatus(c: ServedCtx, status: number): void {
  if (takesJson(c)) c.answer(status, problemType, statusProblem(status))
  else c.answer(status, textType, problemWith(status).title)
}

/** Answers with problem details if the client accepts JSON, otherwise with plain text. */
function answerProblem(c: ServedCtx, problem: Problem): void {
  c.status(problem.status)
  if (takesJson(c)) c.set('Content-Type', problemType).sendString(JSON.stringify(problem))
  else c.set('Content-Type', textType).sendString(problem.detail ?? problem.title)
}

/** Responses without details, as for nearly all 404s. */
const statusProblems = new Map<number, string>()

function statusProblem(status: number): string {
  const known = statusProblems.get(status) ?? JSON.stringify(problemWith(status))
  statusProblems.set(status, known)
  return known
}

function takesJson(c: ServedCtx): boolean {
  if (c.errorsAreJson) return true
  c.vary('Accept')
  const accept = c.headerText('accept')
  const best = accept === '' ? problemType : preferredMediaType(accept, offers)
  return best === problemType || best === 'application/json'
}
