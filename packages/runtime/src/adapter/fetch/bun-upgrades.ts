import type { RoutedApp } from '../../app/routed-app.ts'
import { type AcceptedUpgrade, largestMessage, type SocketPeer } from '../../app/ws/pending-upgrades.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { answerUpgrade, type Connection, OpenSockets, upgradeHeaders } from './serve-upgrades.ts'

/** The used part of Bun's server. */
interface UpgradingServer {
  upgrade(request: Request, options: object): boolean
}

/** The data of a socket, an object of ours. */
interface BunConnection extends Connection {
  /** Until the socket is open. */
  accepted?: AcceptedUpgrade
}

/** The used part of a socket of Bun. */
interface BunSocket {
  readonly data: BunConnection
  send(data: string | Uint8Array): number
  close(code?: number, reason?: string): void
  terminate(): void
  getBufferedAmount(): number
}

/** The options of Bun's server for WebSockets, and its upgrades. */
interface BunUpgrades {
  readonly websocket: object
  handleUpgrade(request: Request, server: UpgradingServer): Promise<Response | undefined>
}

/** Seconds of silence until Bun sends a ping, and cuts a client that does not answer. */
const idleTimeout = 30

/** Passes the upgrades of Bun's server to an app. @param peer the server, for addresses */
export function bunUpgrades(app: RoutedApp, peer: FetchPeer): BunUpgrades {
  const sockets = new OpenSockets<BunConnection>(app)
  return {
    websocket: {
      idleTimeout,
      maxPayloadLength: largestMessage.size,
      perMessageDeflate: false,
      open(socket: BunSocket) {
        const { data } = socket
        const { accepted } = data
        delete data.accepted
        if (accepted !== undefined) sockets.open(data, accepted, new BunPeer(socket))
      },
      message({ data }: BunSocket, message: string | Uint8Array) {
        data.served?.received(message)
      },
      ping({ data }: BunSocket) {
        data.served?.pinged()
      },
      close({ data }: BunSocket, code: number, reason: string) {
        sockets.closed(data, code, reason)
      },
    },
    async handleUpgrade(request, server) {
      const { response, accepted } = await answerUpgrade(app, request, peer)
      if (accepted === undefined) return response
      const headers = upgradeHeaders(response, accepted.protocol)
      if (server.upgrade(request, { data: { accepted }, headers })) return undefined
      accepted.release()
      return new Response(null, { status: 500 })
    },
  }
}

class BunPeer implements SocketPeer {
  readonly #socket: BunSocket

  constructor(socket: BunSocket) {
    this.#socket = socket
  }

  get bufferedAmount(): number {
    return this.#socket.getBufferedAmount()
  }

  send(data: string | Uint8Array): void {
    this.#socket.send(data)
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }
}
