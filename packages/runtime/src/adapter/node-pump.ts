import type { ServerResponse } from 'node:http'
import type { BodyStream } from '../response/body-stream.ts'
import { headLines } from '../response/head-lines.ts'
import type { ResponseDraft } from '../response/response-draft.ts'
import { cutConnection, isGone, writeHead } from './node-head.ts'

/** Sends a streamed body: one piece when the client has room for it. Never rejects. */
export async function pumpBody(res: ServerResponse, draft: ResponseDraft, body: BodyStream): Promise<void> {
  const close = (): void => body.close()
  res.once('close', close)
  try {
    // The head waits for the first piece, and leaves with it.
    let piece = await body.read()
    if (!isGone(res)) writeHead(res, draft.status, headLines(draft, body.size))
    while (piece !== undefined && !isGone(res)) {
      if (body.isComplete) {
        res.end(piece)
        return
      }
      if (!res.write(piece)) await drained(res)
      piece = await body.read()
    }
    if (!isGone(res)) res.end()
  } catch {
    // A clean end would make what was sent look complete.
    cutConnection(res)
  } finally {
    res.off('close', close)
    body.close()
  }
}

function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done)
      res.off('close', done)
      resolve()
    }
    res.on('drain', done)
    res.on('close', done)
  })
}
