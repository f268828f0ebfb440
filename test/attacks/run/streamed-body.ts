/** A body in pieces: an entry's `bodyStream`. */
export interface StreamedBody {
  readonly chunks: readonly string[]
  /** Delay between two pieces; none if absent. */
  readonly everyMs?: number
  /** After the last piece: the body ends (the default), the client fails, or nothing more arrives. */
  readonly ending?: 'end' | 'error' | 'never'
}

/** The sink of the pieces. */
export interface BodySink {
  readonly write: (chunk: Buffer) => void
  readonly end: () => void
  readonly fail: () => void
  readonly isClosed: () => boolean
}

export async function sendPieces(
  { chunks, everyMs = 0, ending = 'end' }: StreamedBody,
  { write, end, fail, isClosed }: BodySink,
): Promise<void> {
  for (const chunk of chunks) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    if (isClosed()) return
    // An empty chunk ends a body in HTTP/1.
    if (chunk !== '') write(Buffer.from(chunk))
  }
  if (ending === 'end') end()
  if (ending === 'error') fail()
}
