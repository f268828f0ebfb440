/*
 * The walk of a request with an unread body: middleware runs at once, the handler that wants the body begins when it is
 * there. `next()` always gives a promise, so that its kind does not depend on how much has arrived.
 */

import type { Route } from '../route/route.ts'
import type { CtxState } from './ctx-state.ts'
import { ignore, isAnswer, isPending } from './handler-values.ts'
import { runningAfter, waitFor, wantsBody } from './route-walk.ts'
import type { UnreadBody } from './unread-body.ts'

type AnyHandler = (c: never) => unknown

/** Runs the handler that `next()` has moved to. */
export function nextUnread<H extends AnyHandler>(
  this: CtxState<H>,
  body: UnreadBody,
  handler: H,
): Promise<void> {
  const number = this.started++
  const settled = wantsBody.call(this)
    ? waitFor.call(this, whenThere.call(this, body, handler), number)
    : callNow.call(this, body, handler, number)
  body.handedOn = settled
  if (this.owner.settings.givesHints && !this.hasLeft()) {
    body.edits ??= []
    body.edits[number] = this.draft.edits
  }
  return settled
}

async function whenThere(this: CtxState<unknown>, body: UnreadBody, handler: AnyHandler): Promise<unknown> {
  await this.whenRead(body)
  // Middleware has answered in the meantime: a time-out.
  if (this.hasLeft()) return undefined
  if (this.refusal !== undefined) throw this.refusal
  return call.call(this, handler)
}

function callNow(
  this: CtxState<unknown>,
  body: UnreadBody,
  handler: AnyHandler,
  number: number,
): Promise<void> {
  const route = this.currentRoute
  let result: unknown
  try {
    result = call.call(this, handler)
  } catch (error) {
    return waitFor.call(this, Promise.reject(error), number)
  }
  // Middleware that returns what its own next() gave adds nothing to wait for.
  if (body.handedOn !== undefined && result === body.handedOn) return body.handedOn
  const hint = (value: unknown): void => {
    if (isAnswer(value, this) || runningAfter.call(this, number) === undefined) return
    hintAtEdits.call(this, body, number, handler, route)
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

function call(this: CtxState<unknown>, handler: AnyHandler): unknown {
  return Reflect.apply(handler, undefined, [this])
}

async function after(rest: Promise<void> | undefined, result: unknown): Promise<unknown> {
  await rest
  return result
}

/** Handlers for which a hint was logged. */
const hinted = new WeakSet<AnyHandler>()

/** Logs, once for each, that middleware has changed the answer after a `next()` that it did not wait for. */
function hintAtEdits(
  this: CtxState<unknown>,
  body: UnreadBody,
  number: number,
  handler: AnyHandler,
  route: Route | undefined,
): void {
  if (body.edits === undefined || this.awaited !== body || this.hasLeft()) return
  if (this.draft.edits === body.edits[number + 1] || hinted.has(handler)) return
  hinted.add(handler)
  const name = handler.name === '' ? 'the middleware' : handler.name
  console.warn(
    `${this.verb} ${this.pathText}: ${name} of ${route?.path} called next() without returning it and changed the answer afterwards. The request has a body, so the handlers behind have not run by then: write "await c.next()", or return it`,
  )
}
