import { OldestKey } from '../bounded/oldest-key.ts'
import type { OutageOptions } from './store-outage.ts'
import { within } from './within.ts'

interface Late {
  readonly text: string
  readonly ends: number
  readonly write: () => Promise<unknown>
}

const pause = 1000
const maxBytes = 16 * 1024 * 1024
// Of the entry itself, beside two for each UTF-16 unit of its text.
const overhead = 500

/**
 * Texts that a store has not taken, for a time. Their writing is tried again each second, by a timer that keeps no process
 * alive. Past 16 MiB the oldest goes.
 */
export class LateWrites {
  readonly #timeout: number
  readonly #writes = new Map<string, Late>()
  readonly #oldest = new OldestKey(this.#writes)
  #bytes = 0
  #isWriting = false
  #timer: ReturnType<typeof setInterval> | undefined

  constructor({ storeTimeout = 1000 }: OutageOptions) {
    this.#timeout = storeTimeout
  }

  /** A text that is not written yet. */
  find(key: string): string | undefined {
    return this.#writes.get(key)?.text
  }

  /** @param ms the time after which the text is of no use any more */
  add(key: string, text: string, ms: number, write: () => Promise<unknown>): void {
    this.#remove(key)
    this.#writes.set(key, { text, ends: performance.now() + ms, write })
    this.#bytes += sizeOf(text)
    while (this.#bytes > maxBytes) this.#remove(this.#oldest.find() ?? key)
    this.#timer ??= setInterval(() => void this.#writeAll(), pause)
    this.#timer.unref?.()
  }

  async #writeAll(): Promise<void> {
    if (this.#isWriting) return
    this.#isWriting = true
    for (const [key, late] of this.#writes) {
      try {
        if (late.ends > performance.now()) await within(late.write(), this.#timeout)
        this.#remove(key)
      } catch {
        // The middleware has reported it. Next time another one is first, in case this one alone cannot be written.
        this.#remove(key)
        this.add(key, late.text, late.ends - performance.now(), late.write)
        break
      }
    }
    this.#isWriting = false
    if (this.#writes.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #remove(key: string): void {
    const found = this.#writes.get(key)
    if (found === undefined) return
    this.#writes.delete(key)
    this.#oldest.leave(key)
    this.#bytes -= sizeOf(found.text)
  }
}

function sizeOf(text: string): number {
  return 2 * text.length + overhead
}
