import type { RoutedApp } from '../../app/routed-app.ts'
import { hasSocketRoutes } from '../../app/ws/pending-upgrades.ts'
import type { ListenOptions } from '../listen/listen-options.ts'
import { listeningOn, type RunningServer } from '../listen/listening.ts'
import { endWithin } from '../listen/shutdown.ts'
import { denoUpgrades } from './deno-upgrades.ts'
import { serveFetch } from './fetch.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { isUpgrade } from './fetch-upgrades.ts'

/** The used part of Deno's server. */
interface DenoServer {
  readonly addr: { readonly hostname: string; readonly port: number }
  /** Refuses new connections, closes idle ones, and resolves when the requests have ended. */
  shutdown(): Promise<void>
}

interface DenoOptions {
  readonly port: number
  readonly hostname: string
  readonly cert?: string
  readonly key?: string
  onListen(): void
}

type DenoHandler = (request: Request, info: FetchPeer) => Response | Promise<Response>

declare const Deno: { serve(options: DenoOptions, handler: DenoHandler): DenoServer }

/** Opens Deno's own server for an app. Rejects when the address is unavailable. */
export async function startDenoServer(app: RoutedApp, options: ListenOptions): Promise<RunningServer> {
  const { port = 0, host, cert, key } = options
  const sockets = hasSocketRoutes() ? denoUpgrades(app) : undefined
  const serve = (hostname: string): DenoServer =>
    Deno.serve(
      {
        port,
        hostname,
        ...(cert !== undefined && { cert: `${cert}`, key: `${key}` }),
        // By default Deno prints the address.
        onListen() {},
      },
      (request, info) =>
        sockets !== undefined && isUpgrade(request)
          ? sockets(request, info)
          : serveFetch(app, request, info, true),
    )
  const server = host === undefined ? serveAnywhere(serve) : serve(host)
  const { hostname, port: bound } = server.addr
  let closing: Promise<void> | undefined
  const close = (timeout?: number): Promise<boolean> => {
    closing ??= server.shutdown()
    // A closing server of Deno cannot cut a connection: at the deadline the wait ends, and the process may.
    let giveUp = (): void => {}
    const deadline = new Promise<void>((resolve) => {
      giveUp = resolve
    })
    return endWithin(Promise.race([closing, deadline]), timeout, () => giveUp())
  }
  return { listening: listeningOn(hostname, bound, cert !== undefined), close }
}

/** All addresses, as on node: those of IPv4 alone where there is no IPv6. */
function serveAnywhere(serve: (hostname: string) => DenoServer): DenoServer {
  try {
    return serve('::')
  } catch {
    return serve('0.0.0.0')
  }
}
