import type { SocketWork } from './socket-work.ts'

/** The upgrade of a request, which a route may accept. */
export interface Upgrade {
  accepted?: AcceptedUpgrade
  /** Counts an upgrade until it is refused, or the last hook of its socket has ended. */
  readonly work: SocketWork
  /** Puts a message into the form that the peer sends, where it takes another one. */
  readonly pack?: Pack
}

export type Pack = (message: string | Uint8Array) => string | Uint8Array

export interface AcceptedUpgrade {
  /** The chosen subprotocol. */
  readonly protocol: string | undefined
  /** @param peer the connection */
  readonly open: (peer: SocketPeer) => ServedSocket
  /** The connection could not be opened, or is closed. */
  readonly release: () => void
}

/** An open socket, as the server passes on what happens to it. */
export interface ServedSocket {
  received(message: string | Uint8Array): void
  /** A ping, which the library answers. */
  pinged(): void
  closed(code: number, reason: string): void
  /** The app stops. */
  goAway(): void
}

/** The connection of a WebSocket, by the runtime's library. */
export interface SocketPeer {
  readonly bufferedAmount: number
  /** @param data as the upgrade's `pack` gives it */
  send(data: string | Uint8Array): unknown
  close(code?: number, reason?: string): void
  terminate(): void
}

/** The upgrades of the requests that a server passes on: another server cannot open a socket. */
export const pendingUpgrades: WeakMap<object, Upgrade> = new WeakMap()

/** The largest message of all routes, for servers that take one limit. */
export const largestMessage: { size: number } = { size: 64 * 1024 }

let isUsed = false
const waiting = new Set<() => void>()

/** Calls back when the process has its first WebSocket route: only then a server handles upgrades by itself. */
export function onFirstSocketRoute(call: () => void): void {
  if (isUsed) call()
  else waiting.add(call)
}

/** Whether the process has a WebSocket route. */
export function hasSocketRoutes(): boolean {
  return isUsed
}

/** Notes that there is a WebSocket route. @param size of its largest message */
export function noteSocketRoute(size: number): void {
  largestMessage.size = Math.max(largestMessage.size, size)
  isUsed = true
  for (const call of waiting) call()
  waiting.clear()
}
