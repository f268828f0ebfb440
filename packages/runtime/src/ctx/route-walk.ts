/*
 * The walk of a request through the handlers of its routes. Functions with a `this` can use protected fields of the
 * Ctx; a separate object for the walk would cost an allocation per request.
 */

import { pathForm } from '@ctxgen/core/path-form'
import { HttpError } from '../error/http-error.ts'
import type { Route } from '../route/route.ts'
import { type CtxState, notYetFound } from './ctx-state.ts'

const slash = 47

/** Looks up the routes for the current path and method; false if there is none. */
export function findRoutes(this: CtxState<unknown>): boolean {
  const { router } = this.owner
  // Only a handler can have overridden the path.
  this.chain = router.find(this.verb, this.started === 0 ? this.pathText : pathForm(this.pathText))
  this.lookUp = router.lookUp
  this.matchedPath = router.form
  if (this.chain.length === 0 && this.matchedPath.charCodeAt(0) !== slash)
    this.chain = router.everywhere(this.verb)
  this.chainAt = -1
  this.currentRoute = undefined
  return this.chain.length > 0
}

/**
 * The handler after the end of the chain: of a route registered later, if the path or method was overridden.
 * Without one, the handler of `notFound`.
 * @throws HttpError 404 or 405 if none is left.
 */
export function laterHandler<H>(this: CtxState<H>): H {
  if (this.chain === notYetFound) {
    const order = this.currentRoute?.order ?? -1
    findRoutes.call(this)
    const at = this.chain.findIndex((route) => route.order > order)
    const handler = at === -1 ? undefined : this.enterRoute(at)
    if (handler !== undefined) return handler
  }
  const status = unmatchedStatus.call(this)
  const { router } = this.owner
  const route = status === 404 && router.hasFallbacks ? router.fallback(this.matchedPath) : undefined
  const handler = route?.handlers[0]
  // In that handler itself, next() has nowhere to go.
  if (route === undefined || handler === undefined || this.work.isUnmatched) throw new HttpError(status)
  enterFallback.call(this, route)
  return handler
}

function enterFallback(this: CtxState<unknown>, route: Route): void {
  this.work.isUnmatched = true
  this.chain = [route]
  this.chainAt = 0
  this.handlerAt = 0
  this.currentRoute = route
  this.draft.status = 404
}

/** Moves behind the last handler of the current route. @throws Error in middleware */
export function skipRoute(this: CtxState<unknown>): void {
  const route = this.currentRoute
  if (route === undefined || route.method === 'use')
    throw new Error("next('route') skips the rest of a route, but this is middleware: call next()")
  this.handlerAt = route.handlers.length - 1
}

/** Moves behind the routes of the mounted app that the current route belongs to, or of the app itself. */
export function skipRouter(this: CtxState<unknown>): void {
  const { chain, currentRoute } = this
  const end = currentRoute?.end ?? 0
  const at = chain.findIndex(({ order }) => order >= end)
  this.chainAt = (at === -1 ? chain.length : at) - 1
  this.handlerAt = (currentRoute?.handlers.length ?? 1) - 1
}

/** The status of a request that no route has answered; sets the Allow header with 405. */
export function unmatchedStatus(this: CtxState<unknown>): 404 | 405 {
  // A route of this method ran and passed the request on, so the method is allowed.
  if (this.chain.some((route) => route.method !== 'use')) return 404
  const allowed = this.owner.router.allowed(this.matchedPath)
  if (allowed.length === 0) return 404
  this.draft.setHeader('Allow', allowed.join(', '))
  return 405
}

/** Awaits an asynchronous handler. @param number its place in the order of calls */
export function waitFor(
  this: CtxState<unknown>,
  result: PromiseLike<unknown>,
  number: number,
): Promise<void> {
  return follow.call(this, awaitHandler.call(this, result, number), number)
}

/** Notes a handler that still runs. @returns its promise */
export function follow(this: CtxState<unknown>, settled: Promise<void>, number: number): Promise<void> {
  // The app awaits the first handler.
  if (number === 0) return settled
  this.underWay ??= []
  this.underWay[number] = settled
  // A caller that does not await next() must not end the process.
  settled.catch((error: unknown) => {
    handlerEnded.call(this, number)
    this.workSoFar?.excuse()
    if (!this.hasLeft()) this.work.lastFailure = { error }
    else {
      handlerFailed.call(this)
      this.report(error)
    }
  })
  return settled
}

/** The first handler still running that was called after this one. */
export function runningAfter(this: CtxState<unknown>, number: number): Promise<void> | undefined {
  const { underWay } = this
  if (underWay === undefined) return undefined
  for (let at = number + 1; at < underWay.length; at++) if (underWay[at] !== undefined) return underWay[at]
  return undefined
}

/** Lets the caller of a failed handler call `next()` again, unless the response has left. */
export function handlerFailed(this: CtxState<unknown>): void {
  this.workSoFar?.excuse()
  if (this.hasLeft()) this.returned = true
}

/** A refused body concerns only the handler that it is read for. @throws the refusal before that handler */
export function refuseBody(this: CtxState<unknown>, refusal: HttpError): void {
  if (wantsBody.call(this)) throw refusal
}

/** Whether the body is read before the current handler. */
export function wantsBody(this: CtxState<unknown>): boolean {
  return this.handlerAt === this.currentRoute?.readsAt
}

/** Awaits the result of a handler. */
export async function awaitHandler(
  this: CtxState<unknown>,
  result: PromiseLike<unknown>,
  number: number,
): Promise<void> {
  const value = await result
  // A handler that called next() and is silent forgot to await it. One that answered may end early: a time-out.
  const rest = runningAfter.call(this, number)
  if (rest !== undefined && !(value instanceof Error) && mustWait.call(this)) await rest
  this.returned = true
  handlerEnded.call(this, number)
  this.keepResult(value)
}

/** Whether the request has no answer yet. While its body is unread, a status is none. */
function mustWait(this: CtxState<unknown>): boolean {
  return this.isSilent() || (this.awaited !== undefined && !this.hasLeft() && !this.draft.isSent)
}

export function handlerEnded(this: CtxState<unknown>, number: number): void {
  if (this.underWay !== undefined) this.underWay[number] = undefined
}
