import type { Ctx, Handler } from '@ctxgen/runtime'
import { type HeaderSet, headerSet, removeHeader, setHeaders } from '@ctxgen/runtime/middleware'
import { checkNumber, checkOneOf, givenOptions, quoted } from './chain/check-option.ts'
import { type CspDirectives, policyOf } from './csp/content-security-policy.ts'
import { askedNonce, madeNonce } from './csp/request-nonce.ts'

export type { CspDirectives, CspSource } from './csp/content-security-policy.ts'

/** The content security policy. */
export interface CspOptions {
  /** Override the defaults, each by name. */
  readonly directives?: CspDirectives
  /** Begin with the defaults. Default: true. */
  readonly useDefaults?: boolean
  /** Browsers report what they would refuse, and refuse nothing. Default: false. */
  readonly reportOnly?: boolean
}

/** Strict-Transport-Security (RFC 6797). */
export interface HstsOptions {
  /** Seconds. Default: 31 536 000, a year. */
  readonly maxAge?: number
  /** Default: true. */
  readonly includeSubDomains?: boolean
  /** Consents to the lists of browsers; needs a year and subdomains. Default: false. */
  readonly preload?: boolean
}

/** The options of {@link helmet}. `false` sends no such header. */
export interface HelmetOptions {
  /** Default: the directives of the library helmet 8. */
  readonly contentSecurityPolicy?: CspOptions | false
  /** Default: false, as it breaks images and scripts of other sites. */
  readonly crossOriginEmbedderPolicy?: 'require-corp' | 'credentialless' | 'unsafe-none' | false
  /** Default: `same-origin`. */
  readonly crossOriginOpenerPolicy?:
    | 'same-origin'
    | 'same-origin-allow-popups'
    | 'noopener-allow-popups'
    | 'unsafe-none'
    | false
  /** Default: `same-origin`. Pages of other sites cannot embed answers; `cross-origin` for a public CDN. */
  readonly crossOriginResourcePolicy?: 'same-origin' | 'same-site' | 'cross-origin' | false
  /** Default: true. */
  readonly originAgentCluster?: boolean
  /** By feature, each a list of origins; `[]` for nobody: `{ camera: [], geolocation: ['self'] }`. Default: none. */
  readonly permissionsPolicy?: Readonly<Record<string, readonly string[]>> | false
  /** One or a list of fallbacks. Default: `no-referrer`. */
  readonly referrerPolicy?: string | readonly string[] | false
  /** Sent over HTTPS alone (RFC 6797 section 7.2): behind a proxy set `trustProxy`. Default: a year, with subdomains. */
  readonly strictTransportSecurity?: HstsOptions | false
  /** `nosniff`. Default: true. */
  readonly xContentTypeOptions?: boolean
  /** Default: `off`. */
  readonly xDnsPrefetchControl?: 'on' | 'off' | false
  /** `noopen`. Default: true. */
  readonly xDownloadOptions?: boolean
  /** For browsers without `frame-ancestors`. Default: `SAMEORIGIN`. */
  readonly xFrameOptions?: 'DENY' | 'SAMEORIGIN' | false
  /** Default: `none`. */
  readonly xPermittedCrossDomainPolicies?: 'none' | 'master-only' | 'by-content-type' | 'all' | false
  /** `0` disables the filter of old browsers, which had holes of its own. Default: true. */
  readonly xXssProtection?: boolean
}

/** Sets or removes headers that differ between requests. */
type Step = (c: Ctx) => void

interface Plan {
  readonly steps: readonly Step[]
  /** The headers of every request, and those of one over HTTPS. */
  readonly plain: HeaderSet
  readonly secure: HeaderSet
}

const defaults = {
  contentSecurityPolicy: {},
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: 'same-origin',
  crossOriginResourcePolicy: 'same-origin',
  originAgentCluster: true,
  permissionsPolicy: false,
  referrerPolicy: 'no-referrer',
  strictTransportSecurity: {},
  xContentTypeOptions: true,
  xDnsPrefetchControl: 'off',
  xDownloadOptions: true,
  xFrameOptions: 'SAMEORIGIN',
  xPermittedCrossDomainPolicies: 'none',
  xXssProtection: true,
} as const satisfies HelmetOptions

/** The values of the options that take one of some. */
const known = {
  crossOriginEmbedderPolicy: ['require-corp', 'credentialless', 'unsafe-none'],
  crossOriginOpenerPolicy: [
    'same-origin',
    'same-origin-allow-popups',
    'noopener-allow-popups',
    'unsafe-none',
  ],
  crossOriginResourcePolicy: ['same-origin', 'same-site', 'cross-origin'],
  xDnsPrefetchControl: ['on', 'off'],
  xFrameOptions: ['DENY', 'SAMEORIGIN'],
  xPermittedCrossDomainPolicies: ['none', 'master-only', 'by-content-type', 'all'],
} as const satisfies { readonly [K in keyof HelmetOptions]: readonly HelmetOptions[K][] }

/**
 * Security headers. @throws TypeError for a value that browsers would ignore.
 * @answer * Content-Security-Policy Cross-Origin-Opener-Policy Cross-Origin-Resource-Policy Origin-Agent-Cluster
 * Referrer-Policy Strict-Transport-Security X-Content-Type-Options X-DNS-Prefetch-Control X-Download-Options
 * X-Frame-Options X-Permitted-Cross-Domain-Policies X-XSS-Protection
 */
export function helmet(options: HelmetOptions = {}): Handler {
  return run(planOf({ ...defaults, ...givenOptions(options) }, false))
}

