import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { answerOf, matchedPath, removeHeader, requestHeader } from '@ctxgen/runtime/middleware'
import { type HeadersBefore, record, recordHead, replay, replayRange } from './answers/recorded-answer.ts'
import { BoundedMap } from './bounded/bounded-map.ts'
import { AnswerCache } from './caching/answer-cache.ts'
import { type Directives, directivesOf } from './caching/directives.ts'
import { ageOf, freshnessOf, type StoredAnswer, storable } from './caching/stored-answer.ts'
import { StreamedBodies } from './caching/streamed-bodies.ts'
import { checkNumber, checkToken } from './chain/check-option.ts'
import { memoryStore } from './memory-store.ts'
import { type OutageOptions, StoreOutage } from './store/store-outage.ts'
import type { TextStore } from './store/text-store.ts'

export type { TextStore } from './store/text-store.ts'

/** The options of {@link cache}. */
export interface CacheOptions extends OutageOptions {
  /** Seconds for answers without a lifetime. Default: none, they are not kept. */
  readonly maxAge?: number
  /** The size in bytes of the longest answer that is kept. Default: 1 MiB. */
  readonly maxAnswer?: number
  /** The name in the header Cache-Status (RFC 9211); `false` for no header. Default: `ctxgen`. */
  readonly name?: string | false
  /** Default: the memory of this process, 64 MiB. While a store cannot be reached, the handlers answer. */
  readonly store?: TextStore
}

/** The result of a request that others wait for. */
type FlightResult = StoredAnswer | 'not stored' | 'failed'

/** A request whose answer may serve others. */
interface Flight {
  readonly landed: Promise<FlightResult>
  /** The URL was changed in the meantime, so the answer must not be kept. */
  isOutdated: boolean
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])
// How long a URL whose answer was not kept is answered without waiting for one another.
const notKeptFor = 10_000

/**
 * A shared cache (RFC 9111): keeps answers of GET whose Cache-Control or Expires allow it, never one with Set-Cookie,
 * and one for a request with Authorization only if it has `public`, `s-maxage` or `must-revalidate`. Of a thousand
 * requests for a URL that is not there one runs the handlers. `stale-while-revalidate` and `stale-if-error` work. A change
 * by an unsafe method takes the answers of its URL away. A `Range` is answered from a
 * kept answer as its handler does: with the part if that says `Accept-Ranges: bytes`, else with the whole.
 * @throws RangeError for an invalid number.
 * @answer GET,HEAD 304
 * @answer GET,HEAD 504 HttpError
 * @answer GET,HEAD * Age Cache-Status
 */
export function cache(options: CacheOptions = {}): Handler {
  const serving = new Serving(options)
  return (c) => serving.handle(c)
}

class Serving {
  readonly #cache: AnswerCache
  readonly #maxAge: number | undefined
  readonly #maxAnswer: number
  readonly #name: string | false
  readonly #streams: StreamedBodies
  readonly #flights = new Map<string, Flight>()
  readonly #notKept = new BoundedMap<{ ends: number }>(10_000)
  /** Requests of this cache for new answers, and their URLs. */
  readonly #refreshes = new WeakSet<object>()
  readonly #refreshing = new Set<string>()

  constructor(options: CacheOptions) {
    const { maxAge, maxAnswer = 1024 * 1024, name = 'ctxgen' } = options
    checkNumber('cache: maxAge', maxAge)
    checkNumber('cache: maxAnswer', maxAnswer)
    if (name !== false) checkToken('cache: name', name)
    this.#cache = new AnswerCache(options.store ?? memoryStore(), new StoreOutage('cache', options))
    this.#maxAge = maxAge
    this.#maxAnswer = maxAnswer
    this.#streams = new StreamedBodies(maxAnswer)
    this.#name = name
  }

  async handle(c: Ctx): Promise<void> {
    const method = c.method()
    if (!safeMethods.has(method)) return this.#change(c)
    const asks = directivesOf(
      requestHeader(c, 'cache-control') ||
        (/\bno-cache\b/i.test(requestHeader(c, 'pragma')) ? 'no-cache' : ''),
    )
    const isServed = method === 'GET' || method === 'HEAD'
    if (!isServed || asks.has('no-store') || c.get('upgrade') !== '') return c.next()
    return this.#serve(c, urlOf(c), asks)
  }

  async #serve(c: Ctx, url: string, asks: Directives): Promise<void> {
    const request = c.request()
    if (isObject(request) && this.#refreshes.has(request)) return this.#lead(c, url, undefined)
    for (;;) {
      const stored = await this.#cache.find(c, url)
      const freshness = stored === undefined ? 'useless' : freshnessOf(stored, asks)
      if (stored !== undefined && (freshness === 'fresh' || freshness === 'revalidate')) {
        if (freshness === 'revalidate') this.#refresh(c, url)
        return this.#send(c, stored, 'hit')
      }
      if (asks.has('only-if-cached')) throw new HttpError(504)
      const flight = asks.has('no-cache') || c.get('range') !== '' ? undefined : this.#flights.get(url)
      // The answer to a range is a part, and is not kept.
      const mayLead = c.method() === 'GET' && c.get('range') === ''
      if (flight === undefined || this.#notKept.get(url, performance.now()) !== undefined)
        return mayLead ? this.#lead(c, url, freshness === 'if-error' ? stored : undefined) : c.next()
      const landed = await flight.landed
      if (landed === 'not stored') return c.next()
      // It may be of another Vary: then there is no entry for this request, and no flight any more.
    }
  }

  /** Runs the handlers, and keeps their answer. @param instead of an error */
  async #lead(c: Ctx, url: string, instead: StoredAnswer | undefined): Promise<void> {
    let land: (result: FlightResult) => void = () => {}
    const landed = new Promise<FlightResult>((resolve) => {
      land = resolve
    })
    const flight: Flight = { landed, isOutdated: false }
    const isFirst = !this.#flights.has(url)
    if (isFirst) this.#flights.set(url, flight)
    let result: FlightResult = 'failed'
    try {
      result = await this.#run(c, url, flight)
    } catch (error) {
      if (instead === undefined || (error instanceof HttpError && error.status < 500)) throw error
      this.#send(c, instead, 'stale')
    } finally {
      if (isFirst) this.#flights.delete(url)
      land(result)
    }
  }

