import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { answerOf, clientOf, type HeaderSet, headerSet, setHeaders } from '@ctxgen/runtime/middleware'
import { checkNumber, checkOneOf, quoted } from './chain/check-option.ts'
import { FixedWindow } from './rate/fixed-window.ts'
import type { Counter, LimitState, Rate } from './rate/limit-state.ts'
import { type SharedCounter, takeShared } from './rate/shared-counter.ts'
import { SlidingWindow } from './rate/sliding-window.ts'
import { TokenBucket } from './rate/token-bucket.ts'
import { type OutageOptions, StoreOutage, storeIsAway } from './store/store-outage.ts'

export type { SharedCount, SharedCounter } from './rate/shared-counter.ts'

/** The options of {@link limiter}. */
export interface LimiterOptions extends OutageOptions {
  /** The requests, or units of `cost`, that a client has in a window; 0 refuses all. Default: 100. */
  readonly max?: number | ((c: Ctx) => number)
  /** Milliseconds. Default: 60 000. */
  readonly window?: number
  /**
   * `fixed`: a window from the client's first request; `sliding`: the last `window` milliseconds, estimated from two
   * windows; `bucket`: a burst of `max`, then an even pace. Default: `fixed`.
   */
  readonly algorithm?: 'fixed' | 'sliding' | 'bucket'
  /**
   * Whom a request counts for: `(c) => c.locals('user')?.id`; `undefined` for nobody. Default: the client's address,
   * behind a trusted proxy the one in `proxyHeader` of the app, without port; an IPv4-mapped address is an IPv4 one.
   */
  readonly key?: (c: Ctx) => string | undefined
  /** The bits of an IPv6 address that stand for one client, 32..128. Default: 64. */
  readonly ipv6Subnet?: number
  /** The units of a request. Default: 1. */
  readonly cost?: number | ((c: Ctx) => number)
  /** Answers with a status of 400 or more do not count. Default: false. */
  readonly skipFailedRequests?: boolean
  /** Answers with a status below 400 do not count. Default: false. */
  readonly skipSuccessfulRequests?: boolean
  /**
   * `standard`: RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10); `legacy`: X-RateLimit-Limit,
   * -Remaining and -Reset in seconds. Default: `standard`.
   */
  readonly headers?: 'standard' | 'legacy' | 'both' | false
  /** The name of the policy in the headers; two limits of one route have two names. Default: `default`. */
  readonly name?: string
  /**
   * Maximum number of clients in memory; at it, a new one takes the place of one that has used little of its limit.
   * Default: 100 000.
   */
  readonly maxKeys?: number
  /** Makes the error of a refused request; Retry-After is set already. Default: an HttpError 429. */
  readonly limitReached?: (c: Ctx) => Error
  /**
   * Counts for several processes, in fixed windows: a limiter of rate-limiter-flexible, such as
   * `new RateLimiterRedis({ storeClient, points: 100, duration: 60 })`, whose `points` and `duration` are the defaults of
   * `max` and `window`. Default: the memory of this process.
   */
  readonly store?: SharedCounter
  /**
   * Without its store: `open` lets all requests pass, `closed` answers 503, `memory` counts in this process.
   * Default: `open`.
   */
  readonly onStoreError?: 'open' | 'closed' | 'memory'
}

/**
 * Limits the requests of each client, counted in this process or in a store. It answers 429 with Retry-After, and sends what is left
 * with every answer.
 * @throws RangeError for an invalid limit, TypeError for an unknown word.
 * @answer 429 HttpError Retry-After
 * @answer 503 HttpError Retry-After
 * @answer * RateLimit RateLimit-Policy
 */
export function limiter(options: LimiterOptions = {}): Handler {
  const limit = limitOf(options)
  return (c) => {
    const key = limit.key(c)
    if (key === undefined) return c.next()
    const rate = limit.rate(c)
    const cost = numberOf(limit.cost, c)
    const state = limit.take(c, key, cost, rate)
    return state instanceof Promise
      ? state.then((found) => pass(c, limit, key, cost, rate, found))
      : pass(c, limit, key, cost, rate, state)
  }
}

