import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerOptions,
} from 'node:http2'
import type { RoutedApp } from '../app/routed-app.ts'
import { loadHttp2, nodeContinueHandler, nodeHandler } from './node-handler.ts'

// What one connection may make us hold. HTTP/1 has the like: 16 KiB of headers, one request at a time.
const limits: ServerOptions = {
  maxHeaderListPairs: 1000,
  maxSessionMemory: 10,
  settings: { maxConcurrentStreams: 100, maxHeaderListSize: 16 * 1024 },
}

/**
 * A server of HTTP/2 that does not listen yet; with a certificate it speaks HTTP/1.1 as well.
 * @param sessions is kept to those that are open.
 */
export async function createHttp2(
  app: RoutedApp,
  options: SecureServerOptions & { readonly requestTimeout?: number },
  sessions: Set<ServerHttp2Session>,
): Promise<Http2Server | Http2SecureServer> {
  await loadHttp2()
  const handler = nodeHandler(app)
  const server =
    options.cert === undefined
      ? createServer({ ...limits, ...options }, handler)
      : createSecureServer({ ...limits, ...options, allowHTTP1: true }, handler)
  server.on('checkContinue', nodeContinueHandler(app))
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    // Node has no time-outs for HTTP/2: a connection on which nothing happens would stay for ever.
    session.setTimeout(options.requestTimeout ?? 300_000, () => session.destroy())
  })
  return server
}
