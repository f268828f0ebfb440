/**
 * Bytes of which some parts are written anew, none of them longer than it was. A copy is made with the first of these, and it is
 * one buffer, however many there are.
 */
export class RewrittenBytes {
  readonly #bytes: Uint8Array
  #copy: Uint8Array | undefined
  /** How much of the copy is written. */
  #length = 0
  /** Where the bytes begin that are not in the copy yet. */
  #from = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The part from `start` on is written by what is called next. */
  begin(start: number): void {
    this.#copy ??= new Uint8Array(this.#bytes.length)
    this.append(this.#from, start)
  }

  /** Behind `end` the bytes are as they were. */
  end(end: number): void {
    this.#from = end
  }

  /** Writes some of the bytes that are replaced. */
  append(start: number, end: number): void {
    // Most parts are short, and a view of them would be larger than they are.
    for (let i = start; i < end; i++) this.add(this.#bytes[i] ?? 0)
  }

  add(byte: number): void {
    if (this.#copy !== undefined) this.#copy[this.#length++] = byte
  }

  /** Writes before the last `length` bytes. */
  insert(head: readonly number[], length: number): void {
    const start = this.#length - length
    this.#copy?.copyWithin(start + head.length, start, this.#length)
    this.#copy?.set(head, start)
    this.#length += head.length
  }

  /** The last `length` bytes that were written. */
  last(length: number): Uint8Array {
    return (this.#copy ?? this.#bytes).subarray(this.#length - length, this.#length)
  }

  /** The whole; the bytes as they came when nothing was written. */
  finish(): Uint8Array {
    if (this.#copy === undefined) return this.#bytes
    this.begin(this.#bytes.length)
    return this.#copy.subarray(0, this.#length)
  }
}
