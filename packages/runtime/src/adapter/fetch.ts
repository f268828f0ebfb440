import { bodyLimitOf } from '../app/body-limit.ts'
import { HeldBytes } from '../app/body-memory.ts'
import type { RoutedApp } from '../app/routed-app.ts'
import type { Transport } from '../ctx/ctx-host.ts'
import { type ReceivedBody, refusedBody } from '../ctx/received-body.ts'
import { HttpError } from '../error/http-error.ts'
import { joinBytes } from '../request/body-bytes.ts'
import { headerValue } from '../request/header-lines.ts'
import type { Incoming, Peer } from '../request/incoming.ts'
import { BodyStream } from '../response/body-stream.ts'
import { headLines, isBodiless } from '../response/head-lines.ts'
import type { ResponseDraft, WholeBody } from '../response/response-draft.ts'
import { decodeBody, holdsDecoded } from './decode-received.ts'
import { readFetchBody } from './fetch-body.ts'

/** The fetch server's replacement for a response object: the returned promise. */
interface Outgoing {
  readonly request: Request
  readonly resolve: (response: Response) => void
  readonly reject: (error: unknown) => void
  /** The whole response was passed on. */
  isOver: boolean
}

const fetchTransport: Transport<Outgoing> = {
  send(out: Outgoing, draft: ResponseDraft, head: boolean): void {
    try {
      out.resolve(responseOf(draft, head, out))
    } catch (error) {
      out.reject(error)
    }
  },

  drop(out: Outgoing): void {
    // A network error, the closest equivalent to closing the connection.
    out.resolve(Response.error())
  },

  onClose(out: Outgoing, listener: (gone: boolean) => void): void {
    // Accessed only on demand, because runtimes create it lazily.
    const { signal } = out.request
    // Deno aborts it after every response, even a successful one.
    const onAbort = (): void => listener(!out.isOver)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  },

  sendEarlyHints(): void {
    // A `Request` has exactly one `Response`.
  },
}

/** What servers pass along with a `Request`: the peer of the connection, or an object that provides it. */
export type FetchPeer = Peer | BunServer | DenoInfo

interface BunServer {
  requestIP(request: Request): { readonly address: string; readonly port: number } | null
}

interface DenoInfo {
  /** For anything but a Unix socket, with `hostname` and `port`. */
  readonly remoteAddr: object
}

/** Answers one `Request`. */
export async function serveFetch(app: RoutedApp, request: Request, peer: FetchPeer = {}): Promise<Response> {
  const incoming = incomingOf(request, peerOf(request, peer))
  if (request.body === null) return answerTo(request, (out) => app.serve(fetchTransport, incoming, out))
  const limit = bodyLimitOf(app, incoming)
  const held = new HeldBytes(app.bodyMemory)
  const release = (): void => held.release()
  // A handler that never finishes would hold the memory for ever.
  request.signal.addEventListener('abort', release, { once: true })
  try {
    const raw = await readFetchBody(request, limit, held)
    const encoding = headerValue(incoming.rawHeaders, 'content-encoding') ?? ''
    const body = raw === undefined ? refusedBody() : await receivedBody(raw, encoding, limit)
    const fits = !held.isRefused && holdsDecoded(held, body)
    return await answerTo(request, (out) => {
      if (fits) app.serve(fetchTransport, incoming, out, body)
      else app.refuse(fetchTransport, incoming, out, new HttpError(503))
    })
  } finally {
    held.release()
    request.signal.removeEventListener('abort', release)
  }
}

function answerTo(request: Request, serve: (out: Outgoing) => void): Promise<Response> {
  return new Promise((resolve, reject) => serve({ request, resolve, reject, isOver: false }))
}

function peerOf(request: Request, peer: FetchPeer): Peer {
  if ('requestIP' in peer) {
    const found = peer.requestIP(request)
    return { remoteAddress: found?.address, remotePort: found?.port }
  }
  if (!('remoteAddr' in peer)) return peer
  const { hostname, port }: { readonly hostname?: string; readonly port?: number } = peer.remoteAddr
  return { remoteAddress: hostname, remotePort: port }
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

function responseOf(draft: ResponseDraft, head: boolean, out: Outgoing): Response {
  const { body } = draft
  if (body instanceof BodyStream && !head && !isBodiless(draft.status))
    return newResponse(draft, body.size, readableOf(body, out))
  out.isOver = true
  if (body instanceof BodyStream) {
    body.close()
    return newResponse(draft, body.size, null)
  }
  const bytes = wholeBytes(body)
  return newResponse(draft, bytes.length, head ? null : bytes)
}

function newResponse(
  draft: ResponseDraft,
  length: number | undefined,
  body: Uint8Array | ReadableStream | null,
): Response {
  const headers = new Headers()
  const lines = headLines(draft, length)
  for (let i = 0; i < lines.length; i += 2) headers.append(lines[i] ?? '', lines[i + 1] ?? '')
  // A `Response` cannot have a status above 599.
  const status = draft.status > 599 ? 500 : draft.status
  return new Response(isBodiless(status) ? null : body, { status, headers })
}

function readableOf(body: BodyStream, out: Outgoing): ReadableStream<Uint8Array> {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    body.onBreak = undefined
    try {
      const piece = await body.read()
      out.isOver = piece === undefined
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
      watch(controller)
    } catch (error) {
      body.fail(error)
      body.close()
      throw error
    }
  }
  // While nothing is being read.
  const watch = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    body.onBreak = () => void pull(controller).catch((error: unknown) => controller.error(error))
  }
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      pull,
      cancel() {
        body.close()
      },
    },
    // Reads nothing before it is requested.
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
