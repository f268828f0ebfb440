import { connect } from 'node:net'

const handshake =
  'GET /chat HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'

/** A text as a client's frame, masked with zeros; at most 64 kB. */
export function frameOf(text) {
  const content = Buffer.from(text)
  const head =
    content.length < 126
      ? [0x81, 0x80 | content.length]
      : [0x81, 0xfe, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), content])
}

/** A socket that counts the messages that it gets, and calls back for each group of them. */
export class BenchSocket {
  received = 0
  /** Bytes of the current frame that are still to come. */
  #left = 0
  #head = Buffer.alloc(0)
  #socket
  #wanted = Number.POSITIVE_INFINITY
  #reached = undefined
  onMessages = (_count) => undefined

  static open({ origin }) {
    return new Promise((resolve, reject) => {
      const own = new BenchSocket()
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      socket.setNoDelay(true)
      socket.once('error', reject)
      socket.once('data', (piece) => {
        const end = piece.indexOf('\r\n\r\n')
        if (end === -1 || !piece.toString('latin1', 0, 12).endsWith('101')) {
          reject(new Error(`no WebSocket: ${piece}`))
          return
        }
        own.#socket = socket
        own.#take(piece.subarray(end + 4))
        socket.on('data', (next) => own.#take(next))
        resolve(own)
      })
      socket.write(handshake)
    })
  }

  send(frames) {
    this.#socket.write(frames)
  }

  close() {
    this.#socket.destroy()
  }

  /** Resolves when so many messages have come. */
  until(total) {
    if (this.received >= total) return Promise.resolve()
    this.#wanted = total
    return new Promise((resolve) => {
      this.#reached = resolve
    })
  }

  #take(piece) {
    const before = this.received
    let at = Math.min(this.#left, piece.length)
    this.#left -= at
    let rest = at === 0 && this.#head.length > 0 ? Buffer.concat([this.#head, piece]) : piece
    this.#head = Buffer.alloc(0)
    while (at < rest.length) {
      const short = rest[at + 1] & 127
      const headLength = short === 126 ? 4 : short === 127 ? 10 : 2
      if (rest.length - at < headLength) {
        this.#head = rest.subarray(at)
        break
      }
      const length =
        short === 126
          ? rest.readUInt16BE(at + 2)
          : short === 127
            ? Number(rest.readBigUInt64BE(at + 2))
            : short
      if ((rest[at] & 15) < 3) this.received++
      at += headLength + length
    }
    if (at > rest.length) this.#left = at - rest.length
    rest = undefined
    if (this.received > before) this.onMessages(this.received - before)
    if (this.received >= this.#wanted) this.#reached?.()
  }
}