/** @param state `undefined` when nobody counts */
function pass(
  c: Ctx,
  limit: Limit,
  key: string,
  cost: number,
  rate: Rate,
  state: LimitState | undefined,
): void | Promise<void> {
  if (state === undefined) return c.next()
  tell(c, limit, rate, state)
  if (!state.isAllowed) throw refusal(c, limit, state)
  return limit.givesBack ? countLater(c, limit, key, cost, rate, clock() + state.reset) : c.next()
}

interface Limit {
  readonly rate: (c: Ctx) => Rate
  readonly key: (c: Ctx) => string | undefined
  readonly cost: number | ((c: Ctx) => number)
  readonly take: Take
  readonly giveBack: (c: Ctx, key: string, cost: number, rate: Rate) => unknown
  readonly isStandard: boolean
  readonly isLegacy: boolean
  /** Quoted. */
  readonly name: string
  /** The RateLimit-Policy of a rate. */
  readonly policy: (rate: Rate) => string
  /** That of a rate which is the same for all requests, as a header. */
  readonly fixedPolicy: HeaderSet | undefined
  readonly givesBack: boolean
  readonly skips: (status: number) => boolean
  readonly limitReached: ((c: Ctx) => Error) | undefined
}

/** `undefined` when nobody counts. */
type Take = (c: Ctx, key: string, cost: number, rate: Rate) => LimitState | Promise<LimitState | undefined>

const counters = { fixed: FixedWindow, sliding: SlidingWindow, bucket: TokenBucket } as const

function limitOf(options: LimiterOptions): Limit {
  const { store, cost = 1, ipv6Subnet = 64, maxKeys = 100_000 } = options
  const { max = store?.points ?? 100, window = store === undefined ? 60_000 : store.duration * 1000 } =
    options
  const { headers = 'standard', skipFailedRequests = false, skipSuccessfulRequests = false } = options
  if (typeof max !== 'function') checkNumber('limiter: max', max, 0, Number.POSITIVE_INFINITY)
  if (typeof cost !== 'function') checkNumber('limiter: cost', cost)
  if (typeof cost === 'number' && typeof max === 'number' && max > 0 && cost > max)
    throw new RangeError(
      `limiter: cost, ${cost}, is more than max, ${max}, so every request would be refused`,
    )
  checkOneOf('limiter: headers', headers, ['standard', 'legacy', 'both', false])
  checkOneOf('limiter: onStoreError', options.onStoreError, ['open', 'closed', 'memory'])
  checkOneOf('limiter: algorithm', options.algorithm, Object.keys(counters))
  checkNumber('limiter: window', window, 1)
  checkNumber('limiter: maxKeys', maxKeys, 1)
  if (!Number.isInteger(ipv6Subnet) || ipv6Subnet < 32 || ipv6Subnet > 128)
    throw new RangeError(`limiter: ipv6Subnet: not a number of bits from 32 to 128: ${ipv6Subnet}`)
  const name = quoted('limiter: name', options.name ?? 'default')
  const policy = ({ max }: Rate): string => `${name};q=${Math.floor(max)};w=${seconds(window)}`
  const fixed = typeof max === 'number' ? { max, window } : undefined
  return {
    rate: (c) => fixed ?? { max: numberOf(max, c), window },
    cost,
    key: options.key ?? addressKey(ipv6Subnet),
    ...counting(options, window, maxKeys),
    isStandard: headers === 'standard' || headers === 'both',
    isLegacy: headers === 'legacy' || headers === 'both',
    name,
    policy,
    fixedPolicy: fixed && headerSet({ [policyName]: policy(fixed) }),
    givesBack: skipFailedRequests || skipSuccessfulRequests,
    skips: (status) => (status >= 400 ? skipFailedRequests : skipSuccessfulRequests),
    limitReached: options.limitReached,
  }
}