  async #run(c: Ctx, url: string, flight: Flight): Promise<FlightResult> {
    const before = c.getRespHeaders()
    await c.next()
    const answer = record(c, before)
    const stored = answer && storable(c, answer, this.#maxAge)
    if (stored === undefined || stored.answer.body.length > this.#maxAnswer) {
      if (answer === undefined && !flight.isOutdated) this.#collect(c, url, before)
      // A 304 is about this client alone.
      if (answer?.status !== 304)
        this.#notKept.put(url, { ends: performance.now() + notKeptFor }, performance.now())
      return 'not stored'
    }
    if (flight.isOutdated) return 'failed'
    await this.#cache.put(c, url, stored)
    if (flight.isOutdated) await this.#cache.drop(c, url)
    this.#tell(c, 'fwd=miss; stored')
    return stored
  }

  /** Keeps a stream once it has ended. No other request waits for that, since its client may read slowly. */
  #collect(c: Ctx, url: string, before: HeadersBefore): void {
    const head = recordHead(c, before)
    const stored = head && storable(c, head, this.#maxAge)
    if (stored === undefined) return
    const write = this.#cache.writer(c, url)
    const report = this.#cache.reporter(c)
    this.#streams.collect(
      c,
      url,
      (bytes) =>
        write({ ...stored, answer: { ...stored.answer, body: Buffer.from(bytes).toString('base64') } }),
      () => this.#cache.drop(report, url),
    )
  }

  #send(c: Ctx, stored: StoredAnswer, how: 'hit' | 'stale'): void {
    replay(c, stored.answer)
    const age = ageOf(stored)
    c.set('Age', `${age}`)
    this.#tell(
      c,
      `${how === 'hit' ? 'hit' : 'hit; detail=stale-if-error'}; ttl=${Math.floor(stored.freshFor - age)}`,
    )
    if (stored.answer.status !== 200) return
    if (c.fresh()) {
      c.status(304).send('')
      for (const name of ['Content-Type', 'Content-Length']) removeHeader(c, name)
    } else if (c.get('range') !== '' && c.getRespHeader('accept-ranges') === 'bytes')
      replayRange(c, stored.answer)
  }

  /** Has a new answer made, by a request of its own that passes all middleware as this one did. */
  #refresh(c: Ctx, url: string): void {
    const app = c.app()
    if (this.#refreshing.has(url) || this.#flights.has(url)) return
    if (!('fetch' in app) || typeof app.fetch !== 'function') return
    const request = new Request(new URL(c.originalURL(), c.baseURL()), { headers: headersAgain(c) })
    const at = { method: 'GET', path: c.path() }
    this.#refreshes.add(request)
    this.#refreshing.add(url)
    Promise.resolve(Reflect.apply(app.fetch, app, [request, { remoteAddress: c.ip() }]))
      .then((answer: Response) => readTo(answer.body, this.#maxAnswer))
      .catch((error: unknown) => app.settings.onError(error, at))
      .finally(() => this.#refreshing.delete(url))
  }

  /** RFC 9111 section 4.4. */
  async #change(c: Ctx): Promise<void> {
    const url = urlOf(c)
    await c.next()
    if ((answerOf(c)?.status ?? 500) >= 400) return
    const others = ['location', 'content-location'].flatMap((name) => ownUrl(c, c.getRespHeader(name)))
    for (const changed of new Set([url, ...others])) {
      const flight = this.#flights.get(changed)
      if (flight !== undefined) flight.isOutdated = true
      this.#streams.outdate(changed)
      await this.#cache.drop(c, changed)
    }
  }

  #tell(c: Ctx, state: string): void {
    if (this.#name !== false) c.append('Cache-Status', `${this.#name}; ${state}`)
  }
}

/** Reads a body, which is kept at its end; one that is longer is cancelled. */
async function readTo(body: Response['body'], max: number): Promise<void> {
  let size = 0
  if (body === null) return
  for await (const { length } of body) {
    size += length
    if (size > max) return
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The headers for a request of the same answer, whole and anew. */
function headersAgain(c: Ctx): Headers {
  const headers = new Headers()
  for (const [name, lines] of Object.entries(c.getReqHeaders())) {
    if (/^(?:if-|range$|connection$|keep-alive$|te$|transfer-encoding$|cache-control$|pragma$)/.test(name))
      continue
    for (const line of lines) headers.append(name, line)
  }
  return headers
}

/** A URL of this host in the form of {@link urlOf}; none for another host. */
function ownUrl(c: Ctx, sent: string): readonly string[] {
  const base = c.baseURL()
  if (sent === '' || !URL.canParse(sent, `${base}${c.path()}`)) return []
  const { origin, pathname, search } = new URL(sent, `${base}${c.path()}`)
  return origin === base ? [`${base}${pathname}${search}`] : []
}

/** Two spellings of a path are one URL. */
function urlOf(c: Ctx): string {
  const [, query] = c.originalURL().split(/\?(.*)/s)
  return `${c.baseURL()}${matchedPath(c)}${query === undefined ? '' : `?${query}`}`
}
