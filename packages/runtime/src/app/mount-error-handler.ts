import type { Ctx, Handler } from '../ctx/ctx.ts'
import { ServedCtx } from '../ctx/served-ctx.ts'
import type { ErrorHandler } from './app-config.ts'

/** Middleware that passes errors below a mounted app to its error handler. */
export function mountErrorHandler(errorHandler: ErrorHandler): Handler {
  return (c: Ctx) => {
    const answer = (error: unknown): ReturnType<Handler> => {
      // After the response was sent, the end of the chain reports the error.
      if (!(c instanceof ServedCtx) || c.hasLeft()) throw error
      c.takeBack(error)
      return errorHandler(c, error)
    }
    try {
      const pending = c.next()
      return pending instanceof Promise ? pending.catch(answer) : pending
    } catch (error) {
      return answer(error)
    }
  }
}
