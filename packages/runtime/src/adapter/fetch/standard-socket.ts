import type { ServedSocket, SocketPeer } from '../../app/ws/pending-upgrades.ts'

/** The used part of a WebSocket of the web's standard, which Deno and workerd give their servers. */
export interface StandardSocket {
  binaryType: string
  readonly readyState: number
  /** Not in workerd. */
  readonly bufferedAmount?: number
  send(data: string | Uint8Array): void
  close(code?: number, reason?: string): void
  // biome-ignore lint/suspicious/noExplicitAny: each event has its own
  addEventListener(type: string, listener: (event: any) => void): void
}

/** That of an open socket. */
const openState = 1

export class StandardPeer implements SocketPeer {
  readonly #socket: StandardSocket

  constructor(socket: StandardSocket) {
    this.#socket = socket
  }

  get bufferedAmount(): number {
    return this.#socket.bufferedAmount ?? 0
  }

  /** After a close of either side it throws. */
  send(data: string | Uint8Array): void {
    if (this.#socket.readyState === openState) this.#socket.send(data)
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason)
  }

  /** There is no call for it. */
  terminate(): void {}
}

/** Passes on what happens to a socket. @param end called once or twice */
export function passEvents(
  socket: StandardSocket,
  served: () => ServedSocket | undefined,
  end: (code: number, reason: string) => void,
): void {
  // Otherwise newer compatibility dates of Workers give blobs.
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('message', ({ data }: { readonly data: string | ArrayBuffer }) =>
    served()?.received(typeof data === 'string' ? data : new Uint8Array(data)),
  )
  socket.addEventListener('error', () => end(1006, ''))
  socket.addEventListener('close', ({ code, reason }: { readonly code: number; readonly reason: string }) =>
    end(code, reason),
  )
}
