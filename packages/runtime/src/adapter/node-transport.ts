import type { ServerResponse } from 'node:http'
import type { Transport } from '../ctx/transport.ts'
import { headLines, isBodiless } from '../response/head-lines.ts'
import type { ResponseDraft } from '../response/response-draft.ts'

/** Sends a response through node's `ServerResponse`: the head and the body in one go. */
export const nodeTransport: Transport<ServerResponse> = {
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    try {
      const body = bodyOf(draft)
      res.writeHead(draft.status, headLines(draft, lengthOf(body)))
      if (body === undefined || head) res.end()
      else res.end(body)
    } catch {
      // Nothing useful can be said on this connection any more; closing it is the one answer left.
      res.destroy()
    }
  },
  drop: dropConnection,
}

/** Closes the connection without an answer; of HTTP/2 only the stream. */
export function dropConnection(res: ServerResponse): void {
  res.destroy()
}

/** Writes a response but leaves it open. */
export function writeDraft(res: ServerResponse, draft: ResponseDraft): void {
  const body = bodyOf(draft)
  res.writeHead(draft.status, headLines(draft, lengthOf(body)))
  if (body === undefined) res.flushHeaders()
  else res.write(body)
}

function bodyOf({ body, status }: ResponseDraft): string | Uint8Array | undefined {
  if (body === undefined || isBodiless(status)) return undefined
  return typeof body === 'string' || body instanceof Uint8Array ? body : Buffer.concat(body)
}

function lengthOf(body: string | Uint8Array | undefined): number {
  if (body === undefined) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
