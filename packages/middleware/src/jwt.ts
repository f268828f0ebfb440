import { type Ctx, HttpError, type Locals } from '@ctxgen/runtime'
import type { JWTPayload } from 'jose'
import { credentialsOf } from './auth/authorization.ts'
import { type JwtKeys, type KeyOptions, keysOf } from './auth/jwt-keys.ts'
import { type Login, notSent, putUser, type UserResult, unauthorized } from './auth/put-user.ts'
import { checkList, checkNumber, checkOptions, checkToken, quoted } from './chain/check-option.ts'

export type { JWTPayload } from 'jose'
export type { JwtKeySet, KeyOptions } from './auth/jwt-keys.ts'
export type { Login, UserResult } from './auth/put-user.ts'

/** The options of {@link jwt}. One of `secret`, `publicKey` and `jwks` is needed. */
export interface JwtOptions<U> extends KeyOptions {
  /** The `iss` of a token must be one of these; `false` for any. */
  readonly issuer: string | readonly string[] | false
  /** The `aud` of a token must have one of these, so that tokens for another service are refused; `false` for any. */
  readonly audience: string | readonly string[] | false
  /** The user of a verified token, or nobody: `(claims) => users.find(claims.sub)`. */
  readonly user: (claims: JWTPayload, c: Ctx) => UserResult<U>
  /** The `typ` of the header, such as `at+jwt` (RFC 9068). Default: any. */
  readonly type?: string
  /** Claims that a token must have beside those above and `exp`, which each one needs. Default: none. */
  readonly requiredClaims?: readonly string[]
  /** Seconds by which clocks may differ. Default: 5. */
  readonly clockTolerance?: number
  /** Seconds after its `iat` for which a token is taken at most. Default: no limit beside `exp`. */
  readonly maxAge?: number
  /** A cookie with the token, for requests without an Authorization header. Other sites can make browsers send it: use csrf. */
  readonly cookie?: string
  /** Default: `Restricted`. */
  readonly realm?: string
  /** The scopes that the challenge names. Default: none. */
  readonly scope?: readonly string[]
}

/** The options of {@link jwt} for tokens of another scheme than Bearer. */
export interface JwtSchemeOptions<U> extends JwtOptions<U> {
  /** The word before the token in the Authorization header: `Token`. Upper and lower case are the same. */
  readonly scheme: string
}

/**
 * A guard for tokens of another scheme than Bearer, else the same: `Authorization: Token eyJ…`.
 * @security apiKey header Authorization
 * @answer 401 HttpError WWW-Authenticate Cache-Control
 * @answer 403 HttpError
 * @answer 503 HttpError Retry-After
 * @throws TypeError as below, and for a scheme that is not one word.
 */
export function jwt<const K extends keyof Locals>(key: K, options: JwtSchemeOptions<Locals[K]>): Login<K>
/**
 * A guard for JSON Web Tokens (RFC 7519, RFC 8725), verified by jose: the user stands in `c.locals(key)`. It answers 401
 * without a valid token, and 503 while the keys of `jwks` cannot be had. The algorithm is never that of the token alone.
 * @security bearer JWT
 * @answer 401 HttpError WWW-Authenticate Cache-Control
 * @answer 403 HttpError
 * @answer 503 HttpError Retry-After
 * @throws TypeError for options that contradict one another, such as a secret with an algorithm of public keys.
 */
export function jwt<const K extends keyof Locals>(key: K, options: JwtOptions<Locals[K]>): Login<K>
export function jwt<const K extends keyof Locals>(
  key: K,
  options: JwtOptions<Locals[K]> & { readonly scheme?: string },
): Login<K> {
  checkOptions('jwt', options, 'user')
  const { cookie, user, scheme = 'Bearer', realm = 'Restricted', scope = [] } = options
  for (const one of scope) checkToken('jwt: scope', one)
  checkToken('jwt: scheme', scheme)
  const keys = keysOf(options)
  const verify = verifierOf(keys, options)
  const challenge = `${scheme} realm=${quoted('jwt: realm', realm)}`
  const lower = scheme.toLowerCase()
  const scopes = scope.length === 0 ? '' : `, scope="${scope.join(' ')}"`
  const sentBy = (c: Ctx): string | undefined =>
    c.get('authorization') === '' && cookie !== undefined ? c.cookies(cookie) : credentialsOf(c, lower)
  const find = async (c: Ctx): Promise<Locals[K] | null | undefined | false> => {
    const claims = await verify(sentBy(c) ?? '')
    return claims === undefined ? undefined : user(claims, c)
  }
  return putUser(
    key,
    (c) => {
      if (cookie !== undefined) c.vary('Cookie')
      return sentBy(c) === '' ? notSent : find(c)
    },
    (c) => unauthorized(`${challenge}${scopes}${sentBy(c) === '' ? '' : ', error="invalid_token"'}`),
  )
}

/** Returns the claims of a token; `undefined` for a wrong one. */
type Verify = (token: string) => Promise<JWTPayload | undefined>

function verifierOf(keys: JwtKeys, options: JwtOptions<never>): Verify {
  const { issuer, audience, type, requiredClaims = [], clockTolerance = 5, maxAge } = options
  checkList('jwt: requiredClaims', requiredClaims)
  checkNumber('jwt: clockTolerance', clockTolerance)
  checkNumber('jwt: maxAge', maxAge, 1)
  for (const [name, value] of Object.entries({ issuer, audience })) {
    if (value === undefined || (value !== false && value.length === 0))
      throw new TypeError(`jwt: ${name} is needed, or false for any`)
  }
  const checks = {
    algorithms: [...options.algorithms],
    ...(issuer !== false && { issuer: listOf(issuer) }),
    ...(audience !== false && { audience: listOf(audience) }),
    ...(type !== undefined && { typ: type }),
    ...(maxAge !== undefined && { maxTokenAge: maxAge }),
    // A stolen token without an end stays valid.
    requiredClaims: ['exp', ...requiredClaims],
    clockTolerance,
  }
  return async (token) => {
    try {
      const claims = await keys.verify(token, checks)
      return hasTypesOfClaims(claims) ? claims : undefined
    } catch (error) {
      if (isOfToken(error)) return undefined
      throw new HttpError(503, 'The keys of the login are not available', {
        cause: error,
        headers: { 'Retry-After': '5' },
      })
    }
  }
}

/** RFC 7519 section 4.1; jose checks the times, and the other claims only where a value is given. */
function hasTypesOfClaims({ iss, sub, jti, aud = [] }: Readonly<Record<string, unknown>>): boolean {
  const texts = [iss, sub, jti].filter((value) => value !== undefined)
  return [...texts, ...(Array.isArray(aud) ? aud : [aud])].every((value) => typeof value === 'string')
}

function listOf(value: string | readonly string[]): string[] {
  return typeof value === 'string' ? [value] : [...value]
}

const errorsOfTokens =
  /^ERR_(?:JW[ST]_(?!.*TIMEOUT)|JOSE_(?:ALG_NOT_ALLOWED|NOT_SUPPORTED)$|JWKS_(?:NO|MULTIPLE)_MATCHING)/

function isOfToken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && errorsOfTokens.test(String(error.code))
}
