/** The source of a streamed body. */
export interface BodySource {
  /** The next piece, which may be empty; `undefined` at the end. Never called while a previous call is pending. */
  read(): Promise<Uint8Array | undefined>
  /** Releases the source. May be called at any time, also during a read. */
  close(): void
  /** All pieces read so far were sent: the next read may reuse the memory of the last piece. */
  reuse?(): void
  /** Called on a failure that cannot wait for the next read. */
  onFailure?: (() => void) | undefined
}

/** A body that is read while it is sent, one piece whenever the client has room. */
export class BodyStream {
  /** The length in bytes, if known in advance. */
  readonly size: number | undefined
  /** Called with an error after the head was sent, when the response cannot report it any more. */
  onFailure: ((error: unknown) => void) | undefined
  /** Called when the next read will fail: the reader should then read even without room for a piece. */
  onBreak: (() => void) | undefined
  /** Called once when the source was released: after the end, a failure or an early close. */
  onClose: (() => void) | undefined
  readonly #source: BodySource
  #left: number
  #first: Uint8Array | undefined
  #stop: (() => void) | undefined
  #closed = false
  #bytesRead = 0
  #hasEnded = false

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

  get bytesRead(): number {
    return this.#bytesRead
  }

  /** Whether the source was read to its end. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** Reads the first piece, so that a source that fails at once does so before the head is sent. */
  async open(): Promise<void> {
    this.#first = await this.read()
  }

  /**
   * The next piece; `undefined` at the end, or after `close()`.
   * @throws the error of the source, or Error when it is too short.
   */
  async read(): Promise<Uint8Array | undefined> {
    const first = this.#first
    if (first !== undefined) {
      this.#first = undefined
      return first
    }
    if (this.#closed || this.isComplete) {
      if (this.isComplete) this.#hasEnded = true
      this.close()
      return undefined
    }
    const piece = await this.#pull()
    if (this.#closed) return undefined
    if (piece === undefined) return this.#finish()
    // The client would read excess bytes as the next response.
    const kept = piece.length > this.#left ? piece.subarray(0, this.#left) : piece
    this.#left -= kept.length
    this.#bytesRead += kept.length
    return kept
  }

  /** Declares all pieces read so far as sent. */
  reuse(): void {
    this.#source.reuse?.()
  }

  /** Reports that sending failed, unless the stream was closed: a client that disconnects is not a failure. */
  fail(error: unknown): void {
    if (!this.#closed) this.onFailure?.(error)
  }

  /** Releases the source, whether it was read or not. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#first = undefined
    this.#stop?.()
    this.#source.close()
    this.onClose?.()
  }

  /** Settles with the source or when the stream is closed, so that a source that never settles blocks no reader. */
  #pull(): Promise<Uint8Array | undefined> {
    return new Promise((resolve, reject) => {
      this.#stop = () => resolve(undefined)
      this.#source.read().then(resolve, reject)
    })
  }

  #finish(): undefined {
    if (this.size !== undefined && this.#left > 0) {
      throw new Error('the body is shorter than its given size')
    }
    this.#hasEnded = true
    this.close()
    return undefined
  }
}
