import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RoutedApp } from '../app/routed-app.ts'
import { nodeContinueHandler, nodeHandler } from './node-handler.ts'

/** Where and how an app listens. */
export interface ListenOptions {
  /** 0 (the default) takes any free port. */
  readonly port?: number
  /** Default: every address of the machine. */
  readonly host?: string
  /** Milliseconds for a whole request to arrive. Default: node's, 300 000. */
  readonly requestTimeout?: number
  /** Milliseconds for the header section to arrive. Default: node's, 60 000. */
  readonly headersTimeout?: number
  /** Milliseconds an idle connection stays open. Default: node's, 5000. */
  readonly keepAliveTimeout?: number
}

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

/** Opens an HTTP server for an app. Rejects when the address cannot be had. */
export async function startServer(app: RoutedApp, options: ListenOptions): Promise<RunningServer> {
  const { createServer } = await import('node:http')
  const server = createServer(timeoutsOf(options), nodeHandler(app))
  server.on('checkContinue', nodeContinueHandler(app))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port ?? 0, host: options.host }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return { listening: listeningOf(server), close: () => drain(server) }
}

function timeoutsOf(
  options: ListenOptions,
): Pick<ListenOptions, 'requestTimeout' | 'headersTimeout' | 'keepAliveTimeout'> {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = options
  return {
    ...(requestTimeout !== undefined && { requestTimeout }),
    ...(headersTimeout !== undefined && { headersTimeout }),
    ...(keepAliveTimeout !== undefined && { keepAliveTimeout }),
  }
}

function listeningOf(server: Server): Listening {
  const bound = server.address()
  if (!isAddressInfo(bound)) throw new Error('the server has no address')
  const { address, port, family } = bound
  const anywhere = address === '::' || address === '0.0.0.0'
  const host = anywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return { address, port, url: `http://${host}:${port}` }
}

function isAddressInfo(bound: ReturnType<Server['address']>): bound is AddressInfo {
  return typeof bound === 'object' && bound !== null
}

// A connection kept alive would hold the server open until the client lets go of it.
const idleCheckMs = 20

function drain(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
    server.close((error) => {
      clearInterval(idle)
      if (error === undefined) resolve()
      else reject(error)
    })
    server.closeIdleConnections()
  })
}
