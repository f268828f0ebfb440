import type { TextStore } from '../store/text-store.ts'
import { type Backend, type Changes, endOf, type Lifetime, type Opened, withChanges } from './backend.ts'
import { idOf, keyOf, signedId } from './signed-id.ts'

/** A session as the store has it. Times are in milliseconds since 1970. */
interface Stored {
  readonly created: number
  readonly touched: number
  readonly values: Readonly<Record<string, string>>
}

/** Sessions in a store, for several processes. The cookie has a signed id, of which only the digest is kept. */
export class StoredSessions implements Backend {
  readonly #secrets: readonly string[]
  readonly #lifetime: Lifetime
  readonly #store: TextStore

  constructor(secrets: readonly string[], lifetime: Lifetime, store: TextStore) {
    this.#secrets = secrets
    this.#lifetime = lifetime
    this.#store = store
  }

  async open(cookie: string, now: number): Promise<Opened | undefined> {
    const id = idOf(cookie, this.#secrets)
    const text = id === undefined ? undefined : await this.#store.get(placeOf(id))
    if (id === undefined || text === undefined) return undefined
    const { created, touched, values }: Stored = JSON.parse(text)
    // The clock of the store may be another.
    if (endOf(created, touched, this.#lifetime) <= now) return undefined
    return { id, created, touched, values: new Map(Object.entries(values)) }
  }

  async create(
    id: string,
    created: number,
    values: ReadonlyMap<string, string>,
    now: number,
  ): Promise<string> {
    const text = JSON.stringify(storedOf(created, now, values))
    await this.#store.set(placeOf(id), text, this.#left(created, now))
    return signedId(id, this.#secrets)
  }

  async change({ id }: Opened, changes: Changes, now: number): Promise<undefined> {
    for (;;) {
      const text = await this.#store.get(placeOf(id))
      // A parallel request has ended the session, and a change must not bring it back.
      if (text === undefined) return undefined
      const { created, values }: Stored = JSON.parse(text)
      const merged = withChanges(new Map(Object.entries(values)), changes)
      if (await this.#replace(id, text, storedOf(created, now, merged))) return undefined
    }
  }

  /** At most ten times in an idle time. A faster request has noted the same. */
  async touch({ id, touched }: Opened, now: number): Promise<undefined> {
    if (now - touched < this.#lifetime.idle / 10) return undefined
    const text = await this.#store.get(placeOf(id))
    if (text === undefined) return undefined
    const stored: Stored = JSON.parse(text)
    await this.#replace(id, text, { ...stored, touched: now })
  }

  delete(id: string): Promise<void> {
    return this.#store.delete(placeOf(id))
  }

  #replace(id: string, expected: string, stored: Stored): Promise<boolean> {
    const ms = this.#left(stored.created, stored.touched)
    return this.#store.replace(placeOf(id), expected, JSON.stringify(stored), ms)
  }

  #left(created: number, now: number): number {
    return Math.max(1, endOf(created, now, this.#lifetime) - now)
  }
}

function placeOf(id: string): string {
  return `session:${keyOf(id)}`
}

function storedOf(created: number, touched: number, values: ReadonlyMap<string, string>): Stored {
  return { created, touched, values: Object.fromEntries(values) }
}
