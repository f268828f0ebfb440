import type { ConnectionPeer } from '../../request/incoming.ts'

/** The second argument of a fetch handler: the peer of the connection, or an object that provides it. */
export type FetchPeer = ConnectionPeer | BunServer | DenoInfo

interface BunServer {
  requestIP(request: Request): { readonly address: string; readonly port: number } | null
}

/** Bun's server when `listen` has opened it. */
export interface OwnServer extends BunServer {
  /** Called when an answer takes time: the connection may be silent. */
  wait(request: Request): void
}

interface DenoInfo {
  /** For anything but a Unix socket, with `hostname` and `port`. */
  readonly remoteAddr: object
}

function isBunServer(peer: FetchPeer): peer is BunServer {
  return 'requestIP' in peer
}

export function isOwnServer(peer: FetchPeer): peer is OwnServer {
  return 'wait' in peer
}

/** Whether the peer was passed by a server of Bun or Deno. */
export function isServer(peer: FetchPeer): boolean {
  return 'requestIP' in peer || 'remoteAddr' in peer
}

/** The connection of a request. */
export function socketOf(request: Request, peer: FetchPeer): ConnectionPeer {
  const found = peerOf(request, peer)
  return { ...found, encrypted: found.encrypted ?? request.url.startsWith('https:') }
}

function peerOf(request: Request, peer: FetchPeer): ConnectionPeer {
  if (isBunServer(peer)) {
    const found = peer.requestIP(request)
    return { remoteAddress: found?.address, remotePort: found?.port }
  }
  if (!('remoteAddr' in peer)) return peer
  const { hostname, port }: { readonly hostname?: string; readonly port?: number } = peer.remoteAddr
  return { remoteAddress: hostname, remotePort: port }
}
