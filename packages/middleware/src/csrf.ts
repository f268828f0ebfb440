import { createHmac, randomBytes } from 'node:crypto'
import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { requestHeader } from '@ctxgen/runtime/middleware'
import { isSameSecret } from './auth/same-secret.ts'
import { checkList, checkNumber, checkOptions, checkToken } from './chain/check-option.ts'
import { type CookieName, cookieNameOf, readSecrets } from './cookies/cookie-name.ts'
import { UsedTokens } from './keys/used-tokens.ts'
import { OriginList, originText } from './origin/origin-list.ts'
import type { OutageOptions } from './store/store-outage.ts'
import type { TextStore } from './store/text-store.ts'

export type { TextStore } from './store/text-store.ts'

/** The options of {@link csrf}. */
export interface CsrfOptions {
  /** Other origins whose pages may change things: `https://app.example.com`, `https://*.example.com`. Default: none. */
  readonly trustedOrigins?: readonly (string | RegExp)[]
  /** Pages of sibling hosts (`a.example.com` for `b.example.com`) may change things. Default: false. */
  readonly allowSameSite?: boolean
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/**
 * Refuses requests that pages of other sites make browsers send, with 403: by Sec-Fetch-Site, and by Origin for browsers
 * without it. A request with neither comes from no browser and passes. Safe methods pass, except the handshake of a
 * WebSocket; so GET must change nothing.
 * @throws TypeError for an origin that no browser sends.
 * @answer POST,PUT,PATCH,DELETE 403 HttpError
 */
export function csrf({ trustedOrigins = [], allowSameSite = false }: CsrfOptions = {}): Handler {
  checkList('csrf: trustedOrigins', trustedOrigins)
  const trusted = new OriginList('csrf: trustedOrigins', trustedOrigins)
  return (c) => {
    if (!isSafe(c) && isForeign(c, allowSameSite) && !trusted.has(requestHeader(c, 'origin'))) throw refusal()
    return c.next()
  }
}

function isSafe(c: Ctx): boolean {
  return safeMethods.has(c.method()) && !/\bwebsocket\b/i.test(requestHeader(c, 'upgrade'))
}

function isForeign(c: Ctx, allowSameSite: boolean): boolean {
  const site = requestHeader(c, 'sec-fetch-site')
  if (site !== '')
    return site !== 'same-origin' && site !== 'none' && !(site === 'same-site' && allowSameSite)
  const origin = requestHeader(c, 'origin')
  return origin !== '' && !isOwn(c, origin)
}

/** Compares hosts: behind a proxy that ends TLS the scheme may look like `http`. The reverse is an attack. */
function isOwn(c: Ctx, sent: string): boolean {
  const origin = originText(sent)
  const [scheme] = sent.toLowerCase().split('://', 1)
  return (
    origin !== undefined &&
    origin === originText(`${scheme}://${c.host()}`) &&
    !(scheme === 'http' && c.secure())
  )
}

function refusal(): HttpError {
  return new HttpError(403, 'The request comes from another site')
}

/** The options of {@link csrfToken}. */
export interface CsrfTokenOptions extends OutageOptions {
  /** At least 32 characters. Of a list the first one signs, the others are still accepted. */
  readonly secret: string | readonly string[]
  /** Binds a token to a session, so that it ends with it: `(c) => sessionOf(c).id`. Default: none. */
  readonly sessionId?: (c: Ctx) => string
  /** The request header with the token. Default: `X-CSRF-Token`. */
  readonly header?: string
  /** Default: `csrf`; over HTTPS `__Host-csrf`. */
  readonly cookieName?: string
  /**
   * Keeps used tokens, so that each counts once, in all processes. The answer to an unsafe request with a valid cookie then
   * has the next token in a header of the same name. Default: none, a token counts as long as its cookie is there.
   */
  readonly store?: TextStore
  /** Milliseconds for which a token counts. Default: with a store one hour, else without end. */
  readonly lifetime?: number
  /**
   * Without its store: `closed` answers 503 to unsafe requests, `open` takes a used token again, `memory` refuses those
   * that this process has seen. Default: `closed`.
   */
  readonly onStoreError?: 'closed' | 'open' | 'memory'
}

const tokenKey: unique symbol = Symbol('CSRF token')
const hour = 3_600_000

/**
 * Signed double-submit tokens, for clients without Sec-Fetch-Site and Origin: an unsafe request must repeat its cookie in
 * a header, else it is 403. {@link csrfTokenOf} gives the token for a page. Use it beside {@link csrf}: each checks for
 * itself.
 * @throws TypeError for a short secret. RangeError for an invalid time.
 * @reads POST,PUT,PATCH,DELETE X-CSRF-Token - the token of the page
 * @answer POST,PUT,PATCH,DELETE 403 HttpError
 * @answer POST,PUT,PATCH,DELETE 503 HttpError Retry-After
 * @answer * Set-Cookie
 */
export function csrfToken(options: CsrfTokenOptions): Handler {
  checkOptions('csrfToken', options)
  const { header = 'X-CSRF-Token', sessionId = () => '', cookieName = 'csrf', store } = options
  checkToken('csrfToken: header', header)
  const lower = header.toLowerCase()
  const secrets = readSecrets('csrfToken', options.secret)
  const name: CookieName = cookieNameOf('csrfToken', cookieName)
  const lifetime = options.lifetime ?? (store && hour)
  if (lifetime !== undefined) checkNumber('csrfToken: lifetime', lifetime, 1)
  const used = store && new UsedTokens('csrfToken', { ...options, store }, lifetime ?? hour)

  function giveToken(c: Ctx, session: string): string {
    const value = signed(secrets[0] ?? '', session, lifetime)
    c.cookie({ name: name(c), value, path: '/', secure: c.secure(), httpOnly: true, sameSite: 'Lax' })
    c.locals(tokenKey, value)
    return value
  }

  async function useToken(c: Ctx, token: string, session: string): Promise<void> {
    const isFirst = await used?.use(c, token)
    c.set(header, giveToken(c, session))
    if (!isFirst) throw refusal()
    return c.next()
  }

  return (c) => {
    const sent = c.cookies(name(c))
    const session = sessionId(c)
    const isValid = secrets.some((secret) => isSigned(sent, secret, session, lifetime !== undefined))
    c.vary('Cookie')
    if (!isSafe(c)) {
      const isRepeated = isValid && isSameSecret(requestHeader(c, lower), sent)
      if (used !== undefined && isRepeated) return useToken(c, sent, session)
      // Another page of this browser may have got a new cookie since this one was shown. Pages of others send no cookie.
      if (used !== undefined && isValid) c.set(header, giveToken(c, session))
      if (!isRepeated) throw refusal()
    }
    if (isValid) c.locals(tokenKey, sent)
    else giveToken(c, session)
    return c.next()
  }
}

/** The token of the request, for a `meta` element that scripts read; `""` without {@link csrfToken}. @answer - */
export function csrfTokenOf(c: Ctx): string {
  const token = c.locals(tokenKey)
  return typeof token === 'string' ? token : ''
}

function signed(secret: string, session: string, lifetime: number | undefined): string {
  const random = randomBytes(24).toString('base64url')
  const id = lifetime === undefined ? random : `${random}~${Math.ceil(Date.now() + lifetime)}`
  return `${id}.${signatureOf(secret, session, id)}`
}

/** @param ends whether only a token with an end counts */
function isSigned(token: string, secret: string, session: string, ends: boolean): boolean {
  const [id = '', signature, ...more] = token.split('.')
  const [, end] = id.split('~')
  return (
    signature !== undefined &&
    more.length === 0 &&
    (end === undefined ? !ends : Number(end) > Date.now()) &&
    isSameSecret(signature, signatureOf(secret, session, id))
  )
}

/** Lengths keep two pairs of texts distinct. */
function signatureOf(secret: string, session: string, id: string): string {
  return createHmac('sha256', secret).update(`csrf ${session.length}:${session}${id}`).digest('base64url')
}
