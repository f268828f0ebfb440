import { jwt } from '@ctxgen/middleware/jwt'
import { optional } from '@ctxgen/middleware/optional'
import type { Guard, Handler } from '@ctxgen/runtime'
import { SignJWT } from 'jose'
import type { Store, User } from './store.js'

declare module '@ctxgen/runtime' {
  interface Locals {
    user: User
  }
}

const algorithm = 'HS256'
const issuer = 'conduit'
const { JWT_SECRET } = process.env
const secret = JWT_SECRET === undefined ? crypto.getRandomValues(new Uint8Array(32)) : Buffer.from(JWT_SECRET)

/** Tokens name users by id. */
export class Auth {
  /** Lets users pass alone, whom handlers get from `c.locals('user')`. */
  readonly signedIn: Guard<'user'>
  /** Lets everybody pass; handlers know the user, if any. */
  readonly anybody: Handler

  constructor(store: Store) {
    const login = jwt('user', {
      scheme: 'Token',
      secret,
      algorithms: [algorithm],
      issuer,
      audience: issuer,
      user: ({ sub }) => store.users.get(Number(sub)),
    })
    this.signedIn = login
    this.anybody = optional(login)
  }
}

/** A JSON Web Token (RFC 7519) for a day. */
export function tokenOf({ id }: User): Promise<string> {
  return new SignJWT({ sub: String(id) })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setExpirationTime('1 day')
    .sign(secret)
}
