import { seal, sealingKey, unseal } from '../sealing/seal.ts'
import {
  type Backend,
  type Changes,
  endOf,
  type Lifetime,
  type Opened,
  type Values,
  withChanges,
} from './backend.ts'

/** The content of a cookie. */
interface SealedSession {
  readonly id: string
  readonly created: number
  readonly touched: number
  readonly values: Readonly<Record<string, string>>
}

// Browsers keep 4096 bytes of a cookie with its attributes.
const maxLength = 3800

/** Sessions encrypted in their cookies (AES-256-GCM, keys by HKDF). Nothing is kept here, so none can be revoked. */
export class SealedSessions implements Backend {
  readonly #keys: readonly Uint8Array[]
  readonly #lifetime: Lifetime

  constructor(secrets: readonly string[], lifetime: Lifetime) {
    this.#keys = secrets.map((secret) => sealingKey(secret, 'session'))
    this.#lifetime = lifetime
  }

  open(cookie: string, now: number): Opened | undefined {
    for (const key of this.#keys) {
      const text = unseal(cookie, key)
      if (text === undefined) continue
      const { id, created, touched, values } = JSON.parse(text) as SealedSession
      if (endOf(created, touched, this.#lifetime) <= now) return undefined
      return { id, created, touched, values: new Map(Object.entries(values)) }
    }
    return undefined
  }

  create(id: string, created: number, values: Values, now: number): string {
    const content: SealedSession = { id, created, touched: now, values: Object.fromEntries(values) }
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

  move({ created, values }: Opened, newId: string, changes: Changes, now: number): string {
    const merged = withChanges(values, changes)
    return merged.size === 0 ? '' : this.create(newId, created, merged, now)
  }

  /** At most ten times in an idle time: each cookie costs the client an upload with every request. */
  touch({ id, created, touched, values }: Opened, now: number): string | undefined {
    return now - touched < this.#lifetime.idle / 10 ? undefined : this.create(id, created, values, now)
  }

  end(): void {}
}