function counting(
  options: LimiterOptions,
  window: number,
  maxKeys: number,
): Pick<Limit, 'take' | 'giveBack'> {
  const { store, algorithm = 'fixed', onStoreError = 'open' } = options
  const counter: Counter = new counters[algorithm](maxKeys)
  const takeHere = (_: Ctx, key: string, cost: number, rate: Rate): LimitState =>
    counter.take(key, cost, rate, clock())
  if (store === undefined)
    return { take: takeHere, giveBack: (_, ...taken) => counter.giveBack(...taken, clock()) }
  if (algorithm !== 'fixed') throw new TypeError(`limiter: a store counts in fixed windows, not ${algorithm}`)
  if (window !== store.duration * 1000)
    throw new RangeError(`limiter: window is ${window} ms, but the store counts for ${store.duration} s`)
  const outage = new StoreOutage('limiter', options)
  const instead = { open: () => undefined, closed: storeIsAway, memory: takeHere }[onStoreError]
  return {
    take: (c, key, cost, rate) =>
      outage.ask<LimitState | undefined>(
        c,
        () => takeShared(store, key, cost, rate),
        () => instead(c, key, cost, rate),
      ),
    giveBack: (c, key, cost) => outage.tell(c, () => store.reward(key, cost)),
  }
}

/** Warns once when all clients would count as one. */
function addressKey(bits: number): (c: Ctx) => string {
  let hasWarned = false
  return (c) => {
    const client = clientOf(c, bits)
    if (!hasWarned && (client === '' || isForwarded(c))) {
      hasWarned = true
      console.warn(
        client === ''
          ? 'limiter: the server does not know the addresses of clients, so all of them count as one: set key'
          : 'limiter: a proxy sends X-Forwarded-For, but trustProxy is off, so all of its clients count as one',
      )
    }
    return client
  }
}

function isForwarded(c: Ctx): boolean {
  return c.get('x-forwarded-for') !== '' && !c.app().settings.trust.trustProxy && c.isFromLocal()
}

/** @throws RangeError for a function that gives no number: a limit of NaN would refuse nobody. */
function numberOf(value: number | ((c: Ctx) => number), c: Ctx): number {
  if (typeof value === 'number') return value
  const found = value(c)
  checkNumber('limiter', found, 0, Number.POSITIVE_INFINITY)
  return found
}

function tell(c: Ctx, limit: Limit, rate: Rate, state: LimitState): void {
  // No header can hold infinity.
  if (rate.max === Number.POSITIVE_INFINITY) return
  const reset = seconds(state.reset)
  if (limit.isStandard) tellStandard(c, limit, rate, `${limit.name};r=${state.remaining};t=${reset}`)
  if (!limit.isLegacy) return
  // Of several limits the one with the least left is what a client has to know.
  const left = c.getRespHeader('X-RateLimit-Remaining')
  if (left !== '' && Number(left) <= state.remaining) return
  c.set('X-RateLimit-Limit', `${Math.floor(rate.max)}`)
  c.set('X-RateLimit-Remaining', `${state.remaining}`)
  c.set('X-RateLimit-Reset', `${reset}`)
}

const policyName = 'RateLimit-Policy'

/** Two limits of one route share each header, as a list. */
function tellStandard(c: Ctx, { policy, fixedPolicy }: Limit, rate: Rate, left: string): void {
  if (fixedPolicy !== undefined && c.getRespHeader(policyName) === '') setHeaders(c, fixedPolicy)
  else c.append(policyName, policy(rate))
  c.append('RateLimit', left)
}

function refusal(c: Ctx, { limitReached }: Limit, { retryAfter }: LimitState): Error {
  c.set('Retry-After', `${Math.max(1, seconds(retryAfter))}`)
  return limitReached?.(c) ?? new HttpError(429)
}

/** @param ends when the units have come back by themselves: those taken since are of other requests */
function countLater(
  c: Ctx,
  limit: Limit,
  key: string,
  cost: number,
  rate: Rate,
  ends: number,
): void | Promise<void> {
  const settle = (status: number): void => {
    if (limit.skips(status) && clock() < ends) limit.giveBack(c, key, cost, rate)
  }
  const fail = (error: unknown): never => {
    settle(error instanceof HttpError ? error.status : 500)
    throw error
  }
  const done = (): void => settle(answerOf(c)?.status ?? 200)
  let rest: void | Promise<void>
  try {
    rest = c.next()
  } catch (error) {
    return fail(error)
  }
  return rest === undefined ? done() : rest.then(done, fail)
}

/** Whole milliseconds: sums of fractions would be a second too long. */
function clock(): number {
  return Math.floor(performance.now())
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}
