import { randomBytes } from 'node:crypto'
import type { Ctx, Handler } from '@ctxgen/runtime'
import { announceCookie } from './caching/coming-cookie.ts'
import { finallyAfterNext } from './chain/after-next.ts'
import { checkNumber, checkOneOf, checkOptions } from './chain/check-option.ts'
import { cookieNameOf, readSecrets } from './cookies/cookie-name.ts'
import { type Backend, type Later, type Opened, withChanges } from './sessions/backend.ts'
import { MemorySessions } from './sessions/memory-sessions.ts'
import { SealedSessions } from './sessions/sealed-sessions.ts'
import { StoredSessions } from './sessions/stored-sessions.ts'
import { type OutageOptions, StoreOutage, storeIsAway } from './store/store-outage.ts'
import type { TextStore } from './store/text-store.ts'

export type { TextStore } from './store/text-store.ts'

/**
 * The types of the values of sessions, by key. An app adds its own:
 * `declare module '@ctxgen/middleware/session' { interface SessionData { userId: number } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps augment it, and a type alias cannot be augmented
export interface SessionData {}

/** The options of {@link session}. */
export interface SessionOptions extends OutageOptions {
  /** At least 32 characters. Of a list the first one signs, the others are still accepted. */
  readonly secret: string | readonly string[]
  /**
   * Keeps the values encrypted in the cookie instead of in this process: for several processes, at most about 2.5 kB. A
   * copied cookie stays valid until its time is over, even after `destroy()`. Default: false.
   */
  readonly sealed?: boolean
  /** Milliseconds without a request after which a session ends. Default: 30 minutes. */
  readonly idleTimeout?: number
  /** Milliseconds after which it ends in any case. Default: 24 hours. */
  readonly absoluteTimeout?: number
  /** Default: `session`; over HTTPS `__Host-session`. */
  readonly cookieName?: string
  /** `Strict` also for links from other sites. Default: `Lax`. */
  readonly sameSite?: 'Strict' | 'Lax'
  /** Maximum number of sessions in memory; at it, a new one takes the place of one long unused. Default: 100 000. */
  readonly maxSessions?: number
  /** Keeps sessions for several processes: `redisStore`, `postgresStore`. Default: the memory of this process. */
  readonly store?: TextStore
  /**
   * Without its store: `closed` answers 503 to a request with a session or a change of one, `open` handles it as one without
   * a session. Default: `closed`.
   */
  readonly onStoreError?: 'closed' | 'open'
}

/** The session of a client. It exists from the first value on; no cookie is set before. */
export class Session {
  readonly #opened: Opened | undefined
  readonly #changes = new Map<string, string | undefined>()
  #newId: string | undefined
  #keepsValues = true
  #isDestroyed = false

  /** @internal */
  constructor(opened: Opened | undefined) {
    this.#opened = opened
  }

  /** `""` for a client without a session. */
  get id(): string {
    return this.#isDestroyed ? '' : (this.#newId ?? this.#opened?.id ?? '')
  }

  /** The client has sent no valid session. */
  get isNew(): boolean {
    return this.#opened === undefined
  }

  /** @internal */
  get isChanged(): boolean {
    return this.#isDestroyed || this.#newId !== undefined || this.#changes.size > 0
  }

  /** A copy of the value. */
  get<K extends keyof SessionData & string>(key: K): SessionData[K] | undefined {
    const text = this.#changes.has(key) ? this.#changes.get(key) : this.#stored(key)
    return text === undefined ? undefined : JSON.parse(text)
  }

