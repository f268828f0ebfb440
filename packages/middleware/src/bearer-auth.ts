import { type Ctx, HttpError, type Locals } from '@ctxgen/runtime'
import { credentialsOf } from './auth/authorization.ts'
import { type Login, notSent, putUser, type UserResult, unauthorized } from './auth/put-user.ts'
import { checkOptions, checkToken, quoted } from './chain/check-option.ts'

export type { Login, UserResult } from './auth/put-user.ts'
export { isSameSecret } from './auth/same-secret.ts'

/** The options of {@link bearerAuth}. */
export interface BearerAuthOptions<U> {
  /**
   * Returns the user of a token, or `null`, `undefined` or `false` for a wrong one. Compare with `isSameSecret`. For a
   * right token that may too little it throws {@link insufficientScope}.
   */
  readonly validate: (token: string, c: Ctx) => UserResult<U>
  /** Default: `Restricted`. */
  readonly realm?: string
  /** The scopes that the challenge names. Default: none. */
  readonly scope?: readonly string[]
}

// b64token of RFC 6750 section 2.1.
const tokenForm = /^[A-Za-z\d._~+/-]+=*$/

/**
 * A guard for bearer tokens in the Authorization header (RFC 6750): the user stands in `c.locals(key)`. It answers 401
 * without a token or with a wrong one, and 400 for a malformed header.
 * @security bearer
 * @answer 400 HttpError WWW-Authenticate
 * @answer 401 HttpError WWW-Authenticate Cache-Control
 * @answer 403 HttpError WWW-Authenticate
 */
export function bearerAuth<const K extends keyof Locals>(
  key: K,
  options: BearerAuthOptions<Locals[K]>,
): Login<K> {
  checkOptions('bearerAuth', options, 'validate')
  const { validate, realm = 'Restricted', scope = [] } = options
  for (const one of scope) checkToken('bearerAuth: scope', one)
  const challenge = `Bearer realm=${quoted('bearerAuth: realm', realm)}`
  const scopes = scope.length === 0 ? '' : `, scope="${scope.join(' ')}"`
  const find = (c: Ctx): UserResult<Locals[K]> | typeof notSent => {
    const token = credentialsOf(c, 'bearer')
    if (token === '') return notSent
    if (token === undefined || !tokenForm.test(token)) {
      const headers = { 'WWW-Authenticate': `${challenge}, error="invalid_request"` }
      throw new HttpError(400, 'The Authorization header is malformed', { headers })
    }
    return validate(token, c)
  }
  return putUser(key, find, (c) => {
    const isSent = credentialsOf(c, 'bearer') !== ''
    return unauthorized(`${challenge}${scopes}${isSent ? ', error="invalid_token"' : ''}`)
  })
}

/** The error for a token without a needed scope (RFC 6750 section 3.1): 403. @param realm as in the options */
export function insufficientScope(scope: string, realm: string = 'Restricted'): HttpError {
  checkToken('insufficientScope', scope)
  const challenge = `Bearer realm=${quoted('insufficientScope: realm', realm)}, error="insufficient_scope", scope="${scope}"`
  return new HttpError(403, undefined, { headers: { 'WWW-Authenticate': challenge } })
}
