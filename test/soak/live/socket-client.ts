import { once } from 'node:events'
import { get } from 'node:http'
import type { Duplex } from 'node:stream'

/** A WebSocket that can be cut, as a phone's is, which those of libraries cannot. */
export class SocketClient {
  readonly #connection: Duplex
  readonly #take: (text: string) => void
  #bytes: Buffer = Buffer.alloc(0)
  readonly closed: Promise<unknown>

  private constructor(connection: Duplex, take: (text: string) => void) {
    this.#connection = connection
    this.#take = take
    this.closed = new Promise((resolve) => connection.once('close', resolve))
    connection.on('error', () => {})
    connection.on('data', (piece: Buffer) => this.#read(piece))
  }

  static async open(url: string, take: (text: string) => void): Promise<SocketClient> {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const [, connection, head] = await once(get(url, { headers }), 'upgrade')
    const client = new SocketClient(connection, take)
    client.#read(head)
    return client
  }

  /** @param text at most 125 bytes */
  send(text: string): void {
    this.#write(0x81, Buffer.from(text))
  }

  close(): void {
    this.#write(0x88, Buffer.from([0x03, 0xe8]))
  }

  cut(): void {
    this.#connection.destroy()
  }

  /** Masked with zeros. */
  #write(first: number, content: Buffer): void {
    this.#connection.write(Buffer.concat([Buffer.from([first, 0x80 | content.length, 0, 0, 0, 0]), content]))
  }

  /** Frames of less than 64 KiB, as the service sends them. */
  #read(piece: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, piece])
    for (;;) {
      const [first = 0, short = 0] = this.#bytes
      const start = short === 126 ? 4 : 2
      if (this.#bytes.length < start) return
      const end = start + (short === 126 ? this.#bytes.readUInt16BE(2) : short)
      if (this.#bytes.length < end) return
      const content = this.#bytes.subarray(start, end)
      this.#bytes = this.#bytes.subarray(end)
      if ((first & 15) === 1) this.#take(String(content))
      if ((first & 15) === 9) this.#write(0x8a, content)
    }
  }
}
