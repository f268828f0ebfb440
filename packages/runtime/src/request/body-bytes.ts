const noBytes: Uint8Array = new Uint8Array(0)

/**
 * Collects a body in one buffer that grows. A list of pieces would cost a client's smallest ones 400 bytes each, and each
 * may be a view of a much larger buffer.
 */
export class BodyBytes {
  readonly #limit: number
  #buffer = noBytes
  size = 0

  /** @param limit which who adds pieces sees to */
  constructor(limit: number) {
    this.#limit = limit
  }

  add(piece: Uint8Array): void {
    const size = this.size + piece.length
    if (this.size === 0 && piece.buffer.byteLength <= 2 * piece.length) this.#buffer = piece
    else {
      if (size > this.#buffer.length) this.#grow(size)
      this.#buffer.set(piece, this.size)
    }
    this.size = size
  }

  /** All of them. */
  whole(): Uint8Array {
    const { size } = this
    return size === this.#buffer.length ? this.#buffer : this.#buffer.subarray(0, size)
  }

  #grow(size: number): void {
    const grown = new Uint8Array(Math.min(Math.max(size, 2 * this.#buffer.length), this.#limit))
    grown.set(this.#buffer.subarray(0, this.size))
    this.#buffer = grown
  }
}
