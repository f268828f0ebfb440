import { isPending } from '../ctx/handler-values.ts'
import type { ServedCtx } from '../ctx/served-ctx.ts'
import { HttpError } from '../error/http-error.ts'
import { isExpected } from '../error/is-expected.ts'
import type { ErrorHandler } from './app-config.ts'
import { answerStatus, defaultErrorHandler } from './error-handler.ts'

/**
 * Runs the handlers that match a request, then sends the response. Never throws.
 * @param errorHandler `undefined` for the default one, which answers 404 without creating an `Error`.
 */
export function runChain(c: ServedCtx, errorHandler: ErrorHandler | undefined): void {
  try {
    const body = c.enter()
    if (body === undefined) runHandlers(c, errorHandler)
    else c.takeBody(body, () => runHandlers(c, errorHandler))
  } catch (error) {
    // A constraint of a route has thrown.
    runRefusal(c, errorHandler, error)
  }
}

function runHandlers(c: ServedCtx, errorHandler: ErrorHandler | undefined): void {
  let pending: unknown
  try {
    pending = c.run() || refuse(c, errorHandler)
  } catch (error) {
    pending = fail(c, errorHandler, error)
  }
  if (pending instanceof Promise) void sendLater(c, errorHandler, pending)
  else send(c, errorHandler)
}

/** Answers a request that no handler should see. Never throws. */
export function runRefusal(c: ServedCtx, errorHandler: ErrorHandler | undefined, error: unknown): void {
  const pending = fail(c, errorHandler, error)
  if (pending === undefined) send(c, errorHandler)
  else void sendLater(c, errorHandler, pending)
}

function send(c: ServedCtx, errorHandler: ErrorHandler | undefined): void {
  const pending = c.settle()
  if (pending === undefined) c.leave()
  else void sendLater(c, errorHandler, pending)
}

async function sendLater(
  c: ServedCtx,
  errorHandler: ErrorHandler | undefined,
  pending: Promise<unknown>,
): Promise<void> {
  try {
    await pending
    const rest = c.settle()
    if (rest !== undefined) await rest
  } catch (error) {
    await failLater(c, errorHandler, error)
  }
  c.leave()
}

async function failLater(
  c: ServedCtx,
  errorHandler: ErrorHandler | undefined,
  error: unknown,
): Promise<void> {
  await fail(c, errorHandler, error)
  try {
    await c.settle()
  } catch (broken) {
    lastResort(c, broken)
  }
}

/** Answers 404 or 405. Creates an error only for a custom error handler. */
function refuse(c: ServedCtx, errorHandler: ErrorHandler | undefined): void | Promise<void> {
  const status = c.unmatchedStatus()
  if (errorHandler === undefined) return answerStatus(c, status)
  return fail(c, errorHandler, new HttpError(status))
}

/** Calls the error handler; if that fails too, sends a bare 500. Never throws or rejects. */
function fail(c: ServedCtx, errorHandler: ErrorHandler | undefined, error: unknown): void | Promise<void> {
  // After the response was sent, an error can only be reported.
  const left = c.hasLeft()
  if ((left || errorHandler === undefined) && !isExpected(error)) c.report(error)
  if (left) return
  try {
    c.takeBack(error)
    const result: unknown = (errorHandler ?? defaultErrorHandler)(c, error)
    if (isPending(result)) return waitForAnswer(c, result)
    c.takeResult(result)
  } catch (broken) {
    lastResort(c, broken)
  }
}

async function waitForAnswer(c: ServedCtx, pending: PromiseLike<unknown>): Promise<void> {
  try {
    c.takeResult(await pending)
  } catch (broken) {
    lastResort(c, broken)
  }
}

/** @param broken the error handler's own error, thrown or returned. */
function lastResort(c: ServedCtx, broken: unknown): void {
  c.report(broken)
  if (c.hasLeft()) return
  c.takeBack(undefined)
  answerStatus(c, 500)
}
