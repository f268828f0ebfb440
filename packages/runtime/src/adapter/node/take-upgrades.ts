import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Http2SecureServer, Http2Server } from 'node:http2'
import type { Server as HttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { RoutedApp } from '../../app/routed-app.ts'
import { onFirstSocketRoute } from '../../app/ws/pending-upgrades.ts'
import { reportTo } from '../../ctx/ctx-host.ts'
import { announcesBody } from '../../request/header-lines.ts'
import type { Upgrades } from '../fetch/node-upgrades.ts'
import { noteServed } from './join-writes.ts'
import { maxRawHeaders } from './node-handler.ts'

type UpgradableServer = Server | HttpsServer | Http2Server | Http2SecureServer

/** Passes the upgrades of a node server to an app, as soon as the process has a WebSocket route. */
export function takeUpgrades(server: UpgradableServer, app: RoutedApp): void {
  let upgrades: Promise<Upgrades> | undefined
  onFirstSocketRoute(() => {
    // From Node 24.9 on, it serves any other request itself.
    Object.assign(server, { shouldUpgradeCallback: mayOpenSocket })
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', destroy)
      afterAnswers(socket, () => {
        if (!mayOpenSocket(request)) {
          socket.off('error', destroy)
          readAgain(server, request, socket, head)
          return
        }
        noteServed(socket)
        upgrades ??= loadUpgrades(app, request.url)
        upgrades.then((take) => take(request, socket, head)).catch(() => socket.destroy())
      })
    })
  })
}

/** One function for all: a closure would keep the upgrade as long as the socket is open. */
function destroy(this: Duplex): void {
  this.destroy()
}

async function loadUpgrades(app: RoutedApp, path: string = ''): Promise<Upgrades> {
  try {
    const { nodeUpgrades } = await import('../fetch/node-upgrades.ts')
    return nodeUpgrades(app)
  } catch (error) {
    // A bundle may lack ws.
    reportTo(app.settings.onError, error, { method: 'GET', path })
    throw error
  }
}

/** Not with a body, which node would not read any more, nor with headers that node has dropped. */
function mayOpenSocket({ method, headers, httpVersionMinor, rawHeaders }: IncomingMessage): boolean {
  const isWebSocket = headers.upgrade?.toLowerCase() === 'websocket' && httpVersionMinor > 0
  return isWebSocket && method === 'GET' && !announcesBody(rawHeaders) && rawHeaders.length < maxRawHeaders
}

/** Waits for the answers to earlier requests of the connection, which node does not. */
function afterAnswers(socket: Duplex, take: () => void): void {
  const pending: unknown = Reflect.get(socket, '_httpMessage')
  if (!isAnswer(pending)) {
    take()
    return
  }
  pending.once('finish', () => {
    // Node has begun to wait for the next request.
    if ('setTimeout' in socket && typeof socket.setTimeout === 'function') socket.setTimeout(0)
    afterAnswers(socket, take)
  })
}

function isAnswer(value: unknown): value is ServerResponse {
  return typeof value === 'object' && value !== null
}

/** RFC 9110 section 7.8 lets a server ignore the field: the request is read without it, body and all. */
function readAgain(server: UpgradableServer, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request
  // As many lines as before, so that too many are refused.
  const isFull = rawHeaders.length >= maxRawHeaders
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2)
    const kept = keptOf(name, value)
    if (kept !== undefined || isFull) lines.push(`${name}: ${kept ?? ''}`)
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]))
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket)
}

/** The value of a header without the upgrade; `undefined` for nothing. */
function keptOf(name: string, value: string): string | undefined {
  if (/^upgrade$/i.test(name)) return undefined
  if (!/^connection$/i.test(name)) return value
  const kept = value.split(',').filter((token) => !/^(upgrade|http2-settings)$/i.test(token.trim()))
  return kept.length === 0 ? undefined : kept.join(',').trim()
}
