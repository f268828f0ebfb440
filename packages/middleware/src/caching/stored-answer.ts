import type { Ctx } from '@ctxgen/runtime'
import type { RecordedAnswer } from '../answers/recorded-answer.ts'
import { type Directives, directivesOf, secondsOf } from './directives.ts'

/** An answer in a cache. Times are in seconds. */
export interface StoredAnswer {
  readonly answer: RecordedAnswer
  /** When it was made, since 1970. */
  readonly made: number
  readonly freshFor: number
  /** For how long after that it may be sent while another is made. */
  readonly staleWhileRevalidate: number
  /** For how long after that it may be sent in place of an error. */
  readonly staleIfError: number
}

// Those of RFC 9110 section 15.1, without 206.
const cacheable = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/** Set again by each answer, or of a connection. */
const neverStored = new Set([
  'age',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'cache-status',
])

/**
 * An answer that a shared cache may keep (RFC 9111 section 3); `undefined` for others.
 * @param maxAge seconds for an answer that says none
 */
export function storable(
  c: Ctx,
  answer: RecordedAnswer,
  maxAge: number | undefined,
): StoredAnswer | undefined {
  if (!cacheable.has(answer.status) || c.getRespHeader('set-cookie') !== '') return undefined
  const says = directivesOf(c.getRespHeader('cache-control'))
  if (['no-store', 'private', 'no-cache'].some((name) => says.has(name))) return undefined
  if (c.getRespHeader('vary').includes('*')) return undefined
  const isShared = ['public', 's-maxage', 'must-revalidate'].some((name) => says.has(name))
  if (c.get('authorization') !== '' && !isShared) return undefined
  const freshFor =
    (lifetimeOf(c, says) ?? maxAge ?? 0) - Number(/^\d{1,9}$/.exec(c.getRespHeader('age'))?.[0] ?? 0)
  if (freshFor <= 0) return undefined
  const mayBeStale = !['must-revalidate', 'proxy-revalidate', 's-maxage'].some((name) => says.has(name))
  const stale = (name: string): number => (mayBeStale ? (secondsOf(says, name) ?? 0) : 0)
  return {
    answer: { ...answer, headers: answer.headers.filter(([name]) => !neverStored.has(name)) },
    made: now(),
    freshFor,
    staleWhileRevalidate: stale('stale-while-revalidate'),
    staleIfError: stale('stale-if-error'),
  }
}

function lifetimeOf(c: Ctx, says: Directives): number | undefined {
  const said = secondsOf(says, 's-maxage') ?? secondsOf(says, 'max-age')
  const expires = c.getRespHeader('expires')
  if (said !== undefined || expires === '') return said
  const ends = Date.parse(expires)
  return Number.isNaN(ends) ? 0 : ends / 1000 - now()
}

/** How an answer stands to a request. */
export type Freshness = 'fresh' | 'revalidate' | 'if-error' | 'useless'

/** @param asks the directives of the request (RFC 9111 section 5.2.1) */
export function freshnessOf(stored: StoredAnswer, asks: Directives): Freshness {
  const left = stored.freshFor - ageOf(stored)
  const maxAge = secondsOf(asks, 'max-age') ?? Number.POSITIVE_INFINITY
  const isWanted =
    !asks.has('no-cache') && ageOf(stored) <= maxAge && left > (secondsOf(asks, 'min-fresh') ?? 0)
  if (isWanted && left > 0) return 'fresh'
  if (asks.has('no-cache') || asks.has('min-fresh') || asks.has('max-age')) return 'useless'
  if (-left < stored.staleWhileRevalidate) return 'revalidate'
  return -left < stored.staleIfError ? 'if-error' : 'useless'
}

/** Whole seconds, for the header Age. */
export function ageOf({ made }: StoredAnswer): number {
  return Math.max(0, Math.floor(now() - made))
}

/** Milliseconds for which a store keeps it. */
export function keptFor({ freshFor, staleWhileRevalidate, staleIfError }: StoredAnswer): number {
  return (freshFor + Math.max(staleWhileRevalidate, staleIfError)) * 1000
}

function now(): number {
  return Date.now() / 1000
}
