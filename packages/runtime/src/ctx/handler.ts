import type { Ctx } from './ctx.ts'

/**
 * Answers a request, or does a part of it and calls `c.next()`. What it returns is not sent, but a returned
 * `Error` counts as thrown.
 */
export type Handler = (c: Ctx) => unknown
