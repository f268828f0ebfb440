import type { Ctx, Handler } from '@ctxgen/runtime'

/**
 * Leaves middleware out for some requests: `skip(limiter(), (c) => c.path() === '/livez')`. It is not a guard any more,
 * since handlers behind it run without it as well.
 */
export function skip(middleware: Handler, exclude: (c: Ctx) => boolean): Handler {
  return (c) => (exclude(c) ? c.next() : middleware(c))
}
