import { OldestKey } from '../bounded/oldest-key.ts'

// Longer keys count as several: a header as a key has up to 16 kB.
const usualLength = 256

/**
 * Entries of clients in the order of their last renewal, so that the first ones end first. At the maximum a new client
 * takes the place of the oldest: memory stays bounded however many addresses an attacker has. To lose a count of his own
 * he has to send the first requests of as many other clients.
 */
export class BoundedMap<V extends { ends: number }> {
  readonly #entries = new Map<string, V>()
  readonly #oldest = new OldestKey(this.#entries)
  readonly #max: number
  #length = 0

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#entries.size
  }

  /** The entry of a client, unless it has ended. */
  get(key: string, now: number): V | undefined {
    const entry = this.#entries.get(key)
    return entry === undefined || entry.ends <= now ? undefined : entry
  }

  delete(key: string): void {
    if (!this.#entries.delete(key)) return
    this.#oldest.leave(key)
    this.#length -= key.length
  }

  /** Adds or renews an entry, and drops those that have ended. */
  put(key: string, entry: V, now: number): void {
    this.delete(key)
    const maxLength = this.#max * usualLength - key.length
    for (let oldest = this.#oldest.find(); oldest !== undefined; oldest = this.#oldest.find()) {
      const isFull = this.#entries.size >= this.#max || this.#length > maxLength
      if (!isFull && this.get(oldest, now) !== undefined) break
      this.delete(oldest)
    }
    this.#entries.set(copyOf(key), entry)
    this.#length += key.length
  }
}

/** V8 keeps the whole text alive that a part was cut out of: an address of a header keeps all of its 16 kB. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1)
}
