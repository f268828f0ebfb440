import type { CtxHost } from '../ctx/ctx-host.ts'

/** The largest body size in bytes of any route. */
export function largestBodyLimit({ router, settings }: CtxHost): number {
  return Math.max(settings.bodyLimit, ...router.routes.map((route) => route.limits?.bodyLimit ?? 0))
}
