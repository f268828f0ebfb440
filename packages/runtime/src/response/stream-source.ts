import type { BodySource } from './body-stream.ts'

/** What `sendStream` takes: a web stream, a node stream, or anything that can be iterated for text or bytes. */
export type StreamInput =
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>

const encoder = new TextEncoder()

/** Reads from a stream of any kind. @throws TypeError when it is none, or somebody else reads it already. */
export function streamSource(input: StreamInput): BodySource {
  // A text can be iterated, too, but nobody means its letters.
  if (typeof input === 'string') return streamSource([input])
  // Node's web streams can be iterated too; the reader costs less and can be cancelled while it waits.
  if (isWebStream(input)) return webSource(input)
  if (isAsyncIterable(input)) {
    // A file that is not there says so before the chain has ended, and an error without a listener ends the process.
    // Its iterator tells of it as well.
    if (isDestroyable(input)) input.on('error', ignore)
    return iteratorSource(input[Symbol.asyncIterator](), input)
  }
  if (isIterable(input)) return iteratorSource(input[Symbol.iterator](), input)
  throw new TypeError('sendStream() needs a stream or something that can be iterated')
}

function webSource(stream: ReadableStream<Uint8Array | string>): BodySource {
  const reader = stream.getReader()
  return {
    async read(): Promise<Uint8Array | undefined> {
      const { done, value } = await reader.read()
      return done ? undefined : bytesOf(value)
    },
    close(): void {
      reader.cancel().catch(ignore)
    },
  }
}

type AnyIterator = AsyncIterator<Uint8Array | string> | Iterator<Uint8Array | string>

function iteratorSource(iterator: AnyIterator, input: object): BodySource {
  return {
    async read(): Promise<Uint8Array | undefined> {
      const { done, value } = await iterator.next()
      return done ? undefined : bytesOf(value)
    },
    close(): void {
      if (isDestroyable(input)) input.destroy()
      else returnQuietly(iterator)
    },
  }
}

/** A node stream, whose iterator lets go of nothing before it was asked for something. */
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
  throw new TypeError('a streamed body is made of text and bytes')
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
