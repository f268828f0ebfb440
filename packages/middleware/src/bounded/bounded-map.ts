import { createHash } from 'node:crypto'

interface Entry {
  /** The time from which on the entry counts as deleted. */
  readonly ends: number
}

interface Slot<V> {
  readonly key: string
  entry: V
  /** Its place in the list. */
  at: number
}

// With half of the entries full, one of those goes once in 65,536 times.
const samples = 16

// The digest of a longer key takes its place: a header as a key has up to 16 kB.
const maxLength = 63

/**
 * Entries of clients: memory stays bounded however many keys an attacker has. At the maximum a new one takes the place of
 * the one with the least weight of sixteen at random, of equal ones that which ends first.
 */
export class BoundedMap<V extends Entry> {
  readonly #slots = new Map<string, Slot<V>>()
  /** V8 passes over all deleted entries before the first one of a Map, so its order is of no use here. */
  readonly #list: Slot<V>[] = []
  readonly #max: number
  readonly #weigh: (entry: V) => number
  #swept = 0

  /** @param weigh the loss if the entry goes; without it those go that end first */
  constructor(max: number, weigh: (entry: V) => number = () => 0) {
    this.#max = max
    this.#weigh = weigh
  }

  get size(): number {
    return this.#list.length
  }

  /** The entry of a client, unless it has ended. */
  get(key: string, now: number): V | undefined {
    const entry = this.#slots.get(shortOf(key))?.entry
    return entry === undefined || entry.ends <= now ? undefined : entry
  }

  delete(key: string): void {
    const slot = this.#slots.get(shortOf(key))
    if (slot !== undefined) this.#remove(slot)
  }

  /** Adds or replaces an entry, and drops some that have ended. */
  put(key: string, entry: V, now: number): void {
    const short = shortOf(key)
    const slot = this.#slots.get(short)
    if (slot !== undefined) {
      slot.entry = entry
      return
    }
    this.#sweep(now)
    if (this.size >= this.#max) this.#remove(this.#leastOf(now))
    const added = { key: copyOf(short), entry, at: this.size }
    this.#slots.set(added.key, added)
    this.#list.push(added)
  }

  #remove({ key, at }: Slot<V>): void {
    this.#slots.delete(key)
    const last = this.#list.pop()
    if (last === undefined || at === this.size) return
    this.#list[at] = last
    last.at = at
  }

  /** Checks two entries for each new one, so that no request waits for a check of all. */
  #sweep(now: number): void {
    for (let i = 0; i < 2; i++) {
      if (this.#swept >= this.size) this.#swept = 0
      const slot = this.#list[this.#swept]
      if (slot !== undefined && slot.entry.ends <= now) this.#remove(slot)
      else this.#swept++
    }
  }

  #leastOf(now: number): Slot<V> {
    const isFew = this.size <= samples
    let least = this.#list[0] as Slot<V>
    let weight = Number.POSITIVE_INFINITY
    for (let i = 0; i < Math.min(samples, this.size); i++) {
      const slot = this.#list[isFew ? i : Math.floor(Math.random() * this.size)] as Slot<V>
      const other = this.#weightOf(slot.entry, now)
      if (other < weight || (other === weight && slot.entry.ends < least.entry.ends)) {
        least = slot
        weight = other
      }
    }
    return least
  }

  #weightOf(entry: V, now: number): number {
    return entry.ends <= now ? Number.NEGATIVE_INFINITY : this.#weigh(entry)
  }
}

/** No short key is as long as a digest, so none stands for a long one. */
function shortOf(key: string): string {
  return key.length <= maxLength ? key : createHash('sha256').update(key).digest('hex')
}

/** V8 keeps the whole text alive that a part was cut out of: an address of a header keeps all of its 16 kB. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1)
}
