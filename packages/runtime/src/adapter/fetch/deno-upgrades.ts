import type { RoutedApp } from '../../app/routed-app.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { answerUpgrade, type Connection, OpenSockets, upgradeHeaders } from './serve-upgrades.ts'
import { passEvents, StandardPeer, type StandardSocket } from './standard-socket.ts'

interface DenoUpgrade {
  readonly socket: StandardSocket
  readonly response: Response
}

interface DenoUpgradeOptions {
  readonly headers: Headers
  readonly protocol: string
  /** Seconds of silence until a ping, and until a client that does not answer is cut. */
  readonly idleTimeout: number
}

declare const Deno: { upgradeWebSocket(request: Request, options: DenoUpgradeOptions): DenoUpgrade }

/** Passes the upgrades of Deno's server to an app. */
export function denoUpgrades(app: RoutedApp): (request: Request, info: FetchPeer) => Promise<Response> {
  const sockets = new OpenSockets<Connection>(app)
  return async (request, info) => {
    const { response, accepted } = await answerUpgrade(app, request, info)
    if (accepted === undefined) return response
    const { protocol = '', release } = accepted
    const headers = upgradeHeaders(response, accepted.protocol)
    try {
      const { socket, response } = Deno.upgradeWebSocket(request, { headers, protocol, idleTimeout: 30 })
      const connection: Connection = {}
      socket.addEventListener('open', () => sockets.open(connection, accepted, new StandardPeer(socket)))
      passEvents(
        socket,
        () => connection.served,
        (code, reason) => {
          if (connection.served === undefined) release()
          else sockets.closed(connection, code, reason)
        },
      )
      return response
    } catch (error) {
      release()
      throw error
    }
  }
}
