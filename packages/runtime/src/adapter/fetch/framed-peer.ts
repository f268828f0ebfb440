import type { Socket } from 'node:net'
import type { ServedSocket, SocketPeer } from '../../app/ws/pending-upgrades.ts'
import type { Connection } from './serve-upgrades.ts'

/** The used part of a WebSocket of ws. */
export interface FramedSocket {
  readonly readyState: number
  close(code?: number, reason?: string): void
  terminate(): void
  ping(): void
}

/** That of an open socket. */
const openState = 1

/** The message in one frame of a server, RFC 6455 section 5.2. */
export function frameOf(message: string | Uint8Array): Uint8Array {
  const isText = typeof message === 'string'
  const size = isText ? Buffer.byteLength(message) : message.length
  const start = size < 126 ? 2 : size < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(start + size)
  frame[0] = isText ? 0x81 : 0x82
  frame[1] = start === 2 ? size : start === 4 ? 126 : 127
  if (start === 4) frame.writeUInt16BE(size, 2)
  if (start === 10) frame.writeBigUInt64BE(BigInt(size), 2)
  if (isText) frame.write(message, start)
  else frame.set(message, start)
  return frame
}

/**
 * Writes frames to the connection itself, so that one serves many sockets. Those of ws are between them in one piece, in the order
 * of the calls, as without compression it writes at once.
 */
export class FramedPeer implements SocketPeer, Connection {
  served: ServedSocket | undefined
  readonly #socket: FramedSocket
  readonly #connection: Socket
  /** The bytes of the client at the last ping. */
  #seen = -1

  constructor(socket: FramedSocket, connection: Socket) {
    this.#socket = socket
    this.#connection = connection
  }

  get bufferedAmount(): number {
    return this.#connection.writableLength
  }

  /** Nothing may follow a close, which ws answers by itself. */
  send(frame: string | Uint8Array): void {
    if (this.#socket.readyState === openState) this.#connection.write(frame)
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  /** Finds out whether the client is there. It is cut when nothing has come since the last ping. */
  ping(): void {
    const { bytesRead } = this.#connection
    if (bytesRead === this.#seen) this.terminate()
    else if (this.#socket.readyState === openState) this.#socket.ping()
    this.#seen = bytesRead
  }
}
