import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttp2, createSecureServer as createHttp2Secure } from 'node:http2'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { selfSigned } from '../../packages/runtime/test/support/self-signed.ts'

/** A node listener, as `app.handler()` returns it. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

export interface RunningServer {
  readonly port: number
  /** The apparent address of the next connections; `undefined` leaves the true one. */
  peer: string | undefined
  /** Waits briefly until every response has been delivered. */
  responsesOver(): Promise<void>
  close(): void
}

let certificate: ReturnType<typeof selfSigned> | undefined

export async function startServer(listener: Listener, tls: boolean, http2: boolean): Promise<RunningServer> {
  const sockets = new Set<Socket>()
  let open = 0
  const counting: Listener = (request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
    return listener(request, response)
  }
  const server = createServer(counting, tls, http2)
  const running: RunningServer = {
    port: 0,
    peer: undefined,
    async responsesOver() {
      for (let i = 0; i < 40 && open > 0; i += 1) await delay(5)
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Only loopback can be bound everywhere, so the peer's address replaces that of the socket.
    if (running.peer !== undefined) {
      const family = running.peer.includes(':') ? 'IPv6' : 'IPv4'
      Object.defineProperty(socket, 'remoteAddress', { value: running.peer })
      Object.defineProperty(socket, 'remoteFamily', { value: family })
    }
  }
  // With TLS both sockets count: the request has the outer one, and closing needs the inner one.
  server.on('connection', keep)
  if (tls) server.on('secureConnection', keep)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return Object.assign(running, { port: (server.address() as AddressInfo).port })
}

function createServer(listener: Listener, tls: boolean, http2: boolean): Server {
  if (!tls && !http2) return createHttp(listener)
  // The compatibility API of node:http2 emits objects with node:http's interface.
  const compatible = listener as (request: unknown, response: unknown) => unknown
  if (!tls) return createHttp2({}, compatible)
  certificate ??= selfSigned()
  return http2 ? createHttp2Secure({ ...certificate }, compatible) : createHttps(certificate, listener)
}
