import type { ServerResponse } from 'node:http'
import type { ResponseEnd, SentWay, Transport } from '../../ctx/ctx-host.ts'
import { BodyStream } from '../../response/body-stream.ts'
import { headLines, isBodiless } from '../../response/head-lines.ts'
import type { ResponseDraft } from '../../response/response-draft.ts'
import { textOfHead, writesText } from './head-text.ts'
import { startDeadline } from './http2-session.ts'
import { moveLines } from './lent-responses.ts'
import { bodyOf } from './node-body.ts'
import { cutConnection, isFinished, isGone, isHttp2 } from './node-exchange.ts'
import { pumpBody } from './node-pump.ts'

/** Writes the status and header lines of a draft for a protocol. @param length as for `headLines` */
type WriteHead = (res: ServerResponse, draft: ResponseDraft, length: number | undefined) => void

/** Sends a response through node's HTTP/1 `ServerResponse`, with head and body in one write. */
export const nodeTransport: Transport<ServerResponse> = {
  send(res: ServerResponse, draft: ResponseDraft, head: boolean): void {
    sendDraft(res, draft, head, writeHttp1Head)
  },

  drop: cutConnection,

  onClose(res: ServerResponse, listener: (gone: boolean) => void): void {
    if (isGone(res)) listener(!isFinished(res))
    else res.once('close', () => listener(!isFinished(res)))
  },

  onEnd(
    res: ServerResponse,
    draft: ResponseDraft,
    way: SentWay,
    listener: (sent: ResponseEnd) => void,
  ): void {
    // An answer of the app cannot have arrived yet.
    if (isGone(res)) listener(sentOf(res, draft, way, !way.isElsewhere || !isFinished(res)))
    // It closes once, and `once` would cost more.
    else res.on('close', () => listener(sentOf(res, draft, way, !isFinished(res))))
  },

  hasAnswered: (res: ServerResponse) => res.headersSent,

  sendEarlyHints(res: ServerResponse, links: readonly string[]): void {
    // An HTTP/1.0 client takes any response as the final one.
    if (res.req.httpVersionMajor === 1 && res.req.httpVersionMinor === 0) return
    try {
      res.writeEarlyHints({ link: [...links] })
    } catch (error) {
      // Node accepts only some forms of a Link (RFC 8288). The final response has all of them.
      if (!(error instanceof TypeError)) throw error
    }
  },
}

function sentOf(res: ServerResponse, draft: ResponseDraft, way: SentWay, aborted: boolean): ResponseEnd {
  const { statusCode } = res
  const status = res.headersSent ? statusCode : 0
  if (way.head || isBodiless(statusCode)) return { status, bytes: 0, aborted }
  const bytes = way.isElsewhere ? Number(res.getHeader('content-length')) || 0 : draft.bodyBytes
  return { status, bytes, aborted }
}

/** Sends a response through a `ServerResponse`. @throws an error of node after cutting the connection. */
export function sendDraft(
  res: ServerResponse,
  draft: ResponseDraft,
  head: boolean,
  writeHead: WriteHead,
): void {
  bodyOf(res)?.answer(draft.body instanceof BodyStream)
  if (res.headersSent) {
    // The handler has answered through `c.response()`.
    draft.replaceBody(undefined)
    return
  }
  try {
    if (draft.body instanceof BodyStream && isStreamed(draft, head)) {
      sendStream(res, draft, draft.body, writeHead)
      return
    }
    const body = wholeBody(draft)
    writeHead(res, draft, lengthOf(draft, body))
    if (body === undefined || head) res.end()
    else res.end(body)
  } catch (error) {
    giveUp(res, error)
  }
}

/** Cuts the connection, since the response can no longer be valid. @throws the error. */
function giveUp(res: ServerResponse, error: unknown): void {
  const gone = isGone(res)
  cutConnection(res)
  if (!gone) throw error
}

function writeHttp1Head(res: ServerResponse, draft: ResponseDraft, length: number | undefined): void {
  const { status, setText } = draft
  if (setText !== '' && writesText(res)) {
    res[textOfHead] = setText
    res.writeHead(status, headLines(draft, length, draft.ownLines ?? []))
  } else res.writeHead(status, moveLines(res, headLines(draft, length)))
}

/** Whether a stream is sent in pieces. Closes a stream that is not sent at all. */
function isStreamed({ body, status }: ResponseDraft, head: boolean): boolean {
  if (!(body instanceof BodyStream)) return false
  if (!head && !isBodiless(status)) return true
  body.close()
  return false
}

function sendStream(res: ServerResponse, draft: ResponseDraft, body: BodyStream, writeHead: WriteHead): void {
  const begin = (): void => writeHead(res, draft, body.size)
  const cut = (): void => cutConnection(res)
  // Middleware that has replaced `write`, such as compression, must see each piece.
  if (!isHttp2(res) || Object.hasOwn(res, 'write')) void pumpBody(res, body, begin, cut)
  else {
    const { stream } = res
    void pumpBody(stream, body, begin, cut, () => startDeadline(stream, cut))
  }
}

/** The body in one piece; none for a stream, or if the status forbids it. */
function wholeBody({ body, status, hasLatin1 }: ResponseDraft): string | Uint8Array | undefined {
  if (body === undefined || body instanceof BodyStream || isBodiless(status)) return undefined
  // Node joins the head with a text body and would send both as UTF-8.
  if (hasLatin1 && typeof body === 'string') return Buffer.from(body)
  return typeof body === 'string' || body instanceof Uint8Array ? body : Buffer.concat(body)
}

function lengthOf(draft: ResponseDraft, body: string | Uint8Array | undefined): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (body !== undefined) return body.length
  return draft.body instanceof BodyStream ? draft.body.size : 0
}
