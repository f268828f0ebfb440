import { createHmac, randomBytes } from 'node:crypto'
import { type Ctx, type Handler, HttpError } from '@ctxgen/runtime'
import { requestHeader } from '@ctxgen/runtime/middleware'
import { isSameSecret } from './auth/same-secret.ts'
import { checkList, checkOptions, checkToken } from './chain/check-option.ts'
import { type CookieName, cookieNameOf, readSecrets } from './cookies/cookie-name.ts'
import { OriginList, originText } from './origin/origin-list.ts'

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
export interface CsrfTokenOptions {
  /** At least 32 characters. Of a list the first one signs, the others are still accepted. */
  readonly secret: string | readonly string[]
  /** Binds a token to a session, so that it ends with it: `(c) => sessionOf(c).id`. Default: none. */
  readonly sessionId?: (c: Ctx) => string
  /** The request header with the token. Default: `X-CSRF-Token`. */
  readonly header?: string
  /** Default: `csrf`; over HTTPS `__Host-csrf`. */
  readonly cookieName?: string
}

const tokenKey: unique symbol = Symbol('CSRF token')

/**
 * Signed double-submit tokens, for clients without Sec-Fetch-Site and Origin: an unsafe request must repeat its cookie in
 * a header, else it is 403. {@link csrfTokenOf} gives the token for a page. Use it beside {@link csrf}: each checks for
 * itself.
 * @throws TypeError for a short secret.
 * @reads POST,PUT,PATCH,DELETE X-CSRF-Token - the token of the page
 * @answer POST,PUT,PATCH,DELETE 403 HttpError
 * @answer * Set-Cookie
 */
export function csrfToken(options: CsrfTokenOptions): Handler {
  checkOptions('csrfToken', options)
  const { header = 'X-CSRF-Token', sessionId = () => '', cookieName = 'csrf' } = options
  checkToken('csrfToken: header', header)
  const lower = header.toLowerCase()
  const secrets = readSecrets('csrfToken', options.secret)
  const name: CookieName = cookieNameOf('csrfToken', cookieName)
  return (c) => {
    const sent = c.cookies(name(c))
    const session = sessionId(c)
    const isValid = secrets.some((secret) => isSigned(sent, secret, session))
    c.vary('Cookie')
    if (!isSafe(c) && !(isValid && isSameSecret(requestHeader(c, lower), sent))) throw refusal()
    c.locals(tokenKey, isValid ? sent : giveToken(c, name(c), signed(secrets[0] ?? '', session)))
    return c.next()
  }
}

/** The token of the request, for a `meta` element that scripts read; `""` without {@link csrfToken}. @answer - */
export function csrfTokenOf(c: Ctx): string {
  const token = c.locals(tokenKey)
  return typeof token === 'string' ? token : ''
}

function giveToken(c: Ctx, name: string, value: string): string {
  c.cookie({ name, value, path: '/', secure: c.secure(), httpOnly: true, sameSite: 'Lax' })
  return value
}

function signed(secret: string, session: string): string {
  const random = randomBytes(24).toString('base64url')
  return `${random}.${signatureOf(secret, session, random)}`
}

function isSigned(token: string, secret: string, session: string): boolean {
  const [random = '', signature, ...more] = token.split('.')
  return (
    signature !== undefined &&
    more.length === 0 &&
    isSameSecret(signature, signatureOf(secret, session, random))
  )
}

/** Lengths keep two pairs of texts distinct. */
function signatureOf(secret: string, session: string, random: string): string {
  return createHmac('sha256', secret).update(`csrf ${session.length}:${session}${random}`).digest('base64url')
}
