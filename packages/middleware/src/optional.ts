import type { Handler, Locals } from '@ctxgen/runtime'
import { type Login, optionalForm } from './auth/put-user.ts'

export type { Login } from './auth/put-user.ts'

/**
 * The middleware of a login that lets requests without credentials pass: `c.locals(key)` is `undefined` for them.
 * Credentials that are wrong or expired are refused as before, so that a client does not take the answer for its own.
 * @security -
 */
export function optional(login: Login<keyof Locals>): Handler {
  return login[optionalForm]
}