  /** Stores a copy of a value as JSON. @throws TypeError for a value without JSON. */
  set<K extends keyof SessionData & string>(key: K, value: SessionData[K]): this {
    const text: string | undefined = JSON.stringify(value)
    if (text === undefined) throw new TypeError(`session: no JSON: the value of ${key}`)
    if (this.#isDestroyed) this.reset()
    if (this.#opened === undefined) this.#newId ??= makeId()
    if (text === this.#stored(key)) this.#changes.delete(key)
    else this.#changes.set(key, text)
    return this
  }

  delete(key: keyof SessionData & string): this {
    if (this.#stored(key) === undefined) this.#changes.delete(key)
    else this.#changes.set(key, undefined)
    return this
  }

  /**
   * Gives the session a new id and keeps its values: at each login, so that an id known before is worthless. Of parallel
   * requests that do so the first one keeps them; the others begin a session of what they set.
   */
  regenerate(): this {
    this.#newId = makeId()
    return this
  }

  /** Gives the client a new, empty session, whose time begins now. */
  reset(): this {
    this.#changes.clear()
    this.#keepsValues = false
    this.#isDestroyed = false
    this.#newId = makeId()
    return this
  }

  /** Ends the session: at the logout. */
  destroy(): void {
    this.#changes.clear()
    this.#keepsValues = false
    this.#isDestroyed = true
  }

  /**
   * Writes the changes.
   * @returns the new value of the cookie, `""` to clear it, or `undefined` to leave it
   * @internal
   */
  commit(backend: Backend, now: number): Later<string | undefined> {
    const opened = this.#opened
    const newId = this.#newId
    if (this.#isDestroyed) return opened && inTurn(backend.end(opened, now), () => '')
    if (newId === undefined) {
      if (opened === undefined) return undefined
      return this.#changes.size > 0 ? backend.change(opened, this.#changes, now) : backend.touch(opened, now)
    }
    if (opened !== undefined && this.#keepsValues) return backend.move(opened, newId, this.#changes, now)
    const values = withChanges(new Map(), this.#changes)
    const create = (): Later<string> => (values.size > 0 ? backend.create(newId, now, values, now) : '')
    if (opened !== undefined) return inTurn(backend.end(opened, now), create)
    return values.size > 0 ? create() : undefined
  }

  #stored(key: string): string | undefined {
    return this.#keepsValues ? this.#opened?.values.get(key) : undefined
  }
}

/** Does work once other work is done. */
function inTurn<T>(done: Later<void>, work: () => Later<T>): Later<T> {
  return done instanceof Promise ? done.then(work) : work()
}

const key: unique symbol = Symbol('session')

/**
 * Sessions by a cookie that scripts cannot read; see {@link sessionOf}. An id that a client makes up is never taken over.
 * Changes are written when the handlers behind it have ended, also after an error, so not those of a stream.
 * @throws TypeError for a short secret, RangeError for an invalid time.
 * @answer 503 HttpError Retry-After
 * @answer * Set-Cookie Cache-Control
 */
export function session(options: SessionOptions): Handler {
  checkOptions('session', options)
  const { cookieName = 'session', sameSite = 'Lax' } = options
  checkOneOf('session: sameSite', sameSite, ['Strict', 'Lax'])
  checkOneOf('session: onStoreError', options.onStoreError, ['closed', 'open'])
  const backend = backendOf(options)
  const ask = askingOf(options)
  const nameOf = cookieNameOf('session', cookieName)
  const set = (c: Ctx, value: string | undefined): void => {
    if (value === undefined) return
    const name = nameOf(c)
    if (c.getRespHeader('cache-control') === '') c.set('Cache-Control', 'private')
    if (value === '') c.clearCookie(name)
    else c.cookie({ name, value, path: '/', secure: c.secure(), httpOnly: true, sameSite, sessionOnly: true })
  }
  const run = (c: Ctx, opened: Opened | undefined): void | Promise<void> => {
    const current = new Session(opened)
    c.locals(key, current)
    announceCookie(c, () => current.isChanged)
    return finallyAfterNext(c, () => {
      const value = ask(c, () => current.commit(backend, Date.now()))
      return value instanceof Promise ? value.then((made) => set(c, made)) : set(c, value)
    })
  }
  return (c) => {
    // Before the handlers, so that a cache behind it keeps clients apart.
    c.vary('Cookie')
    const sent = c.cookies(nameOf(c))
    const opened = sent === '' ? undefined : ask(c, () => backend.open(sent, Date.now()))
    return opened instanceof Promise ? opened.then((found) => run(c, found)) : run(c, opened)
  }
}

type Ask = <T>(c: Ctx, work: () => Later<T | undefined>) => Later<T | undefined>

/** Calls the store, if there is one, under the rules for its outage. */
function askingOf(options: SessionOptions): Ask {
  const { store, onStoreError = 'closed' } = options
  if (store === undefined) return (_, work) => work()
  const outage = new StoreOutage('session', options)
  const instead = onStoreError === 'open' ? () => undefined : storeIsAway
  return <T>(c: Ctx, work: () => Later<T | undefined>) => outage.ask(c, async () => work(), instead)
}

/** The session of the request. @throws Error without {@link session} before the handler. @answer - */
export function sessionOf(c: Ctx): Session {
  const current = c.locals(key)
  if (current instanceof Session) return current
  throw new Error('sessionOf(): there is no session() before this handler')
}

const minute = 60_000

function backendOf(options: SessionOptions): Backend {
  const {
    idleTimeout: idle = 30 * minute,
    absoluteTimeout: absolute = 24 * 60 * minute,
    maxSessions = 100_000,
  } = options
  checkNumber('session: idleTimeout', idle, 1)
  checkNumber('session: absoluteTimeout', absolute, 1)
  checkNumber('session: maxSessions', maxSessions, 1)
  if (options.idleTimeout !== undefined && options.absoluteTimeout !== undefined && idle > absolute)
    throw new RangeError(`session: idleTimeout, ${idle}, is longer than absoluteTimeout, ${absolute}`)
  const secrets = readSecrets('session', options.secret)
  const lifetime = { idle, absolute }
  if (options.sealed === true && options.store !== undefined) throw new TypeError('session: sealed and store')
  if (options.sealed === true) return new SealedSessions(secrets, lifetime)
  return options.store === undefined
    ? new MemorySessions(secrets, lifetime, maxSessions)
    : new StoredSessions(secrets, lifetime, options.store)
}

function makeId(): string {
  return randomBytes(32).toString('base64url')
}
