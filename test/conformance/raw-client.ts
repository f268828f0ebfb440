import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ClientResponse } from './client-response.ts'
import { ResponseParser } from './response-parser.ts'

/** One HTTP/1 connection that sends exactly the given bytes. */
export class RawConnection {
  readonly #socket: Socket
  #usable = true

  private constructor(socket: Socket) {
    this.#socket = socket
    // Readers see failures themselves; one between reads must not crash the process.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#usable = false
    })
    socket.on('end', () => {
      this.#usable = false
    })
  }

  static open(port: number, tls: boolean): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const host = '127.0.0.1'
      const socket = tls ? connectTls({ port, host, rejectUnauthorized: false }) : connectTcp({ port, host })
      const connection = new RawConnection(socket)
      socket.once('error', reject)
      socket.once(tls ? 'secureConnect' : 'connect', () => resolve(connection))
    })
  }

  /** Whether the connection can take another request. */
  get usable(): boolean {
    return this.#usable
  }

  /** Sends a request and reads its response; never rejects. */
  exchange(bytes: Buffer, method: string, cutAfterFirstChunk = false): Promise<ClientResponse> {
    const socket = this.#socket
    const parser = new ResponseParser(method)
    return new Promise((resolve) => {
      let clean = true
      const finish = (wasCut = false): void => {
        for (const [event, listener] of listeners) socket.off(event, listener)
        if (!this.#keepsAlive(parser)) socket.destroy()
        resolve(parser.result(wasCut))
      }
      const onData = (chunk: Buffer): void => {
        parser.push(chunk)
        if (cutAfterFirstChunk && parser.hasBodyBytes) {
          socket.destroy()
          finish(true)
        } else if (parser.done) finish()
      }
      const onEnd = (): void => {
        parser.end(clean)
        finish()
      }
      const onError = (): void => {
        clean = false
      }
      const listeners = [
        ['data', onData],
        ['error', onError],
        ['close', onEnd],
      ] as const
      for (const [event, listener] of listeners) socket.on(event, listener)
      if (socket.destroyed) finish()
      else socket.write(bytes)
    })
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #keepsAlive(parser: ResponseParser): boolean {
    const { ending, headers } = parser.result()
    const closes = headers.some(([name, value]) => name === 'connection' && value.toLowerCase() === 'close')
    if (ending !== 'complete' || closes) this.#usable = false
    return this.#usable
  }
}
