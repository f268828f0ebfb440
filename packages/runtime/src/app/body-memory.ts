/** The memory for request bodies: how many bytes all of them together may take, and do. */
export class BodyMemory {
  readonly #limit: number
  readonly #whole: BodyMemory | undefined
  readonly #parts = new WeakMap<object, BodyMemory>()
  #used = 0

  /** @param whole what this one is a part of: bytes count in both */
  constructor(limit: number, whole?: BodyMemory) {
    this.#limit = limit
    this.#whole = whole
  }

  get used(): number {
    return this.#used
  }

  /** A quarter, for a connection that carries many requests at once: none takes all there is. */
  partFor(connection: object): BodyMemory {
    const part = this.#parts.get(connection) ?? new BodyMemory(this.#limit / 4, this)
    this.#parts.set(connection, part)
    return part
  }

  /** @param held what the body has already @returns false, and takes nothing, when there is no room */
  take(bytes: number, held: number): boolean {
    // A body that is alone fits up to its own limit: there is nothing whose end it could wait for.
    if (this.#used > held && this.#used + bytes > this.#limit) return false
    if (this.#whole?.take(bytes, held) === false) return false
    this.#used += bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#used -= bytes
    this.#whole?.giveBack(bytes)
  }
}

/** What the body of one request takes of a {@link BodyMemory}, as sent and decoded. */
export class HeldBytes {
  #memory: BodyMemory | undefined
  #size = 0
  /** There was no room. */
  isRefused = false

  constructor(memory: BodyMemory) {
    this.#memory = memory
  }

  /** @returns whether there is room; once released there always is, as nothing is counted any more */
  take(bytes: number): boolean {
    if (this.#memory?.take(bytes, this.#size) === false) {
      this.isRefused = true
      this.release()
      return false
    }
    this.#size += bytes
    return true
  }

  /** The bytes are needed no more. May be called again. */
  release(): void {
    this.#memory?.giveBack(this.#size)
    this.#memory = undefined
  }
}
