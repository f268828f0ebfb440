import { BodyBytes } from './body-bytes.ts'

/** The bytes of a body, or of a part of it, which are taken piece by piece. */
export interface Pieces {
  /** The next piece, not empty; `undefined` at the end. Never called while a previous call is pending. */
  read(): Promise<Uint8Array | undefined>
  /** Takes no more. May be called at any time, also during a read. */
  close(): void
}

/** All pieces in one. @param hold counts them, and may throw. */
export async function collectPieces(pieces: Pieces, hold: (bytes: number) => void): Promise<Uint8Array> {
  const bytes = new BodyBytes(Number.POSITIVE_INFINITY)
  for (let piece = await pieces.read(); piece !== undefined; piece = await pieces.read()) {
    hold(piece.length)
    bytes.add(piece)
  }
  return bytes.whole()
}

/** The pieces of bytes that are held. */
export function piecesOf(bytes: Uint8Array): Pieces {
  let rest: Uint8Array | undefined = bytes.length === 0 ? undefined : bytes
  const close = (): void => {
    rest = undefined
  }
  const read = async (): Promise<Uint8Array | undefined> => {
    const piece = rest
    close()
    return piece
  }
  return { read, close }
}

/** The pieces behind streams: to read them directly takes a part of the time. */
const behind = new WeakMap<ReadableStream<Uint8Array>, Pieces>()

/** The pieces of an unread stream. */
export function piecesFrom(stream: ReadableStream<Uint8Array>): Pieces {
  const pieces = behind.get(stream)
  if (pieces !== undefined) return pieces
  const reader = stream.getReader()
  const read = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const part = await reader.read()
      if (part.done) return undefined
      if (part.value.length > 0) return part.value
    }
  }
  return { read, close: () => void reader.cancel().catch(() => {}) }
}

/** A stream that takes a piece when it is read, and none before. */
export function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await pieces.read()
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
      cancel: () => pieces.close(),
    },
    { highWaterMark: 0 },
  )
  behind.set(stream, pieces)
  return stream
}

/** Counts the pieces. @param refuse is called past the limit; the read rejects with its result. */
export class CountedPieces implements Pieces {
  readonly #pieces: Pieces
  readonly #limit: number
  readonly #refuse: () => Error
  #size = 0

  constructor(pieces: Pieces, limit: number, refuse: () => Error) {
    this.#pieces = pieces
    this.#limit = limit
    this.#refuse = refuse
  }

  async read(): Promise<Uint8Array | undefined> {
    const piece = await this.#pieces.read()
    this.#size += piece?.length ?? 0
    if (this.#size <= this.#limit) return piece
    this.close()
    throw this.#refuse()
  }

  close(): void {
    this.#pieces.close()
  }
}
