import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { RoomEvent } from '../../fixtures/valid/channels/dto.bind.ts'
import { said, serveRooms } from './shared.ts'

/** More than the buffers of two kernels and the limits of the server hold. */
const backlog = 30_000
const text = 'x'.repeat(480)

const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

/** A client that reads only on demand. */
abstract class SlowClient {
  readonly #connection: Socket
  protected bytes = Buffer.alloc(0)

  /** @param head the lines of its request */
  constructor(port: number, head: string) {
    this.#connection = connect(port, '127.0.0.1').pause()
    this.#connection.write(`GET ${head}\r\n\r\n`)
  }

  /** The head of the answer has come, and the server sends. */
  async begins(): Promise<void> {
    await once(this.#connection, 'readable')
  }

  /** All messages up to one, taken slowly. */
  async until(isLast: (message: RoomEvent) => boolean): Promise<readonly RoomEvent[]> {
    const messages: RoomEvent[] = []
    for await (const piece of this.#connection.iterator({ destroyOnReturn: false })) {
      this.bytes = Buffer.concat([this.bytes, piece])
      for (let one = this.next(); one !== undefined; one = this.next()) {
        messages.push(one)
        if (isLast(one)) return messages
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    throw new Error(`the connection ended after ${messages.length} messages`)
  }

  close(): void {
    this.#connection.destroy()
  }

  /** Takes a message from the bytes. */
  protected abstract next(): RoomEvent | undefined
}

class SlowSocket extends SlowClient {
  #isOpen = false

  constructor(port: number, since: string) {
    super(port, `/rooms/7?since=${encodeURIComponent(since)} HTTP/1.1\r\nHost: a\r\n${upgrade}`.trimEnd())
  }

  protected next(): RoomEvent | undefined {
    if (!this.#isOpen) {
      const end = this.bytes.indexOf('\r\n\r\n')
      if (end < 0) return undefined
      this.bytes = this.bytes.subarray(end + 4)
      this.#isOpen = true
    }
    const [, short = 0] = this.bytes
    const start = short === 126 ? 4 : 2
    if (this.bytes.length < start) return undefined
    const end = start + (short === 126 ? this.bytes.readUInt16BE(2) : short)
    if (this.bytes.length < end) return undefined
    const message = String(this.bytes.subarray(start, end))
    this.bytes = this.bytes.subarray(end)
    return JSON.parse(message)
  }
}

class SlowStream extends SlowClient {
  constructor(port: number, since: string) {
    super(port, `/rooms/7/events HTTP/1.0\r\nHost: a\r\nLast-Event-ID: ${since}`)
  }

  protected next(): RoomEvent | undefined {
    for (;;) {
      const end = this.bytes.indexOf('\n\n')
      if (end < 0) return undefined
      const data = /^data: (.*)$/m.exec(String(this.bytes.subarray(0, end)))?.[1]
      this.bytes = this.bytes.subarray(end + 2)
      if (data !== undefined) return JSON.parse(data)
    }
  }
}

/** The numbers of what was said, and the other events by name. */
function summaryOf(messages: readonly RoomEvent[]): readonly (number | string)[] {
  return messages.flatMap<number | string>((one) =>
    one.event === 'said' ? [one.n] : one.event === 'missed' ? ['missed'] : [],
  )
}

for (const [name, Client] of [
  ['socket', SlowSocket],
  ['stream of events', SlowStream],
] as const) {
  test(`a slow ${name} gets all missed messages, and those sent meanwhile`, async () => {
    const { app, port, room, errors } = await serveRooms({}, { keep: backlog + 100 })
    const first = await room('7').publish(said(-1))
    for (let n = 0; n < backlog; n++) await room('7').publish(said(n, text))
    const client = new Client(port, first)
    await client.begins()
    for (let n = backlog; n < backlog + 50; n++) await room('7').publish(said(n, text))
    const messages = await client.until((one) => one.event === 'said' && one.n === backlog + 49)
    assert.equal(
      summaryOf(messages),
      Array.from({ length: backlog + 50 }, (_, n) => n),
    )
    assert.equal(errors, [])
    client.close()
    await app.shutdown({ timeout: 3000 })
  })

  test(`a ${name} that is slower than the log gets a gap, and continues`, async () => {
    const { app, port, room, errors } = await serveRooms({}, { keep: backlog })
    const first = await room('7').publish(said(-1))
    for (let n = 0; n < backlog; n++) await room('7').publish(said(n, text))
    const client = new Client(port, first)
    await client.begins()
    for (let n = backlog; n < 2 * backlog; n++) await room('7').publish(said(n, text))
    const before = summaryOf(await client.until(({ event }) => event === 'missed'))
    assert.ok(before.length > 1000 && before.length < backlog, `${before.length} messages`)
    assert.equal(before, [...Array.from({ length: before.length - 1 }, (_, n) => n), 'missed'])
    await room('7').publish(said(-2))
    const after = summaryOf(await client.until((one) => one.event === 'said'))
    assert.equal(after, [-2])
    assert.equal(errors, [])
    client.close()
    await app.shutdown({ timeout: 3000 })
  })
}

test.run()
