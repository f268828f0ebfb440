import type { TextStore } from '../store/text-store.ts'
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

/** A session as the store has it. Times are in milliseconds since 1970. */
interface SessionRecord {
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
    const [, stored] = await this.#read(id === undefined ? '' : placeOf(id))
    if (id === undefined || stored === undefined || 'movedTo' in stored) return undefined
    const { created, touched, values } = stored
    // The clock of the store may be another.
    if (endOf(created, touched, this.#lifetime) <= now) return undefined
    return { id, created, touched, values: new Map(Object.entries(values)) }
  }

  async create(id: string, created: number, values: Values, now: number): Promise<string> {
    const text = JSON.stringify(storedOf(created, now, values))
    await this.#store.set(placeOf(id), text, this.#left(created, now))
    return signedId(id, this.#secrets)
  }

  async change({ id }: Opened, changes: Changes, now: number): Promise<undefined> {
    let place = placeOf(id)
    let left = changes
    for (;;) {
      const [text, stored] = await this.#read(place)
      // A parallel request has ended the session, and a change must not bring it back.
      if (stored === undefined || left.size === 0) return undefined
      if ('movedTo' in stored) {
        place = stored.movedTo
        left = changesAfter(left, stored)
        continue
      }
      const merged = withChanges(new Map(Object.entries(stored.values)), left)
      if (await this.#replace(place, text, storedOf(stored.created, now, merged))) return undefined
    }
  }

  async move({ id }: Opened, newId: string, changes: Changes, now: number): Promise<string | undefined> {
    const keys = [...changes.keys()]
    for (;;) {
      const [text, stored] = await this.#read(placeOf(id))
      if (stored === undefined || 'movedTo' in stored) return this.#begin(newId, changes, now)
      const values = withChanges(new Map(Object.entries(stored.values)), changes)
      // First the new place, which no client knows yet: a request that follows must find the session there.
      const made = values.size === 0 ? '' : await this.create(newId, stored.created, values, now)
      if (await this.#leave(placeOf(id), text, { movedTo: made && placeOf(newId), keys })) return made
    }
  }

  /** At most ten times in an idle time. A faster request has noted the same. */
  async touch({ id, touched }: Opened, now: number): Promise<undefined> {
    if (now - touched < this.#lifetime.idle / 10) return undefined
    const [text, stored] = await this.#read(placeOf(id))
    if (stored === undefined || 'movedTo' in stored) return undefined
    await this.#replace(placeOf(id), text, { ...stored, touched: now })
  }

  async end({ id }: Opened): Promise<void> {
    let place = placeOf(id)
    for (;;) {
      const [text, stored] = await this.#read(place)
      if (stored === undefined) return
      if (!(await this.#leave(place, text, { movedTo: '', keys: [] }))) continue
      if (!('movedTo' in stored)) return
      place = stored.movedTo
    }
  }

  /** A session of the changes alone. A try to move may have left its values in the new place. */
  async #begin(id: string, changes: Changes, now: number): Promise<string | undefined> {
    const values = withChanges(new Map(), changes)
    if (values.size > 0) return this.create(id, now, values, now)
    await this.#store.delete(placeOf(id))
    return undefined
  }

  async #read(
    place: string,
  ): Promise<readonly [string, SessionRecord | Moved] | readonly [undefined, undefined]> {
    const text = place === '' ? undefined : await this.#store.get(place)
    return text === undefined ? [undefined, undefined] : [text, JSON.parse(text)]
  }

  #replace(place: string, expected: string, stored: SessionRecord): Promise<boolean> {
    const ms = this.#left(stored.created, stored.touched)
    return this.#store.replace(place, expected, JSON.stringify(stored), ms)
  }

  /** Not deleted: a store does not report whether it deleted this text. */
  #leave(place: string, expected: string, moved: Moved): Promise<boolean> {
    return this.#store.replace(place, expected, JSON.stringify(moved), followTime)
  }

  #left(created: number, now: number): number {
    return Math.max(1, endOf(created, now, this.#lifetime) - now)
  }
}

function placeOf(id: string): string {
  return `session:${keyOf(id)}`
}

function storedOf(created: number, touched: number, values: Values): SessionRecord {
  return { created, touched, values: Object.fromEntries(values) }
}
