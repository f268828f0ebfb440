import type { BodySource } from './body-stream.ts'

/** The argument of `sendStream`: a web stream, a node stream, or any iterable of text or bytes. */
export type StreamInput =
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

const encoder = new TextEncoder()

/** Reads from a stream of any kind. @throws TypeError when the input is not a stream, or already has a reader. */
export function streamSource(input: StreamInput): BodySource {
  // A string would iterate over its characters.
  if (typeof input === 'string') return streamSource([input])
  // Node's web streams are iterable too, but a reader is cheaper and can be cancelled during a read.
  if (isWebStream(input)) return webSource(input)
  if (isAsyncIterable(input)) {
    // A missing file emits an error before the handler chain ends, and an unhandled 'error' event would end the
    // process. The iterator reports the error too.
    if (isDestroyable(input)) input.on('error', ignore)
    return iteratorSource(input[Symbol.asyncIterator](), input)
  }
  if (isIterable(input)) return iteratorSource(input[Symbol.iterator](), input)
  throw new TypeError('sendStream() needs a stream or an iterable')
}

function webSource(stream: ReadableStream<Uint8Array | string>): BodySource {
  const reader = stream.getReader()
  return {
    read: () => nextPiece(() => reader.read()),
    close(): void {
      reader.cancel().catch(ignore)
    },
  }
}

/** Without empty pieces: the head would leave with one, and a failure after it could not be answered any more. */
async function nextPiece(next: () => Step | Promise<Step>): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await next()
    if (done === true) return undefined
    const bytes = bytesOf(value)
    if (bytes.length > 0) return bytes
  }
}

type Step = { readonly done?: boolean | undefined; readonly value?: unknown }
type AnyIterator = AsyncIterator<Uint8Array | string> | Iterator<Uint8Array | string>

function iteratorSource(iterator: AnyIterator, input: object): BodySource {
  return {
    read: () => nextPiece(() => iterator.next()),
    close(): void {
      if (isDestroyable(input)) input.destroy()
      else returnQuietly(iterator)
    },
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

function returnQuietly(iterator: AnyIterator): void {
  Promise.resolve()
    .then(() => iterator.return?.())
    .catch(ignore)
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
