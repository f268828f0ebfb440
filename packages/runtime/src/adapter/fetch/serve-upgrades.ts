import type { RoutedApp } from '../../app/routed-app.ts'
import {
  type AcceptedUpgrade,
  pendingUpgrades,
  type ServedSocket,
  type SocketPeer,
  type Upgrade,
} from '../../app/ws/pending-upgrades.ts'
import { onStop } from '../../ctx/stop-listeners.ts'
import { serveFetch } from './fetch.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { fetchStatus } from './fetch-response.ts'

/** The answer of an app to an upgrade. */
export interface UpgradeAnswer {
  readonly response: Response
  /** Of a 101. */
  readonly accepted: AcceptedUpgrade | undefined
}

/** The status of the `Response` of an accepted upgrade. */
const acceptedStatus = fetchStatus(101)

/** Lets the app answer an upgrade. */
export async function answerUpgrade(
  app: RoutedApp,
  request: Request,
  peer: FetchPeer,
  pack?: Upgrade['pack'],
): Promise<UpgradeAnswer> {
  const upgrade: Upgrade = { work: app.socketWork, ...(pack !== undefined && { pack }) }
  pendingUpgrades.set(request, upgrade)
  const response = await serveFetch(app, request, peer)
  const { accepted } = upgrade
  // Middleware may still answer with something else.
  if (response.status === acceptedStatus) return { response, accepted }
  accepted?.release()
  return { response, accepted: undefined }
}

/** The headers of a 101: the server writes `Connection`, also for an app that stops. */
export function upgradeHeaders({ headers }: Response, protocol: string | undefined): Headers {
  const sent = new Headers(headers)
  sent.delete('Connection')
  if (protocol !== undefined) sent.set('Sec-WebSocket-Protocol', protocol)
  return sent
}

/** An open connection of a server. */
export interface Connection {
  served?: ServedSocket | undefined
}

/** The open sockets of a server, which the stop of its app closes. */
export class OpenSockets<T extends Connection> {
  readonly #app: RoutedApp
  readonly #open = new Set<T>()
  #isListening = false

  constructor(app: RoutedApp) {
    this.#app = app
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.#open.values()
  }

  open(connection: T, accepted: AcceptedUpgrade, peer: SocketPeer): void {
    const { stopSignal } = this.#app
    if (!this.#isListening) onStop(stopSignal, () => this.#goAway())
    this.#isListening = true
    const served = accepted.open(peer)
    connection.served = served
    this.#open.add(connection)
    if (stopSignal.aborted) served.goAway()
  }

  closed(connection: T, code: number, reason: string): void {
    this.#open.delete(connection)
    connection.served?.closed(code, reason)
  }

  #goAway(): void {
    for (const { served } of this.#open) served?.goAway()
  }
}
