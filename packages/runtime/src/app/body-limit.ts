import type { CtxHost } from '../ctx/settings.ts'
import type { Incoming } from '../request/incoming.ts'
import { decodePercent } from '../request/percent.ts'
import { pathOf } from '../request/request-target.ts'

type RequestLine = Pick<Incoming, 'method' | 'url'>

/** Most bytes that the body of a request may have: as the first route that it meets says, else the app. Never throws. */
export function bodyLimitOf(
  { router, settings }: CtxHost,
  { method = 'GET', url = '/' }: RequestLine,
): number {
  const { bodyLimit, unescapePath } = settings
  if (!router.hasBodyLimits) return bodyLimit
  const path = pathOf(url, url.indexOf('?'))
  try {
    const met = router.find(method, unescapePath ? decodePercent(path) : path)
    return met.find((route) => route.method !== 'use')?.bodyLimit ?? bodyLimit
  } catch {
    // A constraint that throws does so again when the handlers are looked up, where somebody answers for it.
    return bodyLimit
  }
}
