import type { RoutedApp } from '../../app/routed-app.ts'
import { largestMessage, pendingUpgrades } from '../../app/ws/pending-upgrades.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { answerUpgrade, upgradeHooks } from './serve-upgrades.ts'

/** The part of crossws that Bun's server needs. */
interface BunUpgrades {
  readonly websocket: object
  handleUpgrade(request: Request, server: object): Promise<Response | undefined>
}

/** Whether a client asks for a WebSocket. */
export function isUpgrade({ headers }: Request): boolean {
  return headers.get('upgrade')?.toLowerCase() === 'websocket'
}

/** Passes the upgrades of Bun's server to an app. @param peer the server, for addresses */
export async function bunUpgrades(app: RoutedApp, peer: FetchPeer): Promise<BunUpgrades> {
  const { default: bunAdapter } = await import('crossws/adapters/bun')
  const { handleUpgrade, websocket } = bunAdapter({
    hooks: upgradeHooks(app, (request) => answerUpgrade(app, request, peer)),
  })
  return {
    websocket: { ...websocket, maxPayloadLength: largestMessage.size, perMessageDeflate: false },
    async handleUpgrade(request, server) {
      const refusal = await handleUpgrade(request, server as never)
      if (refusal !== undefined) pendingUpgrades.get(request)?.accepted?.release()
      return refusal
    },
  }
}

/** Passes the upgrades of Deno's server to an app. */
export async function denoUpgrades(
  app: RoutedApp,
): Promise<(request: Request, info: FetchPeer) => Promise<Response>> {
  const { default: denoAdapter } = await import('crossws/adapters/deno')
  const peers = new WeakMap<Request, FetchPeer>()
  const { handleUpgrade } = denoAdapter({
    hooks: upgradeHooks(app, (request) => answerUpgrade(app, request, peers.get(request) ?? {})),
  })
  return (request, info) => {
    peers.set(request, info)
    return handleUpgrade(request, info as never).catch((error: unknown) => {
      pendingUpgrades.get(request)?.accepted?.release()
      throw error
    })
  }
}
