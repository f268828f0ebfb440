/** Where the pieces of a streamed body come from. */
export interface BodySource {
  /** The next piece, which may be empty; `undefined` at the end. Not called again before it has settled. */
  read(): Promise<Uint8Array | undefined>
  /** Nothing more is wanted. May come at any time, also while a piece is being read. */
  close(): void
  /** Is called when it has failed and cannot wait for who reads it next. */
  onFailure?: (() => void) | undefined
}

/** A body that is read while it leaves: one piece when the client has room for it. */
export class BodyStream {
  /** Its length in bytes where it is known beforehand. */
  readonly size: number | undefined
  /** Told of what went wrong once the head has left, when no answer can say it any more. */
  onFailure: ((error: unknown) => void) | undefined
  /** Told when the next read will fail, and who is not ready for another piece should ask for it all the same. */
  onBreak: (() => void) | undefined
  /** Told once when the source has been let go of: all has been read, it failed, or nobody wants more. */
  onClose: (() => void) | undefined
  readonly #source: BodySource
  #left: number
  #first: Uint8Array | undefined
  #stop: (() => void) | undefined
  #closed = false

  constructor(source: BodySource, size?: number) {
    this.#source = source
    this.size = size
    this.#left = size ?? Number.POSITIVE_INFINITY
    source.onFailure = () => {
      this.#first = undefined
      this.onBreak?.()
    }
  }

  /** Whether all announced bytes have been read. */
  get isComplete(): boolean {
    return this.#left === 0
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Fetches the first piece, so that a source that fails at once fails before anything has left. */
  async open(): Promise<void> {
    this.#first = await this.read()
  }

  /** The next piece; `undefined` at the end, or once closed. @throws what the source throws, or when it is too short. */
  async read(): Promise<Uint8Array | undefined> {
    const first = this.#first
    if (first !== undefined) {
      this.#first = undefined
      return first
    }
    if (this.#closed || this.isComplete) {
      this.close()
      return undefined
    }
    const piece = await this.#pull()
    if (this.#closed) return undefined
    if (piece === undefined) return this.#finish()
    // What is over the announced length would be read as the next response.
    const kept = piece.length > this.#left ? piece.subarray(0, this.#left) : piece
    this.#left -= kept.length
    return kept
  }

  /** Says that sending it failed, unless it was closed before: a client that has gone is no failure. */
  fail(error: unknown): void {
    if (!this.#closed) this.onFailure?.(error)
  }

  /** Lets go of the source, whether it was read or not. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#first = undefined
    this.#stop?.()
    this.#source.close()
    this.onClose?.()
  }

  /** Settles when the source does or the stream is closed: a source that waits for ever holds nobody up. */
  #pull(): Promise<Uint8Array | undefined> {
    return new Promise((resolve, reject) => {
      this.#stop = () => resolve(undefined)
      this.#source.read().then(resolve, reject)
    })
  }

  #finish(): undefined {
    if (this.size !== undefined && this.#left > 0) {
      throw new Error('the body is shorter than the size that was given for it')
    }
    this.close()
    return undefined
  }
}
