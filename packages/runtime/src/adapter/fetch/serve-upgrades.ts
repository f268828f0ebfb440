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

/** A connection as crossws gives it to its hooks. `context` is one object from the upgrade to the close. */
interface Peer extends SocketPeer {
  readonly context: { accepted?: AcceptedUpgrade; opened?: ServedSocket }
}

interface Message {
  readonly rawData: unknown
  uint8Array(): Uint8Array
}

interface AcceptedResponse {
  readonly headers: [string, string][]
  readonly protocol?: string
  readonly context: Peer['context']
}

/** The hooks that pass upgrades to an app, and messages to its sockets. */
interface UpgradeHooks {
  upgrade(request: Request): Promise<AcceptedResponse>
  open(peer: Peer): void
  message(peer: Peer, message: Message): void
  ping(peer: Peer): void
  close(peer: Peer, details: { readonly code?: number; readonly reason?: string }): void
  error(peer: Peer): void
}

/** The answer of an app to an upgrade. */
export interface UpgradeAnswer {
  readonly response: Response
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

/**
 * The hooks of an app's server.
 * @param answerOf the app's answer to the upgrade
 */
export function upgradeHooks(
  app: RoutedApp,
  answerOf: (request: Request) => UpgradeAnswer | Promise<UpgradeAnswer>,
): UpgradeHooks {
  const sockets = new Set<ServedSocket>()
  const stop = (): void => {
    for (const socket of sockets) socket.goAway()
  }
  let isListening = false
  return {
    async upgrade(request) {
      const { response, accepted } = await answerOf(request)
      // crossws sends a thrown response.
      if (accepted === undefined) throw response
      const { protocol } = accepted
      // crossws keeps them as long as the socket is open. An answer of an app that stops closes its connection, a 101 must not.
      const headers = [...response.headers].filter(([name]) => name !== 'connection')
      return { headers, context: { accepted }, ...(protocol !== undefined && { protocol }) }
    },
    open(peer) {
      if (!isListening) onStop(app.stopSignal, stop)
      isListening = true
      const { context } = peer
      const opened = context.accepted?.open(peer)
      if (opened === undefined) return
      // An open socket needs nothing of its upgrade.
      delete context.accepted
      context.opened = opened
      sockets.add(opened)
      if (app.stopSignal.aborted) opened.goAway()
    },
    message({ context }, message) {
      const { rawData } = message
      context.opened?.received(typeof rawData === 'string' ? rawData : message.uint8Array())
    },
    ping({ context }) {
      context.opened?.pinged()
    },
    close({ context }, { code = 1005, reason = '' }) {
      leave(context, code, reason)
    },
    error({ context }) {
      leave(context, 1006, '')
    },
  }

  function leave({ opened }: Peer['context'], code: number, reason: string): void {
    if (opened === undefined) return
    sockets.delete(opened)
    opened.closed(code, reason)
  }
}
