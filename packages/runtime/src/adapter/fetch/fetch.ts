import type { RoutedApp } from '../../app/routed-app.ts'
import type { ResponseEnd, SentWay, Transport } from '../../ctx/ctx-host.ts'
import { BodyStream } from '../../response/body-stream.ts'
import { isBodiless } from '../../response/head-lines.ts'
import type { ResponseDraft } from '../../response/response-draft.ts'
import { FetchBody } from './fetch-body.ts'
import { FetchExchange } from './fetch-exchange.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { responseOf } from './fetch-response.ts'
import { bodyLength, mayHaveBody } from './read-fetch-body.ts'

const fetchTransport: Transport<FetchExchange> = {
  send(exchange: FetchExchange, draft: ResponseDraft, head: boolean): void {
    exchange.body?.release()
    try {
      exchange.settle(responseOf(draft, head, exchange))
    } catch (error) {
      exchange.settle(Promise.reject(error))
    }
  },

  drop(exchange: FetchExchange): void {
    exchange.body?.release()
    // A network error, the closest equivalent to closing the connection.
    exchange.settle(Response.error())
  },

  onClose(exchange: FetchExchange, listener: (gone: boolean) => void): void {
    const { signal } = exchange.request
    // Deno aborts it after every response, even a successful one.
    const onAbort = (): void => listener(!exchange.isOver)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  },

  onEnd(
    exchange: FetchExchange,
    draft: ResponseDraft,
    { head }: SentWay,
    listener: (sent: ResponseEnd) => void,
  ): void {
    const { body } = draft
    const status = exchange.status === 0 ? 0 : draft.status === 101 ? 101 : exchange.status
    const end = (): void => {
      const bytes = head || isBodiless(status) ? 0 : draft.bodyBytes
      const isCut = body instanceof BodyStream && !head && !isBodiless(status) && !body.hasEnded
      listener({ status, bytes, aborted: status === 0 || isCut || exchange.isBroken })
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

/**
 * Answers one `Request`: at once if its body need not be read and its handlers are synchronous.
 * @param isOwn it comes from a server of ours: nobody else has it.
 */
export function serveFetch(
  app: RoutedApp,
  request: Request,
  peer: FetchPeer = {},
  isOwn: boolean = false,
): Response | Promise<Response> {
  const exchange = new FetchExchange(request, peer, isOwn)
  const error = exchange.error()
  if (error !== undefined) app.refuse(fetchTransport, exchange, exchange, error)
  else {
    const length = mayHaveBody(exchange.method)
      ? bodyLength(request, exchange.headerText('content-length'))
      : 0
    if (length !== 0) exchange.body = new FetchBody(app, exchange, length)
    app.run(fetchTransport, exchange, exchange, exchange.body)
  }
  return exchange.answer()
}
