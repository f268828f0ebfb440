import type { IncomingMessage, Server } from 'node:http'
import type { Http2SecureServer } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { RoutedApp } from '../../app/routed-app.ts'
import { largestMessage, onFirstSocketRoute, pendingUpgrades } from '../../app/ws/pending-upgrades.ts'
import type { FetchPeer } from './fetch-peer.ts'
import { upgradeHooks } from './serve-upgrades.ts'

type UpgradableServer = Server | HttpsServer | Http2SecureServer

type Upgrades = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>

/** Passes the upgrades of a node server to an app, as soon as the process has a WebSocket route. */
export function takeUpgrades(server: UpgradableServer, app: RoutedApp): void {
  let upgrades: Promise<Upgrades> | undefined
  onFirstSocketRoute(() =>
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      upgrades ??= nodeUpgrades(app)
      upgrades.then((take) => take(request, socket, head)).catch(() => socket.destroy())
    }),
  )
}

async function nodeUpgrades(app: RoutedApp): Promise<Upgrades> {
  const { default: nodeAdapter } = await import('crossws/adapters/node')
  const peers = new WeakMap<Request, FetchPeer>()
  const adapter = nodeAdapter({
    hooks: upgradeHooks(app, (request) => peers.get(request) ?? {}),
    serverOptions: { maxPayload: largestMessage.size, perMessageDeflate: false },
  })
  return async (message, socket, head) => {
    const request = requestOf(message)
    if (request === undefined) {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const { remoteAddress, remotePort } = message.socket
    peers.set(request, { remoteAddress, remotePort, encrypted: 'encrypted' in message.socket })
    socket.once('close', () => pendingUpgrades.get(request)?.accepted?.release())
    await adapter.handleUpgrade(message, socket, head, request)
  }
}

/** `undefined` for a target or a host that no URL has. */
function requestOf({ url = '', method, headers, rawHeaders, socket }: IncomingMessage): Request | undefined {
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  try {
    const sent = new Headers()
    for (let i = 0; i < rawHeaders.length; i += 2) sent.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
    const target = url.startsWith('/') ? `${scheme}://${headers.host}${url}` : url
    return new Request(target, { method: method ?? 'GET', headers: sent })
  } catch {
    return undefined
  }
}
