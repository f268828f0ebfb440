import { type Ctx, HttpError, type Locals } from '@ctxgen/runtime'
import { type Login, notSent, putUser, type UserResult, unauthorized } from './auth/put-user.ts'
import { digestOf } from './auth/same-secret.ts'
import { checkOptions, checkToken, quoted } from './chain/check-option.ts'

export type { Login, UserResult } from './auth/put-user.ts'
export { isSameSecret } from './auth/same-secret.ts'

/** The options of {@link keyAuth}. */
export interface KeyAuthOptions<U> {
  /** Returns the user of a key, or `null`, `undefined` or `false` for a wrong one: {@link keyList}, or your own. */
  readonly validate: (key: string, c: Ctx) => UserResult<U>
  /** The request header with the key. Default: `X-API-Key`. */
  readonly header?: string
  /** A cookie with the key, where the header is absent. Other sites can make browsers send it: use csrf. Default: none. */
  readonly cookie?: string
  /** A query key, where both are absent. Keys in URLs end in logs. Default: none. */
  readonly query?: string
  /** Default: `Restricted`. */
  readonly realm?: string
}

/**
 * A guard for API keys: the user stands in `c.locals(key)`. It answers 401 without a key or with a wrong one, and
 * 400 for several lines of the header.
 * @security apiKey header X-API-Key
 * @answer 400 HttpError
 * @answer 401 HttpError WWW-Authenticate Cache-Control
 */
export function keyAuth<const K extends keyof Locals>(key: K, options: KeyAuthOptions<Locals[K]>): Login<K> {
  checkOptions('keyAuth', options, 'validate')
  const { validate, header = 'X-API-Key', cookie, query, realm = 'Restricted' } = options
  checkToken('keyAuth: header', header)
  const lower = header.toLowerCase()
  const challenge = `ApiKey realm=${quoted('keyAuth: realm', realm)}`
  const sentBy = (c: Ctx): string =>
    onlyLine(c, lower) ||
    (cookie === undefined ? '' : c.cookies(cookie)) ||
    (query === undefined ? '' : c.query(query))
  // Caches keep clients apart by Authorization alone (RFC 9111 section 3.5).
  const varies = cookie === undefined ? [header] : [header, 'Cookie']
  const find = (c: Ctx): UserResult<Locals[K]> | typeof notSent => {
    c.vary(...varies)
    const sent = sentBy(c)
    return sent === '' ? notSent : validate(sent, c)
  }
  return putUser(key, find, () => unauthorized(challenge))
}

/** Of several lines any could be the one that a proxy has seen. */
function onlyLine(c: Ctx, header: string): string {
  const [line = '', ...more] = c.getReqHeaders()[header] ?? []
  if (more.length > 0) throw new HttpError(400, 'The header of the key is there more than once')
  return line
}

/**
 * Checks keys against a list, by their digests, so that the time reveals nothing about a key: `keyList({ [KEY]: 'ci' })`.
 * @throws TypeError for a key that is empty or `undefined`.
 */
export function keyList<U>(users: Readonly<Record<string, U>>): (key: string) => U | undefined {
  // The key of an absent variable of the environment.
  if (Object.hasOwn(users, '') || Object.hasOwn(users, 'undefined'))
    throw new TypeError('keyList: a key is absent')
  const byDigest = new Map(
    Object.entries(users).map(([key, user]) => [digestOf(key).toString('base64'), user]),
  )
  return (key) => byDigest.get(digestOf(key).toString('base64'))
}
