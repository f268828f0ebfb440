import { Server } from 'node:http'
import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerOptions,
} from 'node:http2'
import type { RoutedApp } from '../../app/routed-app.ts'
import { setRequestTimeout } from './http2-session.ts'
import { clientErrorHandler } from './node-client-error.ts'
import { loadHttp2, nodeContinueHandler, nodeExpectationHandler, nodeHandler } from './node-handler.ts'

// Memory limits per connection. HTTP/1 has similar ones: 16 KiB of headers, one request at a time.
const limits: ServerOptions = {
  maxHeaderListPairs: 1000,
  maxSessionMemory: 10,
  settings: { maxConcurrentStreams: 100, maxHeaderListSize: 16 * 1024 },
}

const graceMs = 1000

/** Options of node's HTTP/1 servers. */
interface Http1Timeouts {
  readonly requestTimeout?: number
  readonly headersTimeout?: number
  readonly keepAliveTimeout?: number
  /** 0 for no limit. */
  readonly connectionTimeout?: number
  readonly connectionsCheckingInterval?: number
}

/**
 * Creates an HTTP/2 server without listening; with a certificate it also speaks HTTP/1.1.
 * @param sessions always contains the open sessions.
 */
export async function createHttp2(
  app: RoutedApp,
  options: SecureServerOptions & Http1Timeouts,
  sessions: Set<ServerHttp2Session>,
): Promise<Http2Server | Http2SecureServer> {
  await loadHttp2()
  const handler = nodeHandler(app)
  const server =
    options.cert === undefined
      ? createServer({ ...limits, ...options }, handler)
      : withHttp1(createSecureServer({ ...limits, ...options, allowHTTP1: true }, handler), app, options)
  server.on('checkContinue', nodeContinueHandler(app))
  server.on('checkExpectation', nodeExpectationHandler(app))
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    // Node has no time-outs for HTTP/2, so an idle connection would stay open. Streams time out first, to answer 408.
    const { requestTimeout = 300_000 } = options
    setRequestTimeout(session, requestTimeout)
    const silent = [requestTimeout > 0 ? requestTimeout + graceMs : 0, options.connectionTimeout ?? 0]
    const shortest = Math.min(...silent.filter((ms) => ms > 0))
    if (shortest < Number.POSITIVE_INFINITY) session.setTimeout(shortest, () => session.destroy())
  })
  return server
}

/** Adds what an HTTP/1 server does by default, but node's options do not apply to a server of both protocols. */
function withHttp1(server: Http2SecureServer, app: RoutedApp, options: Http1Timeouts): Http2SecureServer {
  const { requestTimeout, headersTimeout, keepAliveTimeout = 5000, connectionsCheckingInterval } = options
  server.setTimeout(options.connectionTimeout ?? 0)
  server.on('clientError', clientErrorHandler(app))
  return Object.assign(server, {
    keepAliveTimeout,
    // The app checks Host itself.
    requireHostHeader: false,
    closeIdleConnections: Server.prototype.closeIdleConnections,
    ...(requestTimeout !== undefined && { requestTimeout }),
    ...(headersTimeout !== undefined && { headersTimeout }),
    ...(connectionsCheckingInterval !== undefined && { connectionsCheckingInterval }),
  })
}
