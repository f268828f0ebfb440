import type { CtxHost } from '../ctx/ctx-host.ts'
import type { Incoming } from '../request/incoming.ts'
import { pathOf } from '../request/request-target.ts'

type RequestLine = Pick<Incoming, 'method' | 'url'>

/** The largest body size in bytes of any route. */
export function largestBodyLimit({ router, settings }: CtxHost): number {
  return Math.max(settings.bodyLimit, ...router.routes.map((route) => route.limits?.bodyLimit ?? 0))
}

/** The maximum body size in bytes: that of the first matching route, otherwise that of the app. Never throws. */
export function bodyLimitOf(
  { router, settings }: CtxHost,
  { method = 'GET', url = '/' }: RequestLine,
): number {
  const { bodyLimit } = settings
  if (!router.hasBodyLimits) return bodyLimit
  const path = pathOf(url, url.indexOf('?'))
  try {
    const met = router.find(method, path)
    return met.find((route) => route.method !== 'use')?.limits?.bodyLimit ?? bodyLimit
  } catch {
    // A constraint that throws will throw again during routing, where the error is handled.
    return bodyLimit
  }
}
