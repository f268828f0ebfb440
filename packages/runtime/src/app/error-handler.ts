import type { Ctx } from '../ctx/ctx.ts'
import type { ServedCtx } from '../ctx/served-ctx.ts'
import type { Translator, Words } from '../error/translator.ts'
import { negotiatedType } from '../request/accept.ts'
import { headerList } from '../request/header-lines.ts'
import { isAboutRequest, type Problem, problemOf, problemWith } from './problem.ts'

const problemType = 'application/problem+json'
const textType = 'text/plain; charset=utf-8'
const offers = [problemType, 'application/json', 'text/plain']

/** Answers with the error's status and message as the client may see them; keeps the headers that are set already. */
export function defaultErrorHandler(c: ServedCtx, err: unknown): void {
  const translator = c.translator()
  const words = translator !== undefined && isAboutRequest(err) ? wordsFor(c, translator) : undefined
  answerProblem(c, problemOf(err, words))
}

/** The words for a client, and the headers that tell of the choice (RFC 9110 sections 8.5 and 12.5.5). */
function wordsFor(c: ServedCtx, translator: Translator): Words {
  const words = translator.choose(headerList(c.rawHeaders(), 'accept-language'))
  c.set('Content-Language', words.language).vary('Accept-Language')
  return words
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
  const best = accept === '' ? problemType : negotiatedType(accept, offers)
  return best === problemType || best === 'application/json'
}
