import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpError } from '../../error/http-error.ts'
import { isGone } from '../node/node-exchange.ts'
import type { NodeExchange } from './connect-exchange.ts'

/**
 * Middleware of connect or Express: `helmet()`, `compression()`, `session({ … })`. Packages declare requests and
 * responses of their own, which no shared type fits.
 */
export type ConnectMiddleware = (req: never, res: never, next: (error?: unknown) => void) => unknown

/** The way on that middleware has chosen: `next()`, `next('route')` or `next('router')`. */
export type Way = 'next' | 'route' | 'router'

/**
 * Calls middleware. The result is `undefined` when it has answered, or the client is gone.
 * @param report receives the errors that it passes to `next` later, or rejects with.
 * @throws its error
 */
export function callMiddleware(
  middleware: ConnectMiddleware,
  { req, res }: NodeExchange,
  report: (error: unknown) => void,
): Promise<Way | undefined> {
  return new Promise((resolve, reject) => {
    // Its events have been emitted.
    if (isGone(res)) return resolve(undefined)
    let isSettled = false
    const settle = (): void => {
      isSettled = true
      res.off('finish', onEnd)
      res.off('close', onEnd)
    }
    const onEnd = (): void => {
      settle()
      resolve(undefined)
    }
    res.once('finish', onEnd)
    res.once('close', onEnd)
    const next = (error?: unknown): void => {
      const way = wayOf(error)
      if (isSettled) {
        if (way === undefined) report(error)
        return
      }
      settle()
      if (way === undefined) reject(asHttpError(error))
      else resolve(way)
    }
    apply(middleware, req, res, next).catch(next)
  })
}

/** The promise of middleware, which also rejects with an error that it throws at once. */
async function apply(
  middleware: ConnectMiddleware,
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
): Promise<void> {
  await Reflect.apply(middleware, undefined, [req, res, next])
}

/** `undefined` for an error. */
function wayOf(error: unknown): Way | undefined {
  if (error === 'route' || error === 'router') return error
  return error ? undefined : 'next'
}

/** The errors of `http-errors` have a status, and may be shown to the client when it is below 500. */
function asHttpError(cause: unknown): unknown {
  if (!(cause instanceof Error) || cause instanceof HttpError) return cause
  const status: unknown = Reflect.get(cause, 'status') ?? Reflect.get(cause, 'statusCode')
  if (typeof status !== 'number' || status < 400 || status > 499) return cause
  return Reflect.get(cause, 'expose') === false
    ? new HttpError(status, undefined, { cause })
    : new HttpError(status, cause.message, { cause })
}
