import type { Ctx, Handler } from '@ctxgen/runtime'
import { type HeaderSet, headerSet, requestHeader, setHeaders } from '@ctxgen/runtime/middleware'
import { checkList, checkNumber, checkToken } from './chain/check-option.ts'
import { OriginList } from './origin/origin-list.ts'

/** Decides about the value of an Origin header, `null` among them. */
export type AllowsOrigin = (origin: string, c: Ctx) => boolean | Promise<boolean>

/** The options of {@link cors}. */
export interface CorsOptions {
  /**
   * The origins whose pages may read answers: `*`, origins and patterns (`https://*.example.com`, a RegExp of the whole
   * origin), or a function. `null`, the origin of sandboxed pages and files, is in no list; a function may allow it. Default: `*`.
   */
  readonly allowOrigins?: '*' | string | RegExp | readonly (string | RegExp)[] | AllowsOrigin
  /** The methods that a preflight allows. Default: GET, HEAD, POST, PUT, PATCH, DELETE. */
  readonly allowMethods?: readonly string[]
  /** The request headers that a preflight allows. Default: those that it asks for. */
  readonly allowHeaders?: readonly string[]
  /** The response headers that pages may read beside the usual ones. Default: none. */
  readonly exposeHeaders?: readonly string[]
  /** Pages may send cookies and logins. Not with `*`. Default: false. */
  readonly allowCredentials?: boolean
  /** Seconds for which a browser caches a preflight; 0 disables its cache. Default: the browser's own, 5 seconds. */
  readonly maxAge?: number
  /** Pages of public sites may call this server in a private network. Default: false. */
  readonly allowPrivateNetwork?: boolean
}

const usualMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Cross-Origin Resource Sharing (https://fetch.spec.whatwg.org/#http-cors-protocol). It answers preflights and tells
 * browsers which pages may read answers, also those of errors. It refuses nobody: it is no protection of the server.
 * @throws TypeError for `*` with credentials, and for an origin that no browser sends.
 * @answer * Access-Control-Allow-Origin Access-Control-Allow-Credentials Access-Control-Expose-Headers
 */
export function cors(options: CorsOptions = {}): Handler {
  const policy = policyOf(options)
  return (c) => {
    if (policy.allows === undefined) return answer(c, policy, '*')
    c.vary('Origin')
    const origin = requestHeader(c, 'origin')
    const allowed = origin !== '' && policy.allows(origin, c)
    if (typeof allowed === 'boolean') return answer(c, policy, allowed ? origin : '')
    return allowed.then((isAllowed) => answer(c, policy, isAllowed ? origin : ''))
  }
}

interface Policy {
  /** `undefined` for every origin. */
  readonly allows: AllowsOrigin | undefined
  readonly methods: string
  /** `""` for those that the preflight asks for. */
  readonly headers: string
  /** The headers for an allowed origin, and those of its answers that are no preflights. */
  readonly allowed: OriginSets
  readonly exposing: OriginSets
  /** `""` for none. */
  readonly maxAge: string
  readonly privateNetwork: boolean
}

function policyOf(options: CorsOptions): Policy {
  const { allowOrigins = '*', allowCredentials = false, maxAge } = options
  const { allowMethods = usualMethods, allowHeaders = [], exposeHeaders = [] } = options
  const allows = allowsOf(allowOrigins)
  if (allows === undefined && allowCredentials) {
    throw new TypeError(
      'cors: allowCredentials with the origin * would let every site act for your users: list the origins',
    )
  }
  checkNumber('cors: maxAge', maxAge)
  for (const [option, names] of Object.entries({ allowMethods, allowHeaders, exposeHeaders })) {
    checkList(`cors: ${option}`, names)
    for (const name of names) checkToken(`cors: ${option}`, name)
  }
  const forOrigin = allowCredentials ? { 'Access-Control-Allow-Credentials': 'true' } : {}
  const exposes =
    exposeHeaders.length > 0 ? { 'Access-Control-Expose-Headers': exposeHeaders.join(', ') } : {}
  return {
    allows,
    methods: allowMethods.join(', '),
    headers: allowHeaders.join(', '),
    allowed: new OriginSets(forOrigin),
    exposing: new OriginSets({ ...forOrigin, ...exposes }),
    maxAge: maxAge === undefined ? '' : `${Math.floor(maxAge)}`,
    privateNetwork: options.allowPrivateNetwork ?? false,
  }
}

function allowsOf(origins: NonNullable<CorsOptions['allowOrigins']>): AllowsOrigin | undefined {
  if (typeof origins === 'function') return origins
  const entries = typeof origins === 'string' || origins instanceof RegExp ? [origins] : origins
  checkList('cors: allowOrigins', entries)
  if (entries.includes('*')) return undefined
  const list = new OriginList('cors: allowOrigins', entries)
  return (origin) => list.has(origin)
}

/** @param origin the allowed one; `""` for none. */
function answer(c: Ctx, policy: Policy, origin: string): void | Promise<void> {
  if (c.method() === 'OPTIONS' && c.get('access-control-request-method') !== '') {
    answerPreflight(c, policy, origin)
    return
  }
  if (origin !== '') policy.exposing.put(c, origin)
  return c.next()
}

function answerPreflight(c: Ctx, policy: Policy, origin: string): void {
  c.vary('Access-Control-Request-Method', 'Access-Control-Request-Headers')
  if (policy.privateNetwork) c.vary('Access-Control-Request-Private-Network')
  if (origin !== '' && c.get('origin') !== '') {
    policy.allowed.put(c, origin)
    c.set('Access-Control-Allow-Methods', policy.methods)
    const headers = policy.headers || requestHeader(c, 'access-control-request-headers')
    if (headers !== '') c.set('Access-Control-Allow-Headers', headers)
    if (policy.maxAge !== '') c.set('Access-Control-Max-Age', policy.maxAge)
    if (policy.privateNetwork && requestHeader(c, 'access-control-request-private-network') === 'true')
      c.set('Access-Control-Allow-Private-Network', 'true')
  }
  c.status(204).send('')
}

// A pattern may allow any number of origins.
const maxOrigins = 100

/** The headers for each origin, made once. */
class OriginSets {
  readonly #more: Readonly<Record<string, string>>
  readonly #sets = new Map<string, HeaderSet>()

  constructor(more: Readonly<Record<string, string>>) {
    this.#more = more
  }

  put(c: Ctx, origin: string): void {
    const known = this.#sets.get(origin)
    if (known !== undefined) {
      setHeaders(c, known)
      return
    }
    const headers = { 'Access-Control-Allow-Origin': origin, ...this.#more }
    // A set that serves one request costs more than its headers.
    if (this.#sets.size < maxOrigins) {
      const set = headerSet(headers)
      this.#sets.set(origin, set)
      setHeaders(c, set)
    } else for (const [name, value] of Object.entries(headers)) c.set(name, value)
  }
}
