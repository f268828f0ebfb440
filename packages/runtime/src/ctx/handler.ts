import type { Ctx } from './ctx.ts'

/**
 * Answers a request, or does a part of it and calls `c.next()`. What it returns is not sent, but a returned
 * `Error` counts as thrown.
 */
export type Handler = (c: Ctx) => unknown

/** Whether what a handler returned has to be waited for. */
export function isPending(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
