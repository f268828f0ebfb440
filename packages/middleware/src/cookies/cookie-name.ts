import type { Ctx } from '@ctxgen/runtime'
import { checkToken } from '../chain/check-option.ts'

/** The name of a cookie: over HTTPS with `__Host-`, which no other host of the site can set. */
export type CookieName = (c: Ctx) => string

/** @throws TypeError for a name that is not a token. */
export function cookieNameOf(where: string, name: string): CookieName {
  checkToken(`${where}: cookieName`, name)
  const hasPrefix = /^__(?:Host|Secure)-/i.test(name)
  return (c) => (c.secure() && !hasPrefix ? `__Host-${name}` : name)
}

/** @returns the secrets, the signing one first. @throws TypeError for a short or absent one. */
export function readSecrets(where: string, secret: string | readonly string[]): readonly string[] {
  const secrets = Array.isArray(secret) ? secret : [secret]
  // A variable of the environment may be absent.
  if (secrets.length === 0 || secrets.some((one) => typeof one !== 'string' || one.length < 32))
    throw new TypeError(
      `${where}: a secret has at least 32 characters: node -p "crypto.randomBytes(32).toString('hex')"`,
    )
  return secrets
}
