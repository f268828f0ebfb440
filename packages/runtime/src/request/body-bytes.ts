const noBytes: Uint8Array = new Uint8Array(0)

/**
 * Collects a body in one growing buffer. In a list, each of the smallest possible pieces would cost 400 bytes, and a
 * piece may be a view of a much larger buffer.
 */
export class BodyBytes {
  readonly #limit: number
  #buffer = noBytes
  size = 0

  /** @param limit The caller of `add` enforces it. */
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

/** A copy in separate memory. A `Buffer` stays a `Buffer`, but its own `slice()` would share the memory. */
export function copyBytes(bytes: Uint8Array): Uint8Array {
  return Uint8Array.prototype.slice.call(bytes)
}

/** Joins pieces; a single piece is returned uncopied. @param size the total size, when known. */
export function joinBytes(pieces: readonly Uint8Array[], size: number = sizeOf(pieces)): Uint8Array {
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined) return only
  const whole = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}
