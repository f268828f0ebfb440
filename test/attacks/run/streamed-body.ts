/** A body in pieces, as `bodyStream` of an entry has it. */
export interface StreamedBody {
  readonly chunks: readonly string[]
  /** Between two pieces; none when left out. */
  readonly everyMs?: number
  /** After the last piece: the body ends (the default), the client fails, or nothing comes any more. */
  readonly ending?: 'end' | 'error' | 'never'
}

/** Where the pieces go. */
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
    // A chunk of no bytes is the end of a body in HTTP/1.
    if (chunk !== '') write(Buffer.from(chunk))
  }
  if (ending === 'end') end()
  if (ending === 'error') fail()
}
