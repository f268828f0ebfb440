import type { RoutedApp } from '../app/routed-app.ts'
import type { ReceivedBody } from '../ctx/ctx-state.ts'
import type { Transport } from '../ctx/transport.ts'
import { HttpError } from '../error/http-error.ts'
import { headerValue } from '../request/header-lines.ts'
import type { Incoming, Peer } from '../request/incoming.ts'
import { joinBytes } from '../request/join-bytes.ts'
import { BodyStream } from '../response/body-stream.ts'
import { headLines, isBodiless } from '../response/head-lines.ts'
import type { ResponseDraft, WholeBody } from '../response/response-draft.ts'
import { readFetchBody } from './fetch-body.ts'
import { decodeBody } from './received-body.ts'

/** What a fetch server has in place of a response object: the promise it handed out. */
interface Outgoing {
  readonly signal: AbortSignal
  readonly resolve: (response: Response) => void
  readonly reject: (error: unknown) => void
}

const fetchTransport: Transport<Outgoing> = {
  send(out: Outgoing, draft: ResponseDraft, head: boolean): void {
    try {
      out.resolve(responseOf(draft, head))
    } catch (error) {
      out.reject(error)
    }
  },

  drop(out: Outgoing): void {
    // A network error, which is as silent as a fetch server can be.
    out.resolve(Response.error())
  },

  onClose({ signal }: Outgoing, listener: (gone: boolean) => void): void {
    if (signal.aborted) listener(true)
    else signal.addEventListener('abort', () => listener(true), { once: true })
  },

  sendEarlyHints(): void {
    // There is one `Response` to a `Request`.
  },
}

/** Serves one `Request`. @param peer the other end of the connection, where the server knows it. */
export async function serveFetch(app: RoutedApp, request: Request, peer: Peer = {}): Promise<Response> {
  const incoming = incomingOf(request, peer)
  const raw = await readFetchBody(request, app.settings.bodyLimit)
  const encoding = headerValue(incoming.rawHeaders, 'content-encoding') ?? ''
  const body = raw === undefined ? undefined : await receivedBody(raw, encoding, app.settings.bodyLimit)
  return new Promise((resolve, reject) => {
    const out: Outgoing = { signal: request.signal, resolve, reject }
    if (body === undefined) app.refuse(fetchTransport, incoming, out, new HttpError(413))
    else app.serve(fetchTransport, incoming, out, body)
  })
}

function incomingOf(request: Request, socket: Peer): Incoming {
  const url = new URL(request.url)
  const rawHeaders: string[] = []
  for (const [name, value] of request.headers) rawHeaders.push(name, value)
  if (!request.headers.has('host')) rawHeaders.push('host', url.host)
  const secure = url.protocol === 'https:'
  return {
    method: request.method,
    url: url.pathname + url.search,
    rawHeaders,
    socket: { ...socket, encrypted: socket.encrypted ?? secure },
    original: request,
  }
}

async function receivedBody(raw: Uint8Array, encoding: string, limit: number): Promise<ReceivedBody> {
  return raw.length === 0 || encoding === '' ? { raw, decoded: raw } : decodeBody(raw, encoding, limit)
}

function responseOf(draft: ResponseDraft, head: boolean): Response {
  const { body } = draft
  if (body instanceof BodyStream) return streamedResponse(draft, body, head)
  const bytes = wholeBytes(body)
  return newResponse(draft, bytes.length, head ? null : bytes)
}

function streamedResponse(draft: ResponseDraft, body: BodyStream, head: boolean): Response {
  if (!head && !isBodiless(draft.status)) return newResponse(draft, body.size, readableOf(body))
  body.close()
  return newResponse(draft, body.size, null)
}

function newResponse(
  draft: ResponseDraft,
  length: number | undefined,
  body: Uint8Array | ReadableStream | null,
): Response {
  const headers = new Headers()
  const lines = headLines(draft, length)
  for (let i = 0; i < lines.length; i += 2) headers.append(lines[i] ?? '', lines[i + 1] ?? '')
  // A `Response` has no status past 599.
  const status = draft.status > 599 ? 500 : draft.status
  return new Response(isBodiless(status) ? null : body, { status, headers })
}

function readableOf(body: BodyStream): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await body.read()
          if (piece === undefined) controller.close()
          else controller.enqueue(piece)
        } catch (error) {
          body.fail(error)
          body.close()
          throw error
        }
      },
      cancel() {
        body.close()
      },
    },
    // Nothing is read before it is wanted.
    { highWaterMark: 0 },
  )
}

function wholeBytes(body: WholeBody | undefined): Uint8Array {
  if (body === undefined) return new Uint8Array(0)
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  return joinBytes(
    body,
    body.reduce((sum, piece) => sum + piece.length, 0),
  )
}
