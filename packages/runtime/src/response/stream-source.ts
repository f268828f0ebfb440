import type { BodySource } from './body-stream.ts'
import { isAbort } from './is-abort.ts'

/** The argument of `sendStream`: a web stream, a node stream, or any iterable of text or bytes. */
export type StreamInput =
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

const encoder = new TextEncoder()

type Report = (error: unknown) => void

/**
 * Reads from a stream of any kind.
 * @param report receives the errors that no reader gets: of the clean-up, and of a read that outlasts it
 * @throws TypeError when the input is not a stream, or already has a reader.
 */
export function streamSource(input: StreamInput, report: Report = ignore): BodySource {
  // A string would iterate over its characters.
  if (typeof input === 'string') return streamSource([input])
  // Node's web streams are iterable too, but a reader is cheaper and can be cancelled during a read.
  if (isWebStream(input)) {
    const reader = input.getReader()
    return new StepSource(
      () => reader.read(),
      () => reader.cancel(),
      report,
    )
  }
  if (isAsyncIterable(input)) {
    const iterator = input[Symbol.asyncIterator]()
    if (!isDestroyable(input)) return iteratorSource(iterator, report)
    // A missing file emits an error before the handler chain ends, and an unhandled 'error' event would end the
    // process. The iterator reports the error too.
    input.on('error', ignore)
    return new StepSource(
      () => iterator.next(),
      () => input.destroy(),
      ignore,
    )
  }
  if (isIterable(input)) return iteratorSource(input[Symbol.iterator](), report)
  throw new TypeError('sendStream() needs a stream or an iterable')
}

type Step = { readonly done?: boolean | undefined; readonly value?: unknown }
type AnyIterator = AsyncIterator<Uint8Array | string> | Iterator<Uint8Array | string>

function iteratorSource(iterator: AnyIterator, report: Report): BodySource {
  return new StepSource(
    () => iterator.next(),
    () => iterator.return?.(),
    report,
  )
}

/** The pieces of an iterator, or of what is like one. */
class StepSource implements BodySource {
  readonly #next: () => Step | Promise<Step>
  readonly #release: () => unknown
  readonly #report: Report
  #isClosed = false
  #failure: unknown

  constructor(next: () => Step | Promise<Step>, release: () => unknown, report: Report) {
    this.#next = next
    this.#release = release
    this.#report = report
  }

  /** Without empty pieces: the head would leave with one, and a failure after it could not be answered any more. */
  async read(): Promise<Uint8Array | undefined> {
    try {
      for (;;) {
        const { done, value } = await this.#next()
        if (done === true) return undefined
        const bytes = bytesOf(value)
        if (bytes.length > 0) return bytes
      }
    } catch (error) {
      if (this.#isClosed) this.#lose(error)
      this.#failure = error
      throw error
    }
  }

  close(): void {
    this.#isClosed = true
    Promise.resolve()
      .then(this.#release)
      .catch((error: unknown) => this.#lose(error))
  }

  /** A web stream repeats the error of a read. */
  #lose(error: unknown): void {
    if (error !== this.#failure && !isAbort(error)) this.#report(error)
  }
}

/** A node stream, whose iterator releases nothing before its first read. */
interface Destroyable {
  destroy(): unknown
  on(event: 'error', listener: () => void): unknown
}

function isDestroyable(input: object): input is Destroyable {
  return 'destroy' in input && typeof input.destroy === 'function' && 'on' in input
}

function bytesOf(piece: unknown): Uint8Array {
  if (typeof piece === 'string') return encoder.encode(piece)
  if (piece instanceof Uint8Array) return piece
  throw new TypeError('a streamed body must consist of text and bytes')
}

function isWebStream(input: unknown): input is ReadableStream<Uint8Array | string> {
  return typeof input === 'object' && input !== null && 'getReader' in input
}

function isAsyncIterable(input: unknown): input is AsyncIterable<Uint8Array | string> {
  return typeof input === 'object' && input !== null && Symbol.asyncIterator in input
}

function isIterable(input: unknown): input is Iterable<Uint8Array | string> {
  return typeof input === 'object' && input !== null && Symbol.iterator in input
}

function ignore(): void {}
