import { bodyLimitOf } from '../../app/body-limit.ts'
import { HeldBytes } from '../../app/body-memory.ts'
import type { RoutedApp } from '../../app/routed-app.ts'
import type { Sent, SentWay, Transport } from '../../ctx/ctx-host.ts'
import { type ReceivedBody, refusedBody } from '../../ctx/received-body.ts'
import { noteRefusal } from '../../ctx/served-ctx.ts'
import { HttpError } from '../../error/http-error.ts'
import { BodyStream } from '../../response/body-stream.ts'
import { isBodiless } from '../../response/head-lines.ts'
import type { ResponseDraft } from '../../response/response-draft.ts'
import { decodeBody, holdsDecoded } from '../body/decode-received.ts'
import { bodyLength, mayHaveBody, readFetchBody } from './fetch-body.ts'
import { FetchExchange } from './fetch-exchange.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { responseOf } from './fetch-response.ts'

const fetchTransport: Transport<FetchExchange> = {
  send(exchange: FetchExchange, draft: ResponseDraft, head: boolean): void {
    try {
      exchange.settle(responseOf(draft, head, exchange))
    } catch (error) {
      exchange.settle(Promise.reject(error))
    }
  },

  drop(exchange: FetchExchange): void {
    // A network error, the closest equivalent to closing the connection.
    exchange.settle(Response.error())
  },

  onClose(exchange: FetchExchange, listener: (gone: boolean) => void): void {
    const { signal } = exchange.original
    // Deno aborts it after every response, even a successful one.
    const onAbort = (): void => listener(!exchange.isOver)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  },

  onEnd(
    exchange: FetchExchange,
    draft: ResponseDraft,
    { head }: SentWay,
    listener: (sent: Sent) => void,
  ): void {
    const { body } = draft
    const status = exchange.status
    const end = (): void => {
      const bytes = head || isBodiless(status) ? 0 : draft.bodyBytes
      const isCut = body instanceof BodyStream && !head && !isBodiless(status) && !body.hasEnded
      listener({ status, bytes, aborted: status === 0 || isCut })
    }
    if (!(body instanceof BodyStream) || body.isClosed) {
      end()
      return
    }
    body.onClose = end
  },

  sendEarlyHints(): void {
    // A `Request` has exactly one `Response`.
  },
}

/** Answers one `Request`: at once if its body need not be read and its handlers are synchronous. */
export function serveFetch(
  app: RoutedApp,
  request: Request,
  peer: FetchPeer = {},
): Response | Promise<Response> {
  const exchange = new FetchExchange(request, peer)
  const fault = exchange.fault()
  if (fault !== undefined) app.refuse(fetchTransport, exchange, exchange, fault)
  else {
    const length = mayHaveBody(exchange.method) ? bodyLength(request, exchange.header('content-length')) : 0
    if (length !== 0) return serveBody(app, exchange, length)
    app.run(fetchTransport, exchange, exchange)
  }
  return exchange.answer()
}

async function serveBody(
  app: RoutedApp,
  exchange: FetchExchange,
  length: number | undefined,
): Promise<Response> {
  const { original: request } = exchange
  const limit = bodyLimitOf(app, exchange)
  const held = new HeldBytes(app.bodyMemory)
  try {
    const body = await bodyOf(exchange, limit, held, length)
    if (body === undefined) {
      const { method, url } = exchange
      noteRefusal(app, method, url, { status: 400, bytes: 0, aborted: true })
      return new Response(null, { status: 400 })
    }
    if ('error' in body) app.refuse(fetchTransport, exchange, exchange, body.error)
    else if (held.isRefused || !holdsDecoded(held, body))
      app.refuse(fetchTransport, exchange, exchange, new HttpError(503))
    else app.run(fetchTransport, exchange, exchange, body)
    const answer = exchange.answer()
    if (answer instanceof Response) return answer
    // A handler that never finishes would hold the memory for ever.
    request.signal.addEventListener('abort', () => held.release(), { once: true })
    return await answer
  } finally {
    held.release()
  }
}

/** @returns `undefined` when the client has gone, which is no error; an `error` for a body that cannot be read. */
async function bodyOf(
  exchange: FetchExchange,
  limit: number,
  held: HeldBytes,
  length: number | undefined,
): Promise<ReceivedBody | { readonly error: unknown } | undefined> {
  try {
    const raw = await readFetchBody(exchange.original, limit, held, length)
    if (raw === undefined) return refusedBody()
    const encoding = exchange.header('content-encoding')
    return encoding === '' ? { raw, decoded: raw } : await decodeBody(raw, encoding, limit)
  } catch (error) {
    // A TypeError says that the body was read before; any other failure is the client's.
    if (error instanceof TypeError) return { error }
    return exchange.isServed
      ? undefined
      : { error: new HttpError(400, 'The body broke off', { cause: error }) }
  }
}
