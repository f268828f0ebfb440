import type { Ctx } from '../ctx/ctx.ts'
import type { Handler } from '../ctx/handler.ts'
import type { ErrorHandler } from './app-config.ts'

/** Middleware that lets the error handler of a mounted app answer for what fails behind it. */
export function mountErrorHandler(errorHandler: ErrorHandler): Handler {
  return (c: Ctx) => {
    try {
      const pending = c.next()
      return pending instanceof Promise ? pending.catch((error: unknown) => errorHandler(c, error)) : pending
    } catch (error) {
      return errorHandler(c, error)
    }
  }
}
