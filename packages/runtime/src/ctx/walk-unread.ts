/*
 * The walk of a request with an unread body: middleware runs at once, the handler that wants the body begins when it is
 * there. `next()` always gives a promise, so that its kind does not depend on how much has arrived.
 */

import type { Route } from '../route/route.ts'
import type { CtxState } from './ctx-state.ts'
import { ignore, isAnswer, isPending } from './handler-values.ts'
import { awaitHandler, follow, handlerEnded, runningAfter, waitFor, wantsBody } from './route-walk.ts'
import type { UnreadBody } from './unread-body.ts'

type AnyCtx = CtxState<unknown>
type HandlerOf<C> = (c: C) => unknown

/** Runs the handler that `next()` has moved to. */
export function nextUnread<C extends AnyCtx>(
  this: C,
  body: UnreadBody,
  handler: HandlerOf<C>,
): Promise<void> {
  const number = this.started++
  const isWanted = wantsBody.call(this)
  const settled = isWanted
    ? (whenThere<C>).call(this, body, handler, number)
    : (callNow<C>).call(this, body, handler, number)
  body.handedOn = settled
  if (isWanted) body.wantedBy = number
  // The app awaits the first handler; a later caller of `next()` may not.
  if (body.calls === 0 && number > 0) followWanted.call(this, body)
  if (this.owner.settings.givesHints && !this.hasLeft()) {
    body.edits ??= []
    body.edits[number] = this.draft.edits
  }
  return settled
}

/** The callback runs in the asynchronous context of this call, whatever event brings the end of the body. */
function whenThere<C extends AnyCtx>(
  this: C,
  body: UnreadBody,
  handler: HandlerOf<C>,
  number: number,
): Promise<void> {
  return this.whenRead(body).then(() => (begin<C>).call(this, handler, number))
}

function begin<C extends AnyCtx>(this: C, handler: HandlerOf<C>, number: number): void | Promise<void> {
  let result: unknown
  // Middleware may have answered in the meantime: a time-out.
  if (!this.hasLeft()) {
    if (this.refusal !== undefined) throw this.refusal
    result = handler(this)
    if (isPending(result) || runningAfter.call(this, number) !== undefined)
      return awaitHandler.call(this, Promise.resolve(result), number)
  }
  this.returned = true
  handlerEnded.call(this, number)
  this.keepResult(result)
}

function callNow<C extends AnyCtx>(
  this: C,
  body: UnreadBody,
  handler: HandlerOf<C>,
  number: number,
): Promise<void> {
  const route = this.currentRoute
  let result: unknown
  body.calls++
  try {
    result = handler(this)
  } catch (error) {
    body.calls--
    followWanted.call(this, body)
    return waitFor.call(this, Promise.reject(error), number)
  }
  body.calls--
  // Middleware that returns what its own next() gave adds nothing to wait for.
  if (body.handedOn !== undefined && result === body.handedOn) return body.handedOn
  followWanted.call(this, body)
  return waitForMiddleware.call(this, body, result, { handler, number, route })
}

/** Follows the promise of the handler that wants the body, unless all middleware returns it. */
function followWanted(this: AnyCtx, body: UnreadBody): void {
  const { handedOn, wantedBy } = body
  if (wantedBy === -1 || handedOn === undefined) return
  body.wantedBy = -1
  follow.call(this, handedOn, wantedBy)
}

/** A call of middleware. */
interface MiddlewareCall {
  readonly handler: { readonly name: string }
  readonly number: number
  readonly route: Route | undefined
}

function waitForMiddleware(
  this: AnyCtx,
  body: UnreadBody,
  result: unknown,
  called: MiddlewareCall,
): Promise<void> {
  const { number } = called
  const hint = (value: unknown): void => {
    if (isAnswer(value, this) || runningAfter.call(this, number) === undefined) return
    hintAtEdits.call(this, body, called)
  }
  if (isPending(result)) {
    if (this.owner.settings.givesHints) result.then(hint, ignore)
    return waitFor.call(this, result, number)
  }
  hint(result)
  const rest = runningAfter.call(this, number)
  this.returned = rest === undefined
  return waitFor.call(this, after(rest, result), number)
}

async function after(rest: Promise<void> | undefined, result: unknown): Promise<unknown> {
  await rest
  return result
}

/** Handlers for which a hint was logged. */
const hinted = new WeakSet<object>()

/** Logs, once for each, that middleware has changed the answer after a `next()` that it did not wait for. */
function hintAtEdits(this: AnyCtx, body: UnreadBody, { handler, number, route }: MiddlewareCall): void {
  if (body.edits === undefined || this.awaited !== body || this.hasLeft()) return
  if (this.draft.edits === body.edits[number + 1] || hinted.has(handler)) return
  hinted.add(handler)
  const name = handler.name === '' ? 'the middleware' : handler.name
  console.warn(
    `${this.verb} ${this.pathText}: ${name} of ${route?.path} called next() without returning it and changed the answer afterwards. The request has a body, so the handlers behind have not run by then: write "await c.next()", or return it`,
  )
}
