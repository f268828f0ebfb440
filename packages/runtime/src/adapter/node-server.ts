import type { Server } from 'node:http'
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { RoutedApp } from '../app/routed-app.ts'
import { alpnCallback } from './client-offers.ts'
import { Connections } from './connections.ts'
import type { ListenOptions } from './listen-options.ts'
import { answerClientError } from './node-client-error.ts'
import { nodeContinueHandler, nodeHandler } from './node-handler.ts'
import { endWithin } from './shutdown.ts'

/** A server that is up. */
export interface Listening {
  readonly port: number
  /** The address it is bound to, such as `::` or `127.0.0.1`. */
  readonly address: string
  /** An URL that reaches it from this machine. */
  readonly url: string
}

/** A running server and its end. */
export interface RunningServer {
  readonly listening: Listening
  /**
   * Takes no new connections, lets requests under way finish, then resolves.
   * @param timeout milliseconds until the connections that are still open are cut.
   * @returns whether none had to be
   */
  close(timeout?: number): Promise<boolean>
}

type AnyServer = Server | HttpsServer | Http2Server | Http2SecureServer

/** Opens a server for an app: http, https or http2, as the options say. Rejects when the address cannot be had. */
export async function startServer(app: RoutedApp, options: ListenOptions): Promise<RunningServer> {
  const sessions = new Set<ServerHttp2Session>()
  const server = await openServer(app, options, sessions)
  const { Server: NetServer } = await import('node:net')
  // A server of HTTP/1 that closes looks no more for requests that are overdue: it is not told before all is done.
  // Bun has a server of its own for HTTP/1, which is none of net's.
  const { close: stopServer }: Closing = server instanceof NetServer ? NetServer.prototype : server
  const stop = (done: Done): unknown => stopServer.call(server, done)
  const connections = new Connections(server)
  const cut = (): void => {
    for (const session of sessions) session.destroy()
    // A session that was told to close ends its connection, and waits for a client that may never do so.
    connections.closeAll()
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port ?? 0, host: options.host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Each connection of HTTP/2 without TLS is a session.
  const isHttp2Only = options.http2 && options.cert === undefined
  const scheme = options.cert === undefined ? 'http' : 'https'
  let closing: Promise<void> | undefined
  const close = (timeout?: number): Promise<boolean> => {
    // A worker is told twice: by a signal to all processes, and by the first one.
    closing ??= drain(server, stop, sessions, isHttp2Only ? undefined : connections)
    return endWithin(closing, timeout, cut)
  }
  return { listening: listeningOf(server.address(), scheme), close }
}

async function openServer(
  app: RoutedApp,
  options: ListenOptions,
  sessions: Set<ServerHttp2Session>,
): Promise<AnyServer> {
  const { cert, key, passphrase, http2, headersTimeout } = options
  const protocols = http2 ? ['h2', 'http/1.1'] : ['http/1.1']
  const settings = {
    ...timeoutsOf(options),
    ...(cert !== undefined && { cert, key, passphrase, ALPNCallback: alpnCallback(protocols) }),
    // Who does not even say hello sends no headers.
    ...(headersTimeout !== undefined && { handshakeTimeout: headersTimeout }),
  }
  if (http2) return (await import('./http2-server.ts')).createHttp2(app, settings, sessions)
  // Node 24.12 and newer then make no stream of a body that is not there, and that nobody would read.
  const http1 = { ...settings, optimizeEmptyRequests: true }
  const handler = nodeHandler(app)
  const server =
    cert === undefined
      ? (await import('node:http')).createServer(http1, handler)
      : (await import('node:https')).createServer(http1, handler)
  server.on('checkContinue', nodeContinueHandler(app))
  server.on('clientError', answerClientError)
  return server
}

function timeoutsOf(options: ListenOptions): Pick<
  ListenOptions,
  'requestTimeout' | 'headersTimeout' | 'keepAliveTimeout'
> & {
  readonly connectionsCheckingInterval: number
} {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = options
  const shortest = Math.min(headersTimeout ?? 60_000, requestTimeout ?? 300_000)
  return {
    // Node looks for overdue requests every 30 s, which would make short time-outs long.
    connectionsCheckingInterval: Math.min(30_000, Math.max(250, shortest / 10)),
    ...(requestTimeout !== undefined && { requestTimeout }),
    ...(headersTimeout !== undefined && { headersTimeout }),
    ...(keepAliveTimeout !== undefined && { keepAliveTimeout }),
  }
}

function listeningOf(bound: ReturnType<Server['address']>, scheme: string): Listening {
  if (!isAddressInfo(bound)) throw new Error('the server has no address')
  const { address, port, family } = bound
  return { address, port, url: urlOf(address, port, family === 'IPv6', scheme) }
}

/** An URL that reaches a server from its own machine. */
export function urlOf(address: string, port: number, isV6: boolean, scheme: string): string {
  const anywhere = address === '::' || address === '0.0.0.0'
  const host = anywhere ? 'localhost' : isV6 ? `[${address}]` : address
  return `${scheme}://${host}:${port}`
}

function isAddressInfo(bound: ReturnType<Server['address']>): bound is AddressInfo {
  return typeof bound === 'object' && bound !== null
}

// A connection kept alive would hold the server open until the client lets go of it.
const idleCheckMs = 20
// So would one that was opened to be used some day. Who has just come has so long to send a request.
const unusedMs = 1000

type Done = (error?: Error) => void

interface Closing {
  close(done: Done): unknown
}

function drain(
  server: AnyServer,
  stop: (done: Done) => unknown,
  sessions: ReadonlySet<ServerHttp2Session>,
  connections: Connections | undefined,
): Promise<void> {
  const closeIdle = (): void => {
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  return new Promise((resolve, reject) => {
    const idle = setInterval(closeIdle, idleCheckMs)
    const unused = setTimeout(() => connections?.closeUnused(), unusedMs)
    stop((error) => {
      clearInterval(idle)
      clearTimeout(unused)
      server.close()
      if (error === undefined) resolve()
      else reject(error)
    })
    closeIdle()
    for (const session of sessions) session.close()
  })
}
