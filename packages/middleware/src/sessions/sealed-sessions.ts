import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { type Backend, type Changes, endOf, type Lifetime, type Opened, withChanges } from './backend.ts'

/** The content of a cookie. */
interface Sealed {
  readonly id: string
  readonly created: number
  readonly touched: number
  readonly values: Readonly<Record<string, string>>
}

const ivLength = 12
const tagLength = 16
// Browsers keep 4096 bytes of a cookie with its attributes.
const maxLength = 3800

/** Sessions encrypted in their cookies (AES-256-GCM, keys by HKDF). Nothing is kept here, so none can be revoked. */
export class SealedSessions implements Backend {
  readonly #keys: readonly Uint8Array[]
  readonly #lifetime: Lifetime

  constructor(secrets: readonly string[], lifetime: Lifetime) {
    this.#keys = secrets.map((secret) => new Uint8Array(hkdfSync('sha256', secret, '', 'ctxgen session', 32)))
    this.#lifetime = lifetime
  }

  open(cookie: string, now: number): Opened | undefined {
    for (const key of this.#keys) {
      const text = unseal(cookie, key)
      if (text === undefined) continue
      const { id, created, touched, values } = JSON.parse(text) as Sealed
      if (endOf(created, touched, this.#lifetime) <= now) return undefined
      return { id, created, touched, values: new Map(Object.entries(values)) }
    }
    return undefined
  }

  create(id: string, created: number, values: ReadonlyMap<string, string>, now: number): string {
    const content: Sealed = { id, created, touched: now, values: Object.fromEntries(values) }
    const cookie = seal(JSON.stringify(content), this.#keys[0] ?? new Uint8Array())
    if (cookie.length > maxLength) {
      throw new Error(
        `session: ${cookie.length} bytes do not fit into a cookie of ${maxLength}: keep less, or leave sealed out`,
      )
    }
    return cookie
  }

  change({ id, created, values }: Opened, changes: Changes, now: number): string {
    return this.create(id, created, withChanges(values, changes), now)
  }

  /** At most ten times in an idle time: each cookie costs the client an upload with every request. */
  touch({ id, created, touched, values }: Opened, now: number): string | undefined {
    return now - touched < this.#lifetime.idle / 10 ? undefined : this.create(id, created, values, now)
  }

  delete(): void {}
}

function seal(text: string, key: Uint8Array): string {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  )
}

/** `undefined` for a cookie that was not sealed with this key. */
function unseal(cookie: string, key: Uint8Array): string | undefined {
  const bytes = Buffer.from(cookie, 'base64url')
  if (bytes.length < ivLength + tagLength) return undefined
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivLength), {
    authTagLength: tagLength,
  })
  cipher.setAuthTag(bytes.subarray(-tagLength))
  try {
    return cipher.update(bytes.subarray(ivLength, -tagLength), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return undefined
  }
}
