/// <reference path="./ws.d.ts" />
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { nextTick } from 'node:process'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { WebSocket, WebSocketServer } from 'ws'
import type { RoutedApp } from '../../app/routed-app.ts'
import { largestMessage } from '../../app/ws/pending-upgrades.ts'
import { onStop } from '../../ctx/stop-listeners.ts'
import { FramedPeer, frameOf } from './framed-peer.ts'
import { answerUpgrade, OpenSockets, type UpgradeAnswer, upgradeHeaders } from './serve-upgrades.ts'

/** Takes one upgrade of a node server. */
export type Upgrades = (request: IncomingMessage, connection: Socket, head: Buffer) => Promise<void>

/** Milliseconds between pings. */
const pingMs = 30_000

export function nodeUpgrades(app: RoutedApp): Upgrades {
  const sockets = new OpenSockets<FramedPeer>(app)
  const answers = new WeakMap<IncomingMessage, UpgradeAnswer>()
  const server = new WebSocketServer({
    noServer: true,
    WebSocket: NodeSocket,
    clientTracking: false,
    perMessageDeflate: false,
    // Unlimited: `maxRate` and `maxWaiting` limit them.
    maxPendingAutoPongs: 0,
    maxPayload: largestMessage.size,
    maxFragments: fragmentsOf(largestMessage.size),
    // The app has chosen, and the headers have its choice.
    handleProtocols: () => false,
  })
  server.on('headers', (lines, message) => {
    const { response, accepted } = answers.get(message) ?? refused
    for (const [name, value] of upgradeHeaders(response, accepted?.protocol)) lines.push(`${name}: ${value}`)
  })
  const pings = setInterval(() => {
    for (const peer of sockets) peer.ping()
  }, pingMs).unref()
  onStop(app.stopSignal, () => clearInterval(pings))
  // Shared by all sockets, as a closure takes memory for each.
  function onClose(this: NodeSocket, code: number, reason: Buffer): void {
    if (this.peer !== undefined) sockets.closed(this.peer, code, String(reason))
  }
  function onError(this: NodeSocket): void {
    if (this.peer !== undefined) sockets.closed(this.peer, 1006, '')
  }
  return async (message, connection, head) => {
    const left = new AbortController()
    const leave = (): void => left.abort()
    connection.once('close', leave)
    const request = requestOf(message, left.signal)
    if (request === undefined) {
      connection.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const { remoteAddress, remotePort } = message.socket
    const peer = { remoteAddress, remotePort, encrypted: 'encrypted' in message.socket }
    const answer = await answerUpgrade(app, request, peer, frameOf)
    const { response, accepted } = answer
    if (accepted === undefined) {
      await sendRefusal(connection, response)
      return
    }
    const { release } = accepted
    if (connection.destroyed) release()
    connection.off('close', leave)
    connection.once('close', release)
    answers.set(message, answer)
    server.handleUpgrade(message, connection, head, (socket) => {
      // An open socket is released at its close.
      connection.off('close', release)
      connection.prependListener('data', joinWrites)
      const peer = new FramedPeer(socket, connection)
      socket.peer = peer
      socket.on('message', onMessage)
      socket.on('ping', onPing)
      socket.on('error', onError)
      socket.on('close', onClose)
      sockets.open(peer, accepted, peer)
    })
  }
}

/** A WebSocket of ws. */
class NodeSocket extends WebSocket {
  peer: FramedPeer | undefined
}

function onMessage(this: NodeSocket, message: Buffer): void {
  this.peer?.served?.received(message)
}

function onPing(this: NodeSocket): void {
  this.peer?.served?.pinged()
}

/** The messages that answer those of one packet leave in one write, which is most of the cost of a message. */
function joinWrites(this: Duplex, packet: Uint8Array): void {
  if (isOneFrame(packet)) return
  this.cork()
  nextTick(uncork, this)
}

/** Of a message below 126 bytes, with its mask, as most are. */
function isOneFrame(packet: Uint8Array): boolean {
  const [, second = 0] = packet
  return packet.length === (second & 127) + 6
}

function uncork(socket: Duplex): void {
  socket.uncork()
}

/** A fragment, however short, keeps the packet in memory that it came in, up to 64 KiB. */
function fragmentsOf(size: number): number {
  return Math.max(128, Math.ceil(size / 512))
}

const refused = { response: new Response(null, { status: 500 }), accepted: undefined }

/** `undefined` for a target or a host that no URL has. */
function requestOf(message: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { url = '', method = 'GET', headers, rawHeaders, socket } = message
  const scheme = 'encrypted' in socket ? 'https' : 'http'
  try {
    const sent = new Headers()
    for (let i = 0; i < rawHeaders.length; i += 2) sent.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
    const target = url.startsWith('/') ? `${scheme}://${headers.host}${url}` : url
    return new Request(target, { method, headers: sent, signal })
  } catch {
    return undefined
  }
}

/** Sends an ordinary answer over the connection, which ends with it. */
async function sendRefusal(socket: Duplex, { status, headers, body }: Response): Promise<void> {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
  for (const [name, value] of headers) if (name !== 'connection') lines.push(`${name}: ${value}`)
  if (!headers.has('date')) lines.push(`date: ${new Date().toUTCString()}`)
  socket.write(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`)
  // A client that leaves is noticed by reading alone.
  socket.resume()
  if (body === null) socket.end()
  else await pipeline(Readable.fromWeb(body as never), socket)
}
