import type { Server } from 'node:http'
import type { Http2SecureServer, Http2Server, ServerHttp2Session } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { RoutedApp } from '../../app/routed-app.ts'
import type { ListenOptions } from '../listen/listen-options.ts'
import { type ListenAddress, listeningOn, type RunningServer, unusedMs } from '../listen/listening.ts'
import { endWithin } from '../listen/shutdown.ts'
import { alpnCallback } from './client-offers.ts'
import { Connections } from './connections.ts'
import { textResponse } from './head-text.ts'
import { clientErrorHandler } from './node-client-error.ts'
import { nodeContinueHandler, nodeExpectationHandler, nodeHandler } from './node-handler.ts'
import { takeUpgrades } from './take-upgrades.ts'

type AnyServer = Server | HttpsServer | Http2Server | Http2SecureServer

/**
 * Opens a server for an app: http, https or http2, according to the options. Rejects when the address is unavailable.
 */
export async function startNodeServer(app: RoutedApp, options: ListenOptions): Promise<RunningServer> {
  const sessions = new Set<ServerHttp2Session>()
  const server = await openServer(app, options, sessions)
  const { Server: NetServer } = await import('node:net')
  // A closing HTTP/1 server stops checking for overdue requests, so it is closed last; until then only its net.Server
  // is. Bun's HTTP/1 server is not a net.Server.
  const { close: stopServer }: Closing = server instanceof NetServer ? NetServer.prototype : server
  const stop = (done: Done): unknown => stopServer.call(server, done)
  const connections = new Connections(server)
  const cut = (): void => {
    for (const session of sessions) session.destroy()
    // A closed session waits for the client to end the connection, possibly for ever.
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
  // A cleartext HTTP/2 server has only sessions.
  const isHttp2Only = options.http2 && options.cert === undefined
  let closing: Promise<void> | undefined
  const close = (timeout?: number): Promise<boolean> => {
    // A worker is notified twice: by a signal to all processes, and by the first process.
    closing ??= drain(server, stop, sessions, isHttp2Only ? undefined : connections)
    return endWithin(closing, timeout, cut)
  }
  return { listening: listeningOf(server.address(), options.cert !== undefined), close }
}

async function openServer(
  app: RoutedApp,
  options: ListenOptions,
  sessions: Set<ServerHttp2Session>,
): Promise<AnyServer> {
  const { cert, key, passphrase, http2, headersTimeout, connectionTimeout = 0 } = options
  const protocols = http2 ? ['h2', 'http/1.1'] : ['http/1.1']
  const settings = {
    ...timeoutsOf(options),
    ...(cert !== undefined && { cert, key, passphrase, ALPNCallback: alpnCallback(protocols) }),
    // The handshake precedes the headers, so the same limit applies.
    ...(headersTimeout !== undefined && { handshakeTimeout: headersTimeout }),
  }
  if (http2) {
    const { createHttp2 } = await import('./http2-server.ts')
    const server = await createHttp2(app, { ...settings, connectionTimeout }, sessions)
    // With TLS, its clients may choose HTTP/1.1.
    if (cert !== undefined) takeUpgrades(server, app)
    return server
  }
  // From Node 24.12 on, requests without a body get no stream, which nothing would read. The app checks Host itself.
  const http1 = { ...settings, optimizeEmptyRequests: true, requireHostHeader: false }
  const handler = nodeHandler(app)
  const http = await import('node:http')
  const ownResponse = textResponse(http.ServerResponse)
  const options1 = { ...http1, ...(ownResponse !== undefined && { ServerResponse: ownResponse }) }
  const server =
    cert === undefined
      ? http.createServer(options1, handler)
      : (await import('node:https')).createServer(options1, handler)
  server.on('checkContinue', nodeContinueHandler(app))
  server.setTimeout(connectionTimeout)
  server.on('clientError', clientErrorHandler(app))
  server.on('checkExpectation', nodeExpectationHandler(app))
  takeUpgrades(server, app)
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
    // Node checks for overdue requests every 30 s, too rarely for short time-outs.
    connectionsCheckingInterval: Math.min(30_000, Math.max(250, shortest / 10)),
    ...(requestTimeout !== undefined && { requestTimeout }),
    ...(headersTimeout !== undefined && { headersTimeout }),
    ...(keepAliveTimeout !== undefined && { keepAliveTimeout }),
  }
}

function listeningOf(bound: ReturnType<Server['address']>, secure: boolean): ListenAddress {
  if (!isAddressInfo(bound)) throw new Error('the server has no address')
  return listeningOn(bound.address, bound.port, secure)
}

function isAddressInfo(bound: ReturnType<Server['address']>): bound is AddressInfo {
  return typeof bound === 'object' && bound !== null
}

// Idle keep-alive connections would hold the server open.
const idleCheckMs = 20

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
