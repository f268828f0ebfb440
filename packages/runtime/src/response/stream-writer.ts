import { joinBytes } from '../request/join-bytes.ts'
import type { BodySource } from './body-stream.ts'

/** What the function given to `sendStreamWriter` writes to. */
export interface StreamWriter {
  /**
   * Adds to what the next flush sends. Returns the number of bytes.
   * @throws Error once the client has gone, and when 1 MiB waits for it already, which ends the response: await `flush()`.
   */
  write(data: Uint8Array | string): number
  /** Sends what was written; resolves when the client has room for more. Rejects once it has gone. */
  flush(): Promise<void>
}

/** Writes a body piece by piece; the response ends when it returns. */
export type StreamWriterFunction = (writer: StreamWriter) => unknown

// Past this, written bytes are offered without a flush, as a buffered writer does.
const bufferBytes = 64 * 1024
// What may wait for the client. A piece takes memory even when it is empty.
const waitingBytes = 1024 * 1024
const pieceBytes = 256
const encoder = new TextEncoder()

/** A body made by a function that starts when the first piece is wanted. */
export class WriterSource implements BodySource, StreamWriter {
  readonly #run: StreamWriterFunction
  #started = false
  #ended = false
  #failure: { readonly error: unknown } | undefined
  #closed = false
  #buffer: Uint8Array[] = []
  #buffered = 0
  /** What the buffer costs, and the pieces together with it. */
  #cost = 0
  #waiting = 0
  /** Pieces that were flushed and not yet read, and who waits for them to be. */
  #ready: { readonly bytes: Uint8Array; readonly cost: number }[] = []
  #flushed: { resolve: () => void; reject: (error: Error) => void }[] = []
  #deliver: (() => void) | undefined
  onFailure: (() => void) | undefined = undefined

  constructor(run: StreamWriterFunction) {
    this.#run = run
  }

  write(data: Uint8Array | string): number {
    this.#check()
    // Copied, because the writer may use its array again before this one has left.
    const bytes = typeof data === 'string' ? encoder.encode(data) : data.slice()
    this.#buffer.push(bytes)
    this.#buffered += bytes.length
    this.#charge(bytes.length + pieceBytes)
    if (this.#buffered >= bufferBytes) this.#offer()
    return bytes.length
  }

  flush(): Promise<void> {
    const flushed = new Promise<void>((resolve, reject) => {
      this.#check()
      this.#flushed.push({ resolve, reject })
      this.#charge(pieceBytes)
      this.#offer()
    })
    // Who does not wait for it is told by the next write: a client that goes must not bring the process down.
    flushed.catch(ignore)
    return flushed
  }

  async read(): Promise<Uint8Array | undefined> {
    if (!this.#started) this.#start()
    // Who reads again has taken what came before: there is room for more.
    if (this.#ready.length === 0) this.#settleFlushes()
    while (this.#ready.length === 0) {
      if (this.#failure !== undefined) throw this.#failure.error
      if (this.#ended || this.#closed) return undefined
      await new Promise<void>((resolve) => {
        this.#deliver = resolve
      })
    }
    const piece = this.#ready.shift()
    this.#waiting -= piece?.cost ?? 0
    return piece?.bytes
  }

  close(): void {
    this.#closed = true
    this.#ready = []
    this.#buffer = []
    const waiting = this.#flushed
    this.#flushed = []
    for (const { reject } of waiting) reject(goneError())
    this.#deliver?.()
  }

  #start(): void {
    this.#started = true
    void this.#work()
  }

  async #work(): Promise<void> {
    try {
      await this.#run({ write: (data) => this.write(data), flush: () => this.flush() })
      if (this.#buffered > 0) this.#offer()
    } catch (error) {
      this.#failure ??= { error }
    }
    this.#ended = true
    this.#deliver?.()
  }

  /** @throws Error when nothing can be written any more, or too much waits for the client. */
  #check(): void {
    if (this.#closed) throw this.#failure?.error ?? goneError()
    if (this.#waiting <= waitingBytes) return
    const error = new Error('the stream writer is faster than the client, 1 MiB waits for it: await flush()')
    this.#failure = { error }
    this.close()
    this.onFailure?.()
    throw error
  }

  #charge(cost: number): void {
    this.#cost += cost
    this.#waiting += cost
  }

  #offer(): void {
    this.#ready.push({ bytes: joinBytes(this.#buffer, this.#buffered), cost: this.#cost })
    this.#buffer = []
    this.#buffered = 0
    this.#cost = 0
    this.#deliver?.()
  }

  #settleFlushes(): void {
    const waiting = this.#flushed
    this.#flushed = []
    for (const { resolve } of waiting) resolve()
  }
}

function ignore(): void {}

function goneError(): Error {
  return new Error('the client has gone')
}
