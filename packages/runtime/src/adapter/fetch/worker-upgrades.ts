import type { RoutedApp } from '../../app/routed-app.ts'
import { onStop } from '../../ctx/stop-listeners.ts'
import { serveFetch } from './fetch.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { isUpgrade } from './fetch-upgrades.ts'
import { answerUpgrade } from './serve-upgrades.ts'

/** The used part of a WebSocket of workerd, whose protocol it speaks itself. */
interface WorkerSocket {
  binaryType: string
  readonly readyState: number
  accept(): void
  send(data: string | Uint8Array): void
  close(code?: number, reason?: string): void
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own
  addEventListener(type: string, listener: (event: any) => void): void
}

declare const WebSocketPair: new () => { readonly 0: WorkerSocket; readonly 1: WorkerSocket }

/** That of an open socket. */
const openState = 1

/**
 * Serves an app with WebSockets in Cloudflare's runtime. Not by crossws: its adapter imports a module of that runtime, which bundlers for
 * others do not find.
 */
export function serveWorker(
  app: RoutedApp,
  request: Request,
  peer: FetchPeer = {},
): Response | Promise<Response> {
  return isUpgrade(request) ? openSocket(app, request, peer) : serveFetch(app, request, peer)
}

async function openSocket(app: RoutedApp, request: Request, peer: FetchPeer): Promise<Response> {
  const { response, accepted } = await answerUpgrade(app, request, peer)
  if (accepted === undefined) return response
  const { 0: client, 1: server } = new WebSocketPair()
  // Otherwise newer compatibility dates give blobs.
  server.binaryType = 'arraybuffer'
  server.accept()
  const opened = accepted.open({
    // The waiting bytes are not known.
    bufferedAmount: 0,
    // After a close of either side it throws.
    send: (data) => void (server.readyState === openState && server.send(data)),
    close: (code, reason) => server.close(code, reason),
    terminate() {},
  })
  const forget = onStop(app.stopSignal, () => opened.goAway())
  const end = (code: number, reason: string): void => {
    forget()
    opened.closed(code, reason)
  }
  server.addEventListener('message', ({ data }: { readonly data: string | ArrayBuffer }) =>
    opened.received(typeof data === 'string' ? data : new Uint8Array(data)),
  )
  server.addEventListener('error', () => end(1006, ''))
  server.addEventListener('close', ({ code, reason }: { readonly code: number; readonly reason: string }) => {
    end(code, reason)
    // Answers the close of a client; not each code may be given.
    if (code === 1000 || code >= 3000) server.close(code, reason)
    else server.close()
  })
  const { protocol } = accepted
  const headers = new Headers(response.headers)
  if (protocol !== undefined) headers.set('Sec-WebSocket-Protocol', protocol)
  const init = { status: 101, headers, webSocket: client }
  return new Response(null, init)
}
