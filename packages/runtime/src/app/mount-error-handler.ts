import type { Ctx, Handler } from '../ctx/ctx.ts'
import { isPending } from '../ctx/handler-values.ts'
import { ServedCtx } from '../ctx/served-ctx.ts'
import type { ErrorHandler } from './app-config.ts'

/** Middleware that passes errors below a mounted app to its error handler. */
export function mountErrorHandler(errorHandler: ErrorHandler): Handler {
  return (c: Ctx) => {
    const answer = (error: unknown): ReturnType<Handler> => {
      // After the response was sent, the end of the chain reports the error.
      if (!(c instanceof ServedCtx) || c.hasLeft()) throw error
      return callHandler(errorHandler, c, error)
    }
    try {
      const pending = c.next()
      return pending instanceof Promise ? pending.catch(answer) : pending
    } catch (error) {
      return answer(error)
    }
  }
}

/** In the middleware around the mounted app an unread body is an error again. */
function callHandler(errorHandler: ErrorHandler, c: ServedCtx, error: unknown): ReturnType<Handler> {
  c.takeBack(error)
  let isOver = true
  try {
    const result = errorHandler(c, error)
    if (!isPending(result)) return result
    isOver = false
    return Promise.resolve(result).finally(() => c.endFailure())
  } finally {
    if (isOver) c.endFailure()
  }
}
