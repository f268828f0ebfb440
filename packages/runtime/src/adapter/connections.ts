import type { Socket } from 'node:net'
import { hasServed } from './join-writes.ts'

/** What of a server of HTTP/1 or TLS is used here. */
interface Accepting {
  on(event: 'connection' | 'secureConnection', listener: (socket: Socket) => void): unknown
}

/** The open connections of a server. Node tells of those that are idle, but not of those that were never used. */
export class Connections {
  /** By the other end: a TLS connection takes the place of the one it is on. */
  readonly #open = new Map<string, Socket>()

  constructor(server: Accepting) {
    const add = (socket: Socket): void => this.#add(socket)
    server.on('connection', add)
    server.on('secureConnection', add)
  }

  /** Closes those that have not brought a request yet. Those of HTTP/2 are sessions, which close by themselves. */
  closeUnused(): void {
    for (const socket of this.#open.values()) {
      if (!hasServed(socket) && !('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) socket.destroy()
    }
  }

  closeAll(): void {
    for (const socket of this.#open.values()) socket.destroy()
  }

  #add(socket: Socket): void {
    const end = `${socket.remoteAddress} ${socket.remotePort}`
    this.#open.set(end, socket)
    socket.once('close', () => {
      if (this.#open.get(end) === socket) this.#open.delete(end)
    })
  }
}
