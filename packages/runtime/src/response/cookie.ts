import { parseIp } from '../request/ip-address.ts'
import { isToken } from './header-safety.ts'

/** A cookie as `c.cookie()` takes it. */
export interface Cookie {
  readonly name: string
  /** Percent-encoded as a whole when it holds a character that a cookie may not. */
  readonly value?: string
  /** Default: `/`. */
  readonly path?: string
  readonly domain?: string
  /** Seconds; 0 and less delete the cookie. */
  readonly maxAge?: number
  /** From 1601 on; what lies behind 9999 is written as the end of that year. */
  readonly expires?: Date
  /** Always on with SameSite=None, `partitioned` and the `__Host-` and `__Secure-` names. */
  readonly secure?: boolean
  readonly httpOnly?: boolean
  /** Case does not matter. Default: `Lax`; `disabled` leaves the attribute out. */
  readonly sameSite?: 'Strict' | 'Lax' | 'None' | 'disabled' | (string & {})
  readonly partitioned?: boolean
  /** Leaves out `maxAge` and `expires`. */
  readonly sessionOnly?: boolean
}

// RFC 6265 section 4.1.1.
const cookieOctets = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/
const pathValue = /^[\x20-\x3a\x3c-\x7e]*$/
const hostName = /^\.?[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

const epoch = 'Thu, 01 Jan 1970 00:00:00 GMT'

// The years that a browser reads (RFC 6265 section 5.1.1). A date that it does not read makes a cookie of the session.
const firstExpiry = Date.UTC(1601, 0, 1)
const lastExpiry = Date.UTC(9999, 11, 31, 23, 59, 59)

/** Whether a text can be the name of a cookie. */
export function isCookieName(name: string): boolean {
  return isToken(name)
}

/** The Set-Cookie line of a cookie. @throws TypeError when no browser could store it as it is meant. */
export function cookieLine(cookie: Cookie): string {
  // Only what was written into the object counts, not what it inherits.
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

/** The Set-Cookie line that makes a client forget a cookie set without path and domain. @throws TypeError for an impossible name. */
export function clearedCookieLine(name: string): string {
  if (!isCookieName(name)) throw new TypeError(`not the name of a cookie: ${JSON.stringify(name)}`)
  return `${name}=; Expires=${epoch}`
}

function checkCookie({ name, domain, path, maxAge, expires }: Cookie): void {
  if (!isCookieName(name)) throw new TypeError(`not the name of a cookie: ${JSON.stringify(name)}`)
  if (domain && !isDomain(domain)) throw new TypeError(`cookie ${name}: the domain is no host name`)
  if (path && !pathValue.test(path)) {
    throw new TypeError(`cookie ${name}: the path has a character that none may hold`)
  }
  if (isHostOnly(name) && (domain || (path && path !== '/'))) {
    throw new TypeError(`cookie ${name}: a __Host- cookie has no domain and the path /`)
  }
  if (maxAge !== undefined && !Number.isSafeInteger(maxAge)) {
    throw new TypeError(`cookie ${name}: maxAge is not a whole number of seconds`)
  }
  if (expires !== undefined && !(expires.getTime() >= firstExpiry)) {
    throw new TypeError(`cookie ${name}: expires is not a date from 1601 on`)
  }
}

/** A host name, or an IPv4 address: what ends in a number is read as one. */
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
  return cookieOctets.test(value) ? value : encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd'))
}

function isHostOnly(name: string): boolean {
  return /^__host-/i.test(name)
}

/** Browsers drop such a cookie when it is not secure. */
function isPrefixed(name: string): boolean {
  return /^__(?:host|secure)-/i.test(name)
}
