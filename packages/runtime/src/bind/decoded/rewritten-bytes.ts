/** Replaces parts of some bytes by parts that are not longer. The first replacement makes the only copy. */
export class RewrittenBytes {
  readonly #bytes: Uint8Array
  #copy: Uint8Array | undefined
  /** The written length of the copy. */
  #length = 0
  /** The start of the bytes that are not yet in the copy. */
  #from = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Begins a replacement at `start`, written by the following calls. */
  begin(start: number): void {
    this.#copy ??= new Uint8Array(this.#bytes.length)
    this.append(this.#from, start)
  }

  /** Ends a replacement at `end`. */
  end(end: number): void {
    this.#from = end
  }

  /** Writes some of the original bytes. */
  append(start: number, end: number): void {
    // Most parts are shorter than a view of them would be.
    for (let i = start; i < end; i++) this.add(this.#bytes[i] ?? 0)
  }

  add(byte: number): void {
    if (this.#copy !== undefined) this.#copy[this.#length++] = byte
  }

  /** Inserts bytes before the last `length` ones. */
  insert(head: readonly number[], length: number): void {
    const start = this.#length - length
    this.#copy?.copyWithin(start + head.length, start, this.#length)
    this.#copy?.set(head, start)
    this.#length += head.length
  }

  /** The last `length` written bytes. */
  last(length: number): Uint8Array {
    return (this.#copy ?? this.#bytes).subarray(this.#length - length, this.#length)
  }

  /** All bytes; the original ones when nothing was replaced. */
  finish(): Uint8Array {
    if (this.#copy === undefined) return this.#bytes
    this.begin(this.#bytes.length)
    return this.#copy.subarray(0, this.#length)
  }
}
