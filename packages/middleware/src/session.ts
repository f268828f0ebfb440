import { randomBytes } from 'node:crypto'
import type { Ctx, Handler } from '@ctxgen/runtime'
import { finallyAfterNext } from './chain/after-next.ts'
import { checkNumber } from './chain/check-option.ts'
import { cookieNameOf, readSecrets } from './cookies/cookie-name.ts'
import { type Backend, type Opened, withChanges } from './sessions/backend.ts'
import { MemorySessions } from './sessions/memory-sessions.ts'
import { SealedSessions } from './sessions/sealed-sessions.ts'

/**
 * The types of the values of sessions, by key. An app adds its own:
 * `declare module '@ctxgen/middleware/session' { interface SessionData { userId: number } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: apps augment it, and a type alias cannot be augmented
export interface SessionData {}

/** The options of {@link session}. */
export interface SessionOptions {
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
  /** Maximum number of sessions in memory; at it, a new one takes the place of the oldest. Default: 100 000. */
  readonly maxSessions?: number
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

  /** Gives the session a new id and keeps its values: at each login, so that an id known before is worthless. */
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
  commit(backend: Backend, now: number): string | undefined {
    const opened = this.#opened
    const newId = this.#newId
    if (this.#isDestroyed || newId !== undefined) {
      if (opened !== undefined) backend.delete(opened.id)
      const values = withChanges(
        this.#keepsValues && opened !== undefined ? opened.values : new Map(),
        this.#changes,
      )
      const isOver = this.#isDestroyed || newId === undefined || values.size === 0
      if (isOver) return opened === undefined ? undefined : ''
      return backend.create(newId, this.#keepsValues ? (opened?.created ?? now) : now, values, now)
    }
    if (opened === undefined) return undefined
    return this.#changes.size > 0 ? backend.change(opened, this.#changes, now) : backend.touch(opened, now)
  }

  #stored(key: string): string | undefined {
    return this.#keepsValues ? this.#opened?.values.get(key) : undefined
  }
}

const key: unique symbol = Symbol('session')

/**
 * Sessions by a cookie that scripts cannot read; see {@link sessionOf}. An id that a client makes up is never taken over.
 * Changes are written when the handlers behind it have ended, also after an error, so not those of a stream.
 * @throws TypeError for a short secret.
 * @answer * Set-Cookie Cache-Control
 */
export function session(options: SessionOptions): Handler {
  const { cookieName = 'session', sameSite = 'Lax' } = options
  const backend = backendOf(options)
  const nameOf = cookieNameOf('session', cookieName)
  return (c) => {
    const name = nameOf(c)
    const sent = c.cookies(name)
    const current = new Session(sent === '' ? undefined : backend.open(sent, Date.now()))
    c.locals(key, current)
    return finallyAfterNext(c, () => {
      const value = current.commit(backend, Date.now())
      c.vary('Cookie')
      if (value === undefined) return
      if (c.getRespHeader('cache-control') === '') c.set('Cache-Control', 'private')
      if (value === '') c.clearCookie(name)
      else
        c.cookie({ name, value, path: '/', secure: c.secure(), httpOnly: true, sameSite, sessionOnly: true })
    })
  }
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
  const secrets = readSecrets('session', options.secret)
  const lifetime = { idle, absolute }
  return options.sealed === true
    ? new SealedSessions(secrets, lifetime)
    : new MemorySessions(secrets, lifetime, maxSessions)
}

function makeId(): string {
  return randomBytes(32).toString('base64url')
}
