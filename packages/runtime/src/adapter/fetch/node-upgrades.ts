import { type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http'
import { nextTick } from 'node:process'
import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RoutedApp } from '../../app/routed-app.ts'
import { type AcceptedUpgrade, largestMessage, type SocketPeer } from '../../app/ws/pending-upgrades.ts'
import { FramedPeer, frameOf, type NodePeer } from './framed-peer.ts'
import { answerUpgrade, type UpgradeAnswer, upgradeHooks } from './serve-upgrades.ts'

/** Takes one upgrade of a node server. */
export type Upgrades = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>

export async function nodeUpgrades(app: RoutedApp): Promise<Upgrades> {
  const { default: nodeAdapter } = await import('crossws/adapters/node')
  const answers = new WeakMap<object, UpgradeAnswer>()
  // Those of ws, whose types lack some.
  const serverOptions = {
    maxPayload: largestMessage.size,
    maxFragments: fragmentsOf(largestMessage.size),
    perMessageDeflate: false,
  }
  const adapter = nodeAdapter({
    hooks: upgradeHooks(app, (key) => answers.get(key) ?? refused),
    serverOptions,
  })
  return async (message, socket, head) => {
    const left = new AbortController()
    const leave = (): void => left.abort()
    socket.once('close', leave)
    const request = requestOf(message, left.signal)
    if (request === undefined) {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    const { remoteAddress, remotePort } = message.socket
    const peer = { remoteAddress, remotePort, encrypted: 'encrypted' in message.socket }
    const { response, accepted } = await answerUpgrade(app, request, peer, frameOf)
    if (accepted === undefined) {
      await sendRefusal(socket, response)
      return
    }
    const { release } = accepted
    if (socket.destroyed) release()
    socket.off('close', leave)
    socket.once('close', release)
    let isOpen = false
    const open: AcceptedUpgrade['open'] = (peer) => {
      isOpen = true
      return accepted.open(new FramedPeer(peer as SocketPeer & NodePeer, socket))
    }
    const key = new UpgradeKey()
    answers.set(key, { response, accepted: { ...accepted, open } })
    await adapter.handleUpgrade(handshakeOf(message), socket, head, key as unknown as Request)
    answers.delete(key)
    if (!isOpen) return
    // An open socket is released at its close.
    socket.off('close', release)
    socket.prependListener('data', joinWrites)
  }
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

/** Stands for a request to crossws, which keeps it as long as the socket is open. */
class UpgradeKey {
  readonly url = 'http://socket/'
}

/** The parts of a request that ws reads: crossws keeps them, and a whole request takes more than a kilobyte. */
function handshakeOf({ headers, socket }: IncomingMessage): IncomingMessage {
  const own: IncomingHttpHeaders = {}
  for (const name of handshakeHeaders) if (headers[name] !== undefined) own[name] = headers[name]
  const used: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'> = {
    method: 'GET',
    url: '/',
    headers: own,
    socket,
  }
  return used as IncomingMessage
}

const handshakeHeaders = [
  'upgrade',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
] as const

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
