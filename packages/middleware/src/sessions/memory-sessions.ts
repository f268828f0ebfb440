import { BoundedMap } from '../rate/bounded-map.ts'
import { type Backend, type Changes, endOf, type Lifetime, type Opened, withChanges } from './backend.ts'
import { idOf, keyOf, signedId } from './signed-id.ts'

interface Entry {
  readonly created: number
  values: ReadonlyMap<string, string>
  ends: number
}

/** Sessions in this process. The cookie has a signed id, of which only the digest is kept. */
export class MemorySessions implements Backend {
  readonly #secrets: readonly string[]
  readonly #lifetime: Lifetime
  readonly #entries: BoundedMap<Entry>

  constructor(secrets: readonly string[], lifetime: Lifetime, maxSessions: number) {
    this.#secrets = secrets
    this.#lifetime = lifetime
    this.#entries = new BoundedMap(maxSessions)
  }

  open(cookie: string, now: number): Opened | undefined {
    const id = idOf(cookie, this.#secrets)
    if (id === undefined) return undefined
    const entry = this.#entries.get(keyOf(id), now)
    return entry && { id, created: entry.created, touched: now, values: entry.values }
  }

  create(id: string, created: number, values: ReadonlyMap<string, string>, now: number): string {
    this.#put(keyOf(id), created, values, now)
    return signedId(id, this.#secrets)
  }

  change({ id }: Opened, changes: Changes, now: number): undefined {
    const entry = this.#entries.get(keyOf(id), now)
    // A parallel request has ended the session, and a change must not bring it back.
    if (entry !== undefined) this.#put(keyOf(id), entry.created, withChanges(entry.values, changes), now)
  }

  touch({ id }: Opened, now: number): undefined {
    const entry = this.#entries.get(keyOf(id), now)
    if (entry !== undefined) this.#put(keyOf(id), entry.created, entry.values, now)
  }

  delete(id: string): void {
    this.#entries.delete(keyOf(id))
  }

  #put(key: string, created: number, values: ReadonlyMap<string, string>, now: number): void {
    this.#entries.put(key, { created, values, ends: endOf(created, now, this.#lifetime) }, now)
  }
}