/**
 * Overrides headers that {@link helmet} has set, for some routes: those of the options given, which have no defaults.
 * @throws TypeError for a value that browsers would ignore.
 * @answer -
 */
export function helmetOverride(options: HelmetOptions): Handler {
  return run(planOf(options, true))
}

/** A source for the nonce of the request: `scriptSrc: ["'self'", nonce]`. @answer - */
export function nonce(c: Ctx): string {
  return `'nonce-${madeNonce(c)}'`
}

/**
 * The nonce of the request, for a `nonce` attribute; `""` unless the policy has one. No `cache` keeps an answer with it.
 * @answer -
 */
export function cspNonce(c: Ctx): string {
  return askedNonce(c)
}

function run({ steps, plain, secure }: Plan): Handler {
  const isSame = plain === secure
  return (c) => {
    for (const step of steps) step(c)
    setHeaders(c, isSame || !c.secure() ? plain : secure)
    return c.next()
  }
}

/** @param removes whether `false` removes a header, instead of sending none. */
function planOf(options: HelmetOptions, removes: boolean): Plan {
  const steps: Step[] = []
  const headers: Record<string, string> = {}
  const add = (name: string, value: string | false | undefined): void => {
    if (value === false && removes) steps.push((c) => removeHeader(c, name))
    else if (value !== undefined && value !== false) headers[name] = value
  }
  const flag = (value: boolean | undefined, text: string): string | false | undefined => value && text
  for (const [name, values] of Object.entries(known))
    checkOneOf(`helmet: ${name}`, Reflect.get(options, name), [...values, false])
  addPolicy(steps, add, options.contentSecurityPolicy, removes)
  add('Cross-Origin-Embedder-Policy', options.crossOriginEmbedderPolicy)
  add('Cross-Origin-Opener-Policy', options.crossOriginOpenerPolicy)
  add('Cross-Origin-Resource-Policy', options.crossOriginResourcePolicy)
  add('Origin-Agent-Cluster', flag(options.originAgentCluster, '?1'))
  add('Permissions-Policy', options.permissionsPolicy && permissionsText(options.permissionsPolicy))
  add('Referrer-Policy', options.referrerPolicy && referrerText(options.referrerPolicy))
  add('X-Content-Type-Options', flag(options.xContentTypeOptions, 'nosniff'))
  add('X-DNS-Prefetch-Control', options.xDnsPrefetchControl)
  add('X-Download-Options', flag(options.xDownloadOptions, 'noopen'))
  add('X-Frame-Options', options.xFrameOptions)
  add('X-Permitted-Cross-Domain-Policies', options.xPermittedCrossDomainPolicies)
  add('X-XSS-Protection', flag(options.xXssProtection, '0'))
  const { strictTransportSecurity: hsts } = options
  if (hsts === false) add(hstsName, false)
  const plain = headerSet(headers)
  return { steps, plain, secure: hsts ? headerSet({ ...headers, [hstsName]: hstsText(hsts) }) : plain }
}

const hstsName = 'Strict-Transport-Security'
const aYear = 31_536_000

function hstsText({ maxAge = aYear, includeSubDomains = true, preload = false }: HstsOptions): string {
  checkNumber('helmet: strictTransportSecurity.maxAge', maxAge)
  if (preload && !(includeSubDomains && maxAge >= aYear))
    throw new TypeError(
      'helmet: the lists of browsers take no site with less than a year or without its subdomains',
    )
  return `max-age=${Math.floor(maxAge)}${includeSubDomains ? '; includeSubDomains' : ''}${preload ? '; preload' : ''}`
}

const policyHeaders = ['Content-Security-Policy', 'Content-Security-Policy-Report-Only'] as const

function addPolicy(
  steps: Step[],
  add: (name: string, value: string | false) => void,
  csp: CspOptions | false | undefined,
  removes: boolean,
): void {
  if (csp === undefined) return
  const [enforced, reported] = policyHeaders
  if (removes) for (const name of policyHeaders) add(name, false)
  if (csp === false) return
  const text = policyOf(csp.directives ?? {}, csp.useDefaults ?? true)
  const name = csp.reportOnly === true ? reported : enforced
  if (typeof text === 'string') add(name, text)
  else steps.push((c) => c.set(name, text(c)))
}

const referrerPolicies: ReadonlySet<string> = new Set([
  'no-referrer',
  'no-referrer-when-downgrade',
  'same-origin',
  'origin',
  'strict-origin',
  'origin-when-cross-origin',
  'strict-origin-when-cross-origin',
  'unsafe-url',
  '',
])

function referrerText(policy: string | readonly string[]): string {
  const policies = typeof policy === 'string' ? [policy] : policy
  if (policies.length === 0 || new Set(policies).size < policies.length)
    throw new TypeError('helmet: referrerPolicy: none, or one twice')
  for (const one of policies)
    if (!referrerPolicies.has(one)) throw new TypeError(`helmet: no referrer policy: ${JSON.stringify(one)}`)
  return policies.join(',')
}

function permissionsText(permissions: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(permissions)
    .map(([written, allowed]) => {
      const feature = written.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      if (!/^[a-z]+(?:-[a-z\d]+)*$/.test(feature))
        throw new TypeError(`helmet: no name of a feature: ${written}`)
      return `${feature}=${allowed.includes('*') ? '*' : `(${allowed.map(allowedText).join(' ')})`}`
    })
    .join(', ')
}

function allowedText(allowed: string): string {
  if (allowed === 'self' || allowed === 'src') return allowed
  return quoted('helmet: permissionsPolicy', allowed)
}
