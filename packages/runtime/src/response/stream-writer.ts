import { joinBytes } from '../request/body-bytes.ts'
import type { BodySource } from './body-stream.ts'
import { isAbort } from './is-abort.ts'

/** The writer passed to the function of `sendStreamWriter`. */
export interface StreamWriter {
  /**
   * Adds to the next flush. Returns the number of bytes.
   * @throws Error after the client has disconnected, and when 1 MiB is already waiting, which ends the response: await
   * `flush()`.
   */
  write(data: Uint8Array | string): number
  /** Sends the written bytes. Resolves when the client has room for more, rejects after it has disconnected. */
  flush(): Promise<void>
}

/** Writes a body piece by piece; the response ends when the function returns. */
export type StreamWriterFunction = (writer: StreamWriter) => unknown

// Above this size, written bytes are sent without a flush, as in a buffered writer.
const bufferBytes = 64 * 1024
// The limit of unsent bytes. A piece takes memory even when it is empty.
const waitingBytes = 1024 * 1024
const pieceBytes = 256
const encoder = new TextEncoder()

/** A body made by a function, which starts at the first read. */
export class WriterSource implements BodySource, StreamWriter {
  readonly #run: StreamWriterFunction
  readonly #report: (error: unknown) => void
  #started = false
  #ended = false
  #failure: { readonly error: unknown } | undefined
  #closed = false
  #gone: Error | undefined
  #buffer: Uint8Array[] = []
  #buffered = 0
  /** The cost of the buffer, and of the buffer plus the flushed pieces. */
  #cost = 0
  #waiting = 0
  /** Flushed pieces that are not yet read, and the callers that wait for them. */
  #ready: { readonly bytes: Uint8Array; readonly cost: number }[] = []
  #flushed: { resolve: () => void; reject: (error: Error) => void }[] = []
  #deliver: (() => void) | undefined
  onFailure: (() => void) | undefined = undefined

  /** @param report receives the error of a function that fails after the client has left */
  constructor(run: StreamWriterFunction, report: (error: unknown) => void) {
    this.#run = run
    this.#report = report
  }

  write(data: Uint8Array | string): number {
    this.#check()
    // Copied, because the writer may reuse its array before it is sent.
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
    // An ignored rejection must not end the process. The next write throws the error too.
    flushed.catch(ignore)
    return flushed
  }

  async read(): Promise<Uint8Array | undefined> {
    if (!this.#started) this.#start()
    // The next read means that earlier pieces were taken: there is room for more.
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
    for (const { reject } of waiting) reject(this.#goneError())
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
      const isTold = error === this.#gone || error === this.#failure?.error || isAbort(error)
      if (this.#closed && !isTold) this.#report(error)
      this.#failure ??= { error }
    }
    this.#ended = true
    this.#deliver?.()
  }

  /** @throws Error when writing is no longer possible, or too many bytes are waiting. */
  #check(): void {
    if (this.#closed) throw this.#failure?.error ?? this.#goneError()
    if (this.#waiting <= waitingBytes) return
    const error = new Error('the stream writer is faster than the client: 1 MiB is waiting, await flush()')
    this.#failure = { error }
    this.close()
    this.onFailure?.()
    throw error
  }

  /** One error, so that it is known when the function throws it. */
  #goneError(): Error {
    this.#gone ??= new Error('the client has gone')
    return this.#gone
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
