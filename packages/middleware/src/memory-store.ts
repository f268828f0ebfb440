import { OldestKey } from './bounded/oldest-key.ts'
import { checkNumber } from './chain/check-option.ts'
import type { TextStore } from './store/text-store.ts'

export type { TextStore } from './store/text-store.ts'

/** The options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** Maximum number of texts. Default: 100 000. */
  readonly maxEntries?: number
  /** Maximum size of keys and texts together, in bytes, two for each UTF-16 unit. Default: 64 MiB. */
  readonly maxBytes?: number
}

/**
 * A store in the memory of this process, for one process alone. Past its limits the entry goes that was used least
 * recently.
 * @throws RangeError for an invalid limit.
 */
export function memoryStore(options: MemoryStoreOptions = {}): TextStore {
  const { maxEntries = 100_000, maxBytes = 64 * 1024 * 1024 } = options
  checkNumber('memoryStore: maxEntries', maxEntries, 1)
  checkNumber('memoryStore: maxBytes', maxBytes, 1)
  return new MemoryStore(maxEntries, maxBytes)
}

interface Entry {
  readonly text: string
  readonly ends: number
}

class MemoryStore implements TextStore {
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>()
  readonly #oldest = new OldestKey(this.#entries)
  readonly #maxEntries: number
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxEntries: number, maxBytes: number) {
    this.#maxEntries = maxEntries
    this.#maxBytes = maxBytes
  }

  async get(key: string): Promise<string | undefined> {
    return this.#find(key)
  }

  async set(key: string, text: string, ms: number): Promise<void> {
    this.#put(key, text, ms)
  }

  async replace(key: string, expected: string | undefined, text: string, ms: number): Promise<boolean> {
    if (this.#find(key) !== expected) return false
    this.#put(key, text, ms)
    return true
  }

  async delete(key: string, expected?: string): Promise<void> {
    if (expected === undefined || this.#find(key) === expected) this.#remove(key)
  }

  #find(key: string): string | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (entry.ends <= performance.now()) {
      this.#remove(key)
      return undefined
    }
    this.#entries.delete(key)
    this.#oldest.leave(key)
    this.#entries.set(key, entry)
    return entry.text
  }

  #put(key: string, text: string, ms: number): void {
    this.#remove(key)
    const size = sizeOf(key, text)
    if (size > this.#maxBytes) return
    for (let oldest = this.#oldest.find(); oldest !== undefined; oldest = this.#oldest.find()) {
      if (this.#entries.size < this.#maxEntries && this.#bytes + size <= this.#maxBytes) break
      this.#remove(oldest)
    }
    this.#entries.set(key, { text, ends: performance.now() + ms })
    this.#bytes += size
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#oldest.leave(key)
    this.#bytes -= sizeOf(key, entry.text)
  }
}

function sizeOf(key: string, text: string): number {
  return 2 * (key.length + text.length)
}
