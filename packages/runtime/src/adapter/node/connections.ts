import type { Socket } from 'node:net'
import { hasServed } from './join-writes.ts'

/** The used part of an HTTP/1 or TLS server. */
interface Accepting {
  on(event: 'connection' | 'secureConnection', listener: (socket: Socket) => void): unknown
}

/** The open connections of a server. Node reports idle connections, but not those that were never used. */
export class Connections {
  /** By peer: a TLS connection replaces the TCP connection below it. */
  readonly #open = new Map<string, Socket>()

  constructor(server: Accepting) {
    const add = (socket: Socket): void => this.#add(socket)
    server.on('connection', add)
    server.on('secureConnection', add)
  }

  /**
   * Closes connections that have not sent a request yet. HTTP/2 connections are sessions, which close by themselves.
   */
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
    // It comes again with a request that is read again.
    if (this.#open.get(end) === socket) return
    this.#open.set(end, socket)
    // It comes once; `once` would keep a wrapper for each connection.
    socket.on('close', () => {
      if (this.#open.get(end) === socket) this.#open.delete(end)
    })
  }
}
