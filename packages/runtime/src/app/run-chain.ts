import { isPending } from '../ctx/handler.ts'
import type { ServedCtx } from '../ctx/served-ctx.ts'
import { HttpError } from '../error/http-error.ts'
import { isExpected } from '../error/is-expected.ts'
import type { ErrorHandler } from './app-config.ts'
import { answerStatus, defaultErrorHandler } from './error-handler.ts'

/**
 * Runs the handlers that match a request and sends the response when the last of them is done. Never throws.
 * @param errorHandler `undefined` for the default one, which needs no `Error` to answer 404.
 */
export function runChain(c: ServedCtx, errorHandler: ErrorHandler | undefined): void {
  let pending: unknown
  try {
    pending = c.run() || refuse(c, errorHandler)
  } catch (error) {
    pending = fail(c, errorHandler, error)
  }
  if (pending instanceof Promise) void sendLater(c, errorHandler, pending)
  else send(c, errorHandler)
}

/** Answers a request that no handler may see. Never throws. */
export function runRefusal(c: ServedCtx, errorHandler: ErrorHandler | undefined, error: HttpError): void {
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

/** 404 or 405 is an ordinary answer: no error is made when nobody wants to see one. */
function refuse(c: ServedCtx, errorHandler: ErrorHandler | undefined): void | Promise<void> {
  const status = c.unmatchedStatus()
  if (errorHandler === undefined) return answerStatus(c, status)
  return fail(c, errorHandler, new HttpError(status))
}

/** Lets the error handler answer; when it fails too, a plain 500 remains. Neither throws nor rejects. */
function fail(c: ServedCtx, errorHandler: ErrorHandler | undefined, error: unknown): void | Promise<void> {
  // What happens after the response has left can no longer be told to the client.
  const left = c.hasLeft()
  if ((left || errorHandler === undefined) && !isExpected(error)) c.report(error)
  if (left) return
  try {
    c.takeBack()
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

/** @param broken what the error handler threw, or returned as handlers may. */
function lastResort(c: ServedCtx, broken: unknown): void {
  c.report(broken)
  if (c.hasLeft()) return
  c.takeBack()
  answerStatus(c, 500)
}
