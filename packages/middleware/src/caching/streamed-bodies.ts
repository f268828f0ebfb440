import type { Ctx } from '@ctxgen/runtime'
import { watchStream } from '@ctxgen/runtime/middleware'

// Of all bodies together: each is held as long as its client takes to read it.
const maxCollected = 16 * 1024 * 1024
// Of a piece itself, beside its bytes.
const overhead = 100

interface Collection {
  /** The URL was changed in the meantime. */
  isOutdated: boolean
}

/** The bodies of answers that are streams, copied on their way to the client. */
export class StreamedBodies {
  readonly #maxSize: number
  readonly #collections = new Map<string, Collection>()
  #collected = 0

  /** @param maxSize of one body, in bytes */
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }

  /**
   * Copies a body, one of a URL at a time. One that is too long, or that breaks off, is not kept.
   * @param keep gets it when it has ended @param drop takes it back when the URL was changed while it was kept
   */
  collect(c: Ctx, url: string, keep: (body: Uint8Array) => Promise<void>, drop: () => Promise<void>): void {
    if (this.#collections.has(url)) return
    const collection: Collection = { isOutdated: false }
    let pieces: Uint8Array[] | undefined = []
    let [size, collected] = [0, 0]
    const release = (): void => {
      pieces = undefined
      this.#collected -= collected
      collected = 0
    }
    const piece = (bytes: Uint8Array): void => {
      if (pieces === undefined) return
      size += bytes.length
      const cost = bytes.length + overhead
      if (size > this.#maxSize || this.#collected + cost > maxCollected || collection.isOutdated) {
        release()
        return
      }
      pieces.push(new Uint8Array(bytes))
      collected += cost
      this.#collected += cost
    }
    const close = async (isWhole: boolean): Promise<void> => {
      const body =
        isWhole && !collection.isOutdated && pieces !== undefined ? Buffer.concat(pieces) : undefined
      release()
      if (body !== undefined) await keep(body)
      if (body !== undefined && collection.isOutdated) await drop()
      this.#collections.delete(url)
    }
    if (watchStream(c, { piece, close: (isWhole) => void close(isWhole) }))
      this.#collections.set(url, collection)
  }

  /** A body that is being copied must not be kept. */
  outdate(url: string): void {
    const collection = this.#collections.get(url)
    if (collection !== undefined) collection.isOutdated = true
  }
}
