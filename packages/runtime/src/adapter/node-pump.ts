import type { Writable } from 'node:stream'
import type { BodyStream } from '../response/body-stream.ts'

/**
 * Sends a streamed body: one piece when the client has room for it. Never rejects.
 * @param out a `ServerResponse`, or the stream of HTTP/2.
 * @param begin writes the head, which waits for the first piece and leaves with it.
 * @param cut ends the connection so that the client cannot take what it has for all.
 */
export async function pumpBody(
  out: Writable,
  body: BodyStream,
  begin: () => void,
  cut: () => void,
): Promise<void> {
  const close = (): void => body.close()
  out.once('close', close)
  try {
    let piece = await body.read()
    if (!out.destroyed) begin()
    while (piece !== undefined && !out.destroyed) {
      if (body.isComplete) {
        out.end(piece)
        return
      }
      if (!out.write(piece)) await drained(out)
      piece = await body.read()
    }
    if (!out.destroyed) out.end()
  } catch (error) {
    body.fail(error)
    cut()
  } finally {
    out.off('close', close)
    body.close()
  }
}

function drained(out: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      out.off('drain', done)
      out.off('close', done)
      resolve()
    }
    out.on('drain', done)
    out.on('close', done)
  })
}
