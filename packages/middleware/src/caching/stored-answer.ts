import type { Ctx } from '@ctxgen/runtime'
import { parseHttpDate } from '@ctxgen/runtime/middleware'
import type { RecordedAnswer } from '../answers/recorded-answer.ts'
import { mayShowNonce } from '../csp/request-nonce.ts'
import { isCookieComing } from './coming-cookie.ts'
import { type Directives, directivesOf, secondsOf } from './directives.ts'

/** An answer in a cache. Times are in seconds. */
export interface StoredAnswer {
  readonly answer: RecordedAnswer
  /** When it was made at its origin, since 1970. */
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
 * @param maxAge seconds for an answer without any
 */
export function storable(
  c: Ctx,
  answer: RecordedAnswer,
  maxAge: number | undefined,
): StoredAnswer | undefined {
  if (!cacheable.has(answer.status)) return undefined
  if (c.getRespHeader('set-cookie') !== '' || isCookieComing(c)) return undefined
  // Its page would have an old nonce, and its header a new one.
  if (mayShowNonce(c)) return undefined
  const says = directivesOf(c.getRespHeader('cache-control'))
  if (['no-store', 'private', 'no-cache'].some((name) => says.has(name))) return undefined
  if (c.getRespHeader('vary').includes('*')) return undefined
  const isShared = ['public', 's-maxage', 'must-revalidate'].some((name) => says.has(name))
  if (c.get('authorization') !== '' && !isShared) return undefined
  const date = dateOf(c, 'date') ?? now()
  const age = Math.max(0, now() - date, ageHeader(c))
  const freshFor = lifetimeOf(c, says, date) ?? maxAge ?? 0
  if (freshFor <= age) return undefined
  const mayBeStale = !['must-revalidate', 'proxy-revalidate', 's-maxage'].some((name) => says.has(name))
  const stale = (name: string): number => (mayBeStale ? (secondsOf(says, name) ?? 0) : 0)
  const ofConnection = c
    .getRespHeader('connection')
    .toLowerCase()
    .split(/[\s,]+/)
  const isKept = (name: string): boolean => !neverStored.has(name) && !ofConnection.includes(name)
  return {
    answer: { ...answer, headers: answer.headers.filter(([name]) => isKept(name)) },
    made: now() - age,
    freshFor,
    staleWhileRevalidate: stale('stale-while-revalidate'),
    staleIfError: stale('stale-if-error'),
  }
}

/** @param date when the answer was made, in seconds since 1970 */
function lifetimeOf(c: Ctx, says: Directives, date: number): number | undefined {
  const lifetime = secondsOf(says, 's-maxage') ?? secondsOf(says, 'max-age')
  if (lifetime !== undefined || c.getRespHeader('expires') === '') return lifetime
  const ends = dateOf(c, 'expires')
  return ends === undefined ? 0 : ends - date
}

/** In seconds since 1970; `undefined` for none, and for one that is no HTTP date. */
function dateOf(c: Ctx, header: string): number | undefined {
  // Its words may be in any case here (RFC 9111 section 4.2).
  const words = c.getRespHeader(header).toLowerCase().replace('gmt', 'GMT')
  const ms = parseHttpDate(words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()))
  return ms === undefined ? undefined : ms / 1000
}

/** The first value of Age (RFC 9111 section 5.1); an invalid one is ignored. */
function ageHeader(c: Ctx): number {
  const [, seconds = '0'] = /^\s*(\d+)\s*(?:[,;]|$)/.exec(c.getRespHeader('age')) ?? []
  return Math.min(Number(seconds), 2 ** 31)
}

/** How an answer stands to a request. */
type Freshness = 'fresh' | 'revalidate' | 'if-error' | 'useless'

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
export function keptFor({ made, freshFor, staleWhileRevalidate, staleIfError }: StoredAnswer): number {
  return (made + freshFor + Math.max(staleWhileRevalidate, staleIfError) - now()) * 1000
}

function now(): number {
  return Date.now() / 1000
}
