import { parseIp } from '../request/ip-address.ts'
import { isToken } from './header-safety.ts'

/** The argument of `c.cookie()`. */
export interface Cookie {
  readonly name: string
  /** Percent-encoded as a whole if it contains `%` or a character not allowed in cookies; readers decode it. */
  readonly value?: string
  /** Default: `/`. */
  readonly path?: string
  readonly domain?: string
  /** In seconds; 0 or less deletes the cookie. */
  readonly maxAge?: number
  /** From 1601 on; a date after 9999 is sent as the end of 9999. */
  readonly expires?: Date
  /** Always on with SameSite=None, `partitioned`, and names beginning with `__Host-` or `__Secure-`. */
  readonly secure?: boolean
  readonly httpOnly?: boolean
  /** Case-insensitive. Default: `Lax`; `disabled` omits the attribute. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None' | 'disabled' | (string & {})
  readonly partitioned?: boolean
  /** Omits `maxAge` and `expires`. */
  readonly sessionOnly?: boolean
}

// RFC 6265 section 4.1.1, without `%`: readers decode escapes.
const plainOctets = /^[\x21\x23\x24\x26-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/
const pathValue = /^[\x20-\x3a\x3c-\x7e]*$/
const hostName = /^\.?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

const epoch = 'Thu, 01 Jan 1970 00:00:00 GMT'

// The years that browsers accept (RFC 6265 section 5.1.1). Any other date would make a session cookie.
const firstExpiry = Date.UTC(1601, 0, 1)
const lastExpiry = Date.UTC(9999, 11, 31, 23, 59, 59)

export function isCookieName(name: string): boolean {
  return isToken(name)
}

/** The Set-Cookie line of a cookie. @throws TypeError when browsers could not store the cookie as specified. */
export function cookieLine(cookie: Cookie): string {
  // Ignores inherited properties.
  const own: Cookie = { ...cookie, name: Object.hasOwn(cookie, 'name') ? cookie.name : '' }
  const sameSite = sameSiteOf(own.sameSite)
  checkCookie(own)
  const secure =
    own.secure === true || own.partitioned === true || sameSite === 'None' || isPrefixed(own.name)
  return (
    `${own.name}=${encodeValue(`${own.value ?? ''}`)}` +
    lifetimeOf(own) +
    (own.domain ? `; Domain=${own.domain}` : '') +
    `; Path=${own.path || '/'}` +
    (own.httpOnly === true ? '; HttpOnly' : '') +
    (secure ? '; Secure' : '') +
    (sameSite === '' ? '' : `; SameSite=${sameSite}`) +
    (own.partitioned === true ? '; Partitioned' : '')
  )
}

/** The identity of a cookie in a browser (RFC 6265 section 5.3). */
export type CookieKey = Pick<Cookie, 'name' | 'domain' | 'path' | 'partitioned'>

/**
 * The Set-Cookie line that deletes a cookie, with the attributes without which a browser would ignore it.
 * @throws TypeError like {@link cookieLine}.
 */
export function clearedCookieLine({ name, domain, path, partitioned }: CookieKey): string {
  checkCookie({ name, ...(domain && { domain }), ...(path && { path }) })
  return (
    `${name}=; Expires=${epoch}` +
    (domain ? `; Domain=${domain}` : '') +
    `; Path=${path || '/'}` +
    (partitioned === true || isPrefixed(name) ? '; Secure' : '') +
    // A partitioned cookie is deleted from a frame of another site.
    (partitioned === true ? '; SameSite=None; Partitioned' : '')
  )
}

function checkCookie({ name, domain, path, maxAge, expires }: Cookie): void {
  if (!isCookieName(name)) throw new TypeError(`not a cookie name: ${JSON.stringify(name)}`)
  if (domain && !isDomain(domain)) throw new TypeError(`cookie ${name}: the domain is not a host name`)
  if (path && !pathValue.test(path)) {
    throw new TypeError(`cookie ${name}: the path has an invalid character`)
  }
  if (isHostOnly(name) && (domain || (path && path !== '/'))) {
    throw new TypeError(`cookie ${name}: a __Host- cookie must have no domain and the path /`)
  }
  if (maxAge !== undefined && !Number.isSafeInteger(maxAge)) {
    throw new TypeError(`cookie ${name}: maxAge is not a whole number of seconds`)
  }
  if (expires !== undefined && !(expires.getTime() >= firstExpiry)) {
    throw new TypeError(`cookie ${name}: expires is not a date from 1601 on`)
  }
}

/** A host name or an IPv4 address: a name that ends in a number is parsed as an address. */
function isDomain(text: string): boolean {
  if (text.length > 255 || !hostName.test(text)) return false
  return !/(?:^|\.)\d+$/.test(text) || parseIp(text) !== undefined
}

function lifetimeOf({ sessionOnly, maxAge, expires }: Cookie): string {
  if (sessionOnly === true) return ''
  const age = maxAge === undefined ? '' : `; Max-Age=${Math.max(maxAge, 0)}`
  if (expires === undefined) return age
  return `${age}; Expires=${new Date(Math.min(expires.getTime(), lastExpiry)).toUTCString()}`
}

function sameSiteOf(text: string | undefined): 'Strict' | 'Lax' | 'None' | '' {
  switch (text?.toLowerCase()) {
    case 'strict':
      return 'Strict'
    case 'none':
      return 'None'
    case 'disabled':
      return ''
    default:
      return 'Lax'
  }
}

function encodeValue(value: string): string {
  return plainOctets.test(value) ? value : encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))
}

function isHostOnly(name: string): boolean {
  return /^__host-/i.test(name)
}

/** Browsers drop a cookie with such a prefix unless it is secure. */
function isPrefixed(name: string): boolean {
  return /^__(?:host|secure)-/i.test(name)
}
