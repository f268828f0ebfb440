import type { RoutedApp } from '../../app/routed-app.ts'
import { onStop } from '../../ctx/stop-listeners.ts'
import { serveFetch } from './fetch.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { isUpgrade } from './fetch-upgrades.ts'
import { answerUpgrade, upgradeHeaders } from './serve-upgrades.ts'
import { passEvents, StandardPeer, type StandardSocket } from './standard-socket.ts'

/** The used part of a WebSocket of workerd, whose protocol it speaks itself. */
interface WorkerSocket extends StandardSocket {
  accept(): void
}

declare const WebSocketPair: new () => { readonly 0: WorkerSocket; readonly 1: WorkerSocket }

/** Serves an app with WebSockets in Cloudflare's runtime. */
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
  server.accept()
  const served = accepted.open(new StandardPeer(server))
  const forget = onStop(app.stopSignal, () => served.goAway())
  passEvents(
    server,
    () => served,
    (code, reason) => {
      forget()
      served.closed(code, reason)
    },
  )
  server.addEventListener('close', ({ code, reason }: { readonly code: number; readonly reason: string }) => {
    // Answers the close of a client; not each code may be given.
    if (code === 1000 || code >= 3000) server.close(code, reason)
    else server.close()
  })
  const headers = upgradeHeaders(response, accepted.protocol)
  const init = { status: 101, headers, webSocket: client }
  return new Response(null, init)
}
