import { type Ctx, HttpError, type Locals } from '@ctxgen/runtime'
import { credentialsOf } from './auth/authorization.ts'
import { type Login, notSent, putUser, type UserResult, unauthorized } from './auth/put-user.ts'
import { checkNumber, checkOptions, quoted } from './chain/check-option.ts'

export { hashedUsers, hashPassword, isPassword } from './auth/password-hash.ts'
export type { Login, UserResult } from './auth/put-user.ts'

/** The options of {@link basicAuth}. */
export interface BasicAuthOptions<U> {
  /** Returns the user, or `null`, `undefined` or `false` for a wrong name or password: {@link hashedUsers}, or your own. */
  readonly authorize: (name: string, password: string, c: Ctx) => UserResult<U>
  /** The name of the protected area, as browsers show it. Default: `Restricted`. */
  readonly realm?: string
  /** Maximum length of the Authorization header; a longer one is 431. Default: 8192. */
  readonly headerLimit?: number
}

/**
 * A guard for HTTP Basic (RFC 7617): the user stands in `c.locals(key)`. It answers 401 without a user, and 400 for
 * credentials that are malformed. Passwords are sent with each request, so serve it over HTTPS alone.
 * @security basic
 * @answer 400 HttpError
 * @answer 401 HttpError WWW-Authenticate Cache-Control
 * @answer 431 HttpError
 */
export function basicAuth<const K extends keyof Locals>(
  key: K,
  options: BasicAuthOptions<Locals[K]>,
): Login<K> {
  checkOptions('basicAuth', options, 'authorize')
  checkNumber('basicAuth: headerLimit', options.headerLimit)
  const { authorize, realm = 'Restricted', headerLimit = 8192 } = options
  const challenge = `Basic realm=${quoted('basicAuth: realm', realm)}, charset="UTF-8"`
  const find = (c: Ctx): UserResult<Locals[K]> | typeof notSent => {
    if (c.get('authorization').length > headerLimit) throw new HttpError(431)
    const sent = credentialsOf(c, 'basic')
    if (sent === '') return notSent
    const pair = sent === undefined ? undefined : pairOf(sent)
    if (pair === undefined) throw new HttpError(400, 'The Authorization header is malformed')
    return authorize(...pair, c)
  }
  return putUser(key, find, () => unauthorized(challenge))
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Name and password in their one Unicode form; `undefined` when malformed or with control characters. */
function pairOf(sent: string): readonly [name: string, password: string] | undefined {
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(sent)) return undefined
  let text: string
  try {
    text = decoder.decode(Uint8Array.from(atob(sent), (char) => char.charCodeAt(0))).normalize('NFC')
  } catch {
    return undefined
  }
  const colon = text.indexOf(':')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 section 2 refuses them
  if (colon === -1 || /[\0-\x1f\x7f-\x9f]/.test(text)) return undefined
  return [text.slice(0, colon), text.slice(colon + 1)]
}
