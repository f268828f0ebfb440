import type { Server } from 'node:http'
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { RoutedApp } from '../app/routed-app.ts'
import { alpnCallback } from './client-offers.ts'
import type { ListenOptions } from './listen-options.ts'
import { answerClientError } from './node-client-error.ts'
import { nodeContinueHandler, nodeHandler } from './node-handler.ts'

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
  /** Takes no new connections, lets requests under way finish, then resolves. */
  close(): Promise<void>
}

type AnyServer = Server | HttpsServer | Http2Server | Http2SecureServer

/** Opens a server for an app: http, https or http2, as the options say. Rejects when the address cannot be had. */
export async function startServer(app: RoutedApp, options: ListenOptions): Promise<RunningServer> {
  const sessions = new Set<ServerHttp2Session>()
  const server = await openServer(app, options, sessions)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port ?? 0, host: options.host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const scheme = options.cert === undefined ? 'http' : 'https'
  return { listening: listeningOf(server.address(), scheme), close: () => drain(server, sessions) }
}

async function openServer(
  app: RoutedApp,
  options: ListenOptions,
  sessions: Set<ServerHttp2Session>,
): Promise<AnyServer> {
  const { cert, key, passphrase, http2 } = options
  const protocols = http2 ? ['h2', 'http/1.1'] : ['http/1.1']
  const settings = {
    ...timeoutsOf(options),
    ...(cert !== undefined && { cert, key, passphrase, ALPNCallback: alpnCallback(protocols) }),
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

function drain(server: AnyServer, sessions: ReadonlySet<ServerHttp2Session>): Promise<void> {
  const closeIdle = (): void => {
    if ('closeIdleConnections' in server) server.closeIdleConnections()
  }
  return new Promise((resolve, reject) => {
    const idle = setInterval(closeIdle, idleCheckMs)
    server.close((error) => {
      clearInterval(idle)
      if (error === undefined) resolve()
      else reject(error)
    })
    closeIdle()
    for (const session of sessions) session.close()
  })
}
