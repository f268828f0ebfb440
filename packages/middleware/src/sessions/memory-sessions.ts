import { BoundedMap } from '../bounded/bounded-map.ts'
import {
  type Backend,
  type Changes,
  changesAfter,
  endOf,
  followTime,
  type Lifetime,
  type Moved,
  type Opened,
  type Values,
  withChanges,
} from './backend.ts'
import { idOf, keyOf, signedId } from './signed-id.ts'

interface Entry {
  readonly created: number
  readonly values: Values
  readonly ends: number
}

interface MovedEntry extends Moved {
  readonly ends: number
}

/** Sessions in this process. The cookie has a signed id, of which only the digest is kept. */
export class MemorySessions implements Backend {
  readonly #secrets: readonly string[]
  readonly #lifetime: Lifetime
  readonly #entries: BoundedMap<Entry | MovedEntry>

  constructor(secrets: readonly string[], lifetime: Lifetime, maxSessions: number) {
    this.#secrets = secrets
    this.#lifetime = lifetime
    this.#entries = new BoundedMap(maxSessions)
  }

  open(cookie: string, now: number): Opened | undefined {
    const id = idOf(cookie, this.#secrets)
    if (id === undefined) return undefined
    const entry = this.#find(keyOf(id), now)
    return entry && { id, created: entry.created, touched: now, values: entry.values }
  }

  create(id: string, created: number, values: Values, now: number): string {
    this.#put(keyOf(id), created, values, now)
    return signedId(id, this.#secrets)
  }

  change({ id }: Opened, changes: Changes, now: number): undefined {
    let key = keyOf(id)
    let left = changes
    for (;;) {
      const entry = this.#entries.get(key, now)
      // A parallel request has ended the session, and a change must not bring it back.
      if (entry === undefined || left.size === 0) return
      if (!('movedTo' in entry)) return this.#put(key, entry.created, withChanges(entry.values, left), now)
      key = entry.movedTo
      left = changesAfter(left, entry)
    }
  }

  move({ id }: Opened, newId: string, changes: Changes, now: number): string | undefined {
    const key = keyOf(id)
    const entry = this.#find(key, now)
    const values = withChanges(entry?.values ?? new Map(), changes)
    if (entry !== undefined) {
      const movedTo = values.size === 0 ? '' : keyOf(newId)
      this.#entries.put(key, { movedTo, keys: [...changes.keys()], ends: now + followTime }, now)
    }
    if (values.size === 0) return entry && ''
    return this.create(newId, entry?.created ?? now, values, now)
  }

  touch({ id }: Opened, now: number): undefined {
    const entry = this.#find(keyOf(id), now)
    if (entry !== undefined) this.#put(keyOf(id), entry.created, entry.values, now)
  }

  end({ id }: Opened, now: number): void {
    let key = keyOf(id)
    for (let entry = this.#entries.get(key, now); entry !== undefined; entry = this.#entries.get(key, now)) {
      this.#entries.delete(key)
      if (!('movedTo' in entry)) return
      key = entry.movedTo
    }
  }

  #find(key: string, now: number): Entry | undefined {
    const entry = this.#entries.get(key, now)
    return entry === undefined || 'movedTo' in entry ? undefined : entry
  }

  #put(key: string, created: number, values: Values, now: number): undefined {
    this.#entries.put(key, { created, values, ends: endOf(created, now, this.#lifetime) }, now)
  }
}
