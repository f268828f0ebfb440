import type { IncomingMessage, Server } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import type { RoutedApp } from '../../app/routed-app.ts'
import { onFirstSocketRoute } from '../../app/ws/pending-upgrades.ts'
import type { Upgrades } from '../fetch/node-upgrades.ts'

type UpgradableServer = Server | HttpsServer | Http2Server | Http2SecureServer

/** Passes the upgrades of a node server to an app, as soon as the process has a WebSocket route. */
export function takeUpgrades(server: UpgradableServer, app: RoutedApp): void {
  let upgrades: Promise<Upgrades> | undefined
  onFirstSocketRoute(() =>
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (!isWebSocket(request)) {
        readAgain(server, request, socket, head)
        return
      }
      socket.on('error', () => socket.destroy())
      upgrades ??= loadUpgrades(app)
      upgrades.then((take) => take(request, socket, head)).catch(() => socket.destroy())
    }),
  )
}

async function loadUpgrades(app: RoutedApp): Promise<Upgrades> {
  const { nodeUpgrades } = await import('../fetch/node-upgrades.ts')
  return nodeUpgrades(app)
}

function isWebSocket({ headers, httpVersionMinor }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && httpVersionMinor > 0
}

/** Any other protocol is not spoken here, and RFC 9110 section 7.8 lets a server ignore the field: the request is read without it. */
function readAgain(server: UpgradableServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    if (/^upgrade$/i.test(name)) continue
    const kept = /^connection$/i.test(name)
      ? value.split(',').filter((token) => !/^(upgrade|http2-settings)$/i.test(token.trim()))
      : [value]
    if (kept.length > 0) lines.push(`${name}: ${kept.join(',').trim()}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket)
}
