import type { Ctx, Handler } from '@ctxgen/runtime'
import { removeHeader, replaceCookies } from '@ctxgen/runtime/middleware'
import { finallyAfterNext } from './chain/after-next.ts'
import { checkOptions } from './chain/check-option.ts'
import { readSecrets } from './cookies/cookie-name.ts'
import { seal, sealingKey, unseal } from './sealing/seal.ts'

/** The options of {@link encryptCookie}. */
export interface EncryptCookieOptions {
  /** At least 32 characters. Of a list the first one encrypts, the others still open. */
  readonly secret: string | readonly string[]
  /** Cookies that stay as they are, such as those that scripts read. Default: none. */
  readonly except?: readonly string[]
}

/**
 * Encrypts the values of cookies (AES-256-GCM, bound to the cookie's name): handlers and binders behind it read and set
 * them as plain text. A cookie that was not encrypted here is not there. It goes before all that sets cookies; a cookie
 * that the app's error handler sets is sent as it is.
 * @throws TypeError for a short secret.
 * @answer -
 */
export function encryptCookie(options: EncryptCookieOptions): Handler {
  checkOptions('encryptCookie', options)
  const keys = readSecrets('encryptCookie', options.secret).map((secret) => sealingKey(secret, 'cookie'))
  const except = new Set(options.except)
  return (c) => {
    replaceCookies(c, (name, value) => (except.has(name) ? value : opened(name, value, keys)))
    return finallyAfterNext(c, () => sealAll(c, keys[0] ?? new Uint8Array(), except))
  }
}

function opened(name: string, value: string, keys: readonly Uint8Array[]): string | undefined {
  for (const key of keys) {
    const text = unseal(value, key, name)
    if (text !== undefined) return text
  }
  return undefined
}

function sealAll(c: Ctx, key: Uint8Array, except: ReadonlySet<string>): void {
  const lines = c.getRespHeaders()['set-cookie'] ?? []
  if (lines.length === 0) return
  removeHeader(c, 'Set-Cookie')
  c.append('Set-Cookie', ...lines.map((line) => sealed(line, key, except)))
}

/** A deleted cookie has no value to hide. */
function sealed(line: string, key: Uint8Array, except: ReadonlySet<string>): string {
  const [, name = '', value = '', rest = ''] = /^([^=;]*)=([^;]*)(;.*)?$/s.exec(line) ?? []
  return value === '' || except.has(name) ? line : `${name}=${seal(value, key, name)}${rest}`
}
