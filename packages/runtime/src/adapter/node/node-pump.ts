import type { Writable } from 'node:stream'
import type { BodyStream } from '../../response/body-stream.ts'

/**
 * Sends a streamed body, one piece whenever the client has room. Never rejects.
 * @param out a `ServerResponse`, or the stream of HTTP/2.
 * @param begin writes the head, which is sent with the first piece.
 * @param cut cuts the connection, so that the client notices an incomplete response.
 * @param watch starts a deadline for the client to take waiting data, and returns a function that cancels it.
 */
export async function pumpBody(
  out: Writable,
  body: BodyStream,
  begin: () => void,
  cut: () => void,
  watch?: () => () => void,
): Promise<void> {
  const close = (): void => body.close()
  out.once('close', close)
  try {
    let piece = await body.read()
    if (!out.destroyed) begin()
    while (piece !== undefined && !out.destroyed) {
      if (body.isComplete) {
        out.end(piece)
        break
      }
      if (!out.write(piece)) await settled(out, 'drain', body, watch)
      // Middleware that has replaced `write` may keep the piece.
      if (out.writableLength === 0 && !Object.hasOwn(out, 'write')) body.reuse()
      piece = await body.read()
    }
    if (!out.destroyed && !out.writableEnded) out.end()
    if (watch !== undefined && !out.destroyed && !out.writableFinished)
      await settled(out, 'finish', body, watch)
  } catch (error) {
    body.fail(error)
    cut()
  } finally {
    out.off('close', close)
    body.close()
  }
}

/** Waits for an event, the end of the connection, or a failure of the source. */
function settled(
  out: Writable,
  event: 'drain' | 'finish',
  body: BodyStream,
  watch?: () => () => void,
): Promise<void> {
  return new Promise((resolve) => {
    const stopWatch = watch?.()
    const done = (): void => {
      stopWatch?.()
      body.onBreak = undefined
      out.off(event, done)
      out.off('close', done)
      resolve()
    }
    out.on(event, done)
    out.on('close', done)
    body.onBreak = done
  })
}
