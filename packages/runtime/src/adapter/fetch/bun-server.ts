import { largestBodyLimit } from '../../app/body-limit.ts'
import type { RoutedApp } from '../../app/routed-app.ts'
import { hasSocketRoutes } from '../../app/ws/pending-upgrades.ts'
import type { ListenOptions } from '../listen/listen-options.ts'
import { listeningOn, type RunningServer, unusedMs } from '../listen/listening.ts'
import { endWithin } from '../listen/shutdown.ts'
import { bunUpgrades } from './bun-upgrades.ts'
import { serveFetch } from './fetch.ts'
import type { OwnServer } from './fetch-peer.ts'
import { isUpgrade } from './fetch-upgrades.ts'

/** The used part of Bun's server. */
interface BunServer {
  readonly address: { readonly address: string; readonly port: number }
  readonly pendingRequests: number
  requestIP(request: Request): { readonly address: string; readonly port: number } | null
  upgrade(request: Request, options: object): boolean
  /** Limits the silence of the connection of a request; 0 seconds are no limit. */
  timeout(request: Request, seconds: number): void
  /** Refuses new connections, and resolves when the open ones have ended. @param cut ends them. */
  stop(cut?: boolean): Promise<void>
}

interface BunOptions {
  readonly port: number
  readonly hostname?: string
  readonly tls?: Readonly<Record<'cert' | 'key' | 'passphrase', ListenOptions['cert'] | undefined>>
  readonly idleTimeout?: number
  readonly maxRequestBodySize: number
  readonly development: boolean
  readonly reusePort: boolean
  readonly websocket?: unknown
  fetch(request: Request, server: BunServer): Response | Promise<Response | undefined>
}

declare const Bun: { serve(options: BunOptions): BunServer }

// Bun's default, above which it refuses a body by itself.
const usualBodySize = 128 * 1024 * 1024
// Bun's longest time-out.
const maxIdleSeconds = 255
const pollMs = 20

/** Opens Bun's own server for an app. Rejects when the address is unavailable. */
export async function startBunServer(app: RoutedApp, options: ListenOptions): Promise<RunningServer> {
  const { port = 0, host, cert, key, passphrase, keepAliveTimeout } = options
  const own: OwnServer = {
    requestIP: (request) => server.requestIP(request),
    // The time-out is for a silent client, not for a handler that takes its time.
    wait: (request) => server.timeout(request, 0),
  }
  const sockets = hasSocketRoutes() ? bunUpgrades(app, own) : undefined
  const server = Bun.serve({
    port,
    ...(host !== undefined && { hostname: host }),
    ...(cert !== undefined && { tls: { cert, key, passphrase } }),
    ...(keepAliveTimeout !== undefined && { idleTimeout: idleSeconds(keepAliveTimeout) }),
    maxRequestBodySize: Math.max(usualBodySize, largestBodyLimit(app)),
    development: false,
    // Otherwise a used port is no error.
    reusePort: false,
    ...(sockets !== undefined && { websocket: sockets.websocket }),
    fetch: (request, bun) =>
      sockets !== undefined && isUpgrade(request)
        ? sockets.handleUpgrade(request, bun)
        : serveFetch(app, request, own, true),
  })
  const { address } = server
  let closing: Promise<void> | undefined
  const close = (timeout?: number): Promise<boolean> => {
    closing ??= drain(server)
    return endWithin(closing, timeout, () => void server.stop(true))
  }
  return { listening: listeningOn(address.address, address.port, cert !== undefined), close }
}

function idleSeconds(ms: number): number {
  return Math.min(Math.ceil(ms / 1000), maxIdleSeconds)
}

/** Bun closes idle connections, but not those without a whole request. */
async function drain(server: BunServer): Promise<void> {
  const cutUnused = (): void => {
    if (server.pendingRequests === 0) void server.stop(true)
  }
  let poll: NodeJS.Timeout | undefined
  const wait = setTimeout(() => {
    poll = setInterval(cutUnused, pollMs)
  }, unusedMs)
  try {
    await server.stop()
  } finally {
    clearTimeout(wait)
    clearInterval(poll)
  }
}
