import type { Ctx } from '../ctx/ctx.ts'
import type { Handler } from '../ctx/handler.ts'
import { ServedCtx } from '../ctx/served-ctx.ts'
import type { ErrorHandler } from './app-config.ts'

/** Middleware that lets the error handler of a mounted app answer for what fails behind it. */
export function mountErrorHandler(errorHandler: ErrorHandler): Handler {
  return (c: Ctx) => {
    const answer = (error: unknown): unknown => {
      // What nobody can be answered any more is told to the operator at the end of the chain.
      if (!(c instanceof ServedCtx) || c.hasLeft()) throw error
      c.takeBack()
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
