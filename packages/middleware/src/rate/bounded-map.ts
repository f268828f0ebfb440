/**
 * Entries of clients in the order of their last renewal, so that the first ones end first. At the maximum a new client
 * takes the place of the oldest: memory stays bounded however many addresses an attacker has.
 */
export class BoundedMap<V extends { ends: number }> {
  readonly #entries = new Map<string, V>()
  readonly #max: number

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
    this.#entries.delete(key)
  }

  /** Adds or renews an entry, and drops those that have ended. */
  put(key: string, entry: V, now: number): void {
    this.#entries.delete(key)
    for (const [oldest, { ends }] of this.#entries) {
      if (ends > now && this.#entries.size < this.#max) break
      this.#entries.delete(oldest)
    }
    this.#entries.set(key, entry)
  }
}
