import type { ServerResponse } from 'node:http'
import type { Transport } from '../ctx/transport.ts'
import { BodyStream } from '../response/body-stream.ts'
import { headLines, isBodiless } from '../response/head-lines.ts'
import type { ResponseDraft, WholeBody } from '../response/response-draft.ts'
import { cutConnection, isFinished, isGone, writeHead } from './node-head.ts'
import { pumpBody } from './node-pump.ts'

/** Sends a response through node's `ServerResponse`: the head and the body in one go. */
export const nodeTransport: Transport<ServerResponse> = {
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    try {
      const { body } = draft
      if (body instanceof BodyStream) sendStream(res, draft, body, head)
      else sendWhole(res, draft, wholeBytes(body, draft.status), head)
    } catch {
      // Nothing useful can be said on this connection any more; closing it is the one answer left.
      cutConnection(res)
    }
  },

  drop(res: ServerResponse): void {
    cutConnection(res)
  },

  onClose(res: ServerResponse, listener: (gone: boolean) => void): void {
    if (isGone(res)) listener(!isFinished(res))
    else res.once('close', () => listener(!isFinished(res)))
  },

  sendEarlyHints(res: ServerResponse, links: readonly string[]): void {
    // An HTTP/1.0 client takes any response for the final one.
    if (res.req.httpVersionMajor === 1 && res.req.httpVersionMinor === 0) return
    res.writeEarlyHints({ link: [...links] })
  },
}

/** Writes a response but leaves it open. */
export function writeDraft(res: ServerResponse, draft: ResponseDraft): void {
  const { body } = draft
  if (body instanceof BodyStream) {
    body.close()
    draft.body = undefined
  }
  const bytes = body instanceof BodyStream ? undefined : wholeBytes(body, draft.status)
  writeHead(res, draft.status, headLines(draft, lengthOf(bytes)))
  if (bytes === undefined) res.flushHeaders()
  else res.write(bytes)
}

function sendWhole(
  res: ServerResponse,
  draft: ResponseDraft,
  bytes: string | Uint8Array | undefined,
  head: boolean,
): void {
  writeHead(res, draft.status, headLines(draft, lengthOf(bytes)))
  if (bytes === undefined || head) res.end()
  else res.end(bytes)
}

function sendStream(res: ServerResponse, draft: ResponseDraft, body: BodyStream, head: boolean): void {
  if (head || isBodiless(draft.status) || isGone(res)) {
    body.close()
    writeHead(res, draft.status, headLines(draft, body.size))
    res.end()
  } else void pumpBody(res, draft, body)
}

function wholeBytes(body: WholeBody | undefined, status: number): string | Uint8Array | undefined {
  if (body === undefined || isBodiless(status)) return undefined
  return typeof body === 'string' || body instanceof Uint8Array ? body : Buffer.concat(body)
}

function lengthOf(body: string | Uint8Array | undefined): number {
  if (body === undefined) return 0
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
