import { type Socket as Connection, connect } from 'node:net'
import { constants, deflateRawSync } from 'node:zlib'
import { App, type ListenAddress } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { RawSocket } from '../../fixtures/valid/sockets/dto.bind.ts'

/*
 * Frames that no library of a client sends. Those with a number are of the Autobahn test suite, whose own run needs Python 2;
 * ws, which opens the sockets on Node, publishes its results with each release.
 */

const handshake = (headers = ''): string =>
  `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`

const op = { more: 0, text: 1, bytes: 2, close: 8, ping: 9, pong: 10 } as const

interface FrameOptions {
  readonly isLast?: boolean
  /** Reserved bits, 4 for compression. */
  readonly reserved?: number
  readonly isMasked?: boolean
  /** In place of that of the content. */
  readonly length?: number | bigint
}

/** A frame of a client, masked. */
function frame(
  opcode: number,
  content: string | Uint8Array = '',
  { isLast = true, reserved = 0, isMasked = true, length }: FrameOptions = {},
): Buffer {
  const bytes = Buffer.from(content as string)
  const size = length ?? bytes.length
  const mask = isMasked ? Buffer.from([1, 2, 3, 4]) : Buffer.alloc(0)
  const head = Buffer.alloc(size < 126 ? 2 : size < 65_536 ? 4 : 10)
  head[0] = (isLast ? 0x80 : 0) | (reserved << 4) | opcode
  head[1] = (isMasked ? 0x80 : 0) | (size < 126 ? Number(size) : size < 65_536 ? 126 : 127)
  if (head.length === 4) head.writeUInt16BE(Number(size), 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(size), 2)
  const masked = bytes.map((byte, i) => (isMasked ? byte ^ (mask[i % 4] ?? 0) : byte))
  return Buffer.concat([head, mask, masked])
}

interface ServerFrame {
  readonly opcode: number
  readonly content: Buffer
}

/** A connection that reads the frames of the server. */
class RawClient {
  readonly connection: Connection
  #bytes = Buffer.alloc(0)
  #hasEnded = false
  #changed = (): void => {}

  constructor(connection: Connection) {
    this.connection = connection
    connection.on('error', () => {})
    connection.on('data', (piece) => {
      this.#bytes = Buffer.concat([this.#bytes, piece])
      this.#changed()
    })
    connection.on('close', () => {
      this.#hasEnded = true
      this.#changed()
    })
  }

  static async open(port: number, headers = ''): Promise<RawClient> {
    const client = new RawClient(connect(port, '127.0.0.1'))
    client.connection.write(handshake(headers))
    const head = await client.head()
    assert.match(head, /^HTTP\/1\.1 101 /)
    // No compression is negotiated, whatever a client offers.
    assert.not.match(head.toLowerCase(), 'sec-websocket-extensions')
    return client
  }

  send(...frames: readonly Uint8Array[]): this {
    this.connection.write(Buffer.concat(frames))
    return this
  }

  async head(): Promise<string> {
    while (!this.#bytes.includes('\r\n\r\n')) await this.#more()
    const end = this.#bytes.indexOf('\r\n\r\n')
    const head = String(this.#bytes.subarray(0, end))
    this.#bytes = this.#bytes.subarray(end + 4)
    return head
  }

  /** The next frame; `undefined` at the end of the connection. */
  async next(): Promise<ServerFrame | undefined> {
    for (;;) {
      const [first = 0, second = 0] = this.#bytes
      const short = second & 127
      const start = short === 127 ? 10 : short === 126 ? 4 : 2
      if (this.#bytes.length >= start) {
        const length =
          short === 127
            ? Number(this.#bytes.readBigUInt64BE(2))
            : short === 126
              ? this.#bytes.readUInt16BE(2)
              : short
        if (this.#bytes.length >= start + length) {
          const content = this.#bytes.subarray(start, start + length)
          this.#bytes = this.#bytes.subarray(start + length)
          // Neither a fragment nor compressed, nor masked.
          assert.is(first & 0xf0, 0x80)
          assert.is(second & 0x80, 0)
          return { opcode: first & 15, content }
        }
      }
      if (this.#hasEnded) return undefined
      await this.#more()
    }
  }

  /** The code of the server's close, behind all other frames. */
  async closeCode(): Promise<number | undefined> {
    for (;;) {
      const got = await this.next()
      if (got === undefined) return undefined
      if (got.opcode === op.close) return got.content.length < 2 ? 1005 : got.content.readUInt16BE(0)
    }
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve
    })
  }
}

type Use = (server: ListenAddress, errors: unknown[]) => Promise<void>

/** A socket that sends each message back as it came. */
async function withEcho(use: Use): Promise<void> {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error) })
  app.ws('/', RawSocket, {
    maxRate: 1_000_000,
    message: (socket, message) => socket.send(message),
  })
  const server = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    await use(server, errors)
  } finally {
    await app.shutdown({ timeout: 3000 })
  }
}

const content = (text: string | Buffer): readonly [number, string] => [op.bytes, String(text)]

/** Frames, and the answers: contents of messages, pongs, and the code of a close. */
type Case = readonly [
  name: string,
  frames: readonly Uint8Array[],
  answers: readonly (readonly [opcode: number, content: string])[],
  close?: number,
]

const x = (length: number): string => 'x'.repeat(length)
const closing = (code: number, reason: string | Uint8Array = ''): Buffer =>
  Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason as string)])
const bye = frame(op.close, closing(1000))
const part = (opcode: number, text: string): Buffer => frame(opcode, text, { isLast: false })
const euro = Buffer.from('κόσμε')
const overlong = Buffer.from([0xce, 0xba, 0xed, 0xa0, 0x80, 0x65])

const cases: readonly Case[] = [
  ['1.1.1 an empty text', [frame(op.text), bye], [content('')], 1000],
  ['1.1.5 a text of 127 bytes', [frame(op.text, x(127)), bye], [content(x(127))], 1000],
  ['1.1.6 a text of 128 bytes', [frame(op.text, x(128)), bye], [content(x(128))], 1000],
  ['1.1.7 a text of 65535 bytes', [frame(op.text, x(65_535)), bye], [content(x(65_535))], 1000],
  ['1.2.1 empty bytes', [frame(op.bytes), bye], [content('')], 1000],
  ['1.2.3 126 bytes', [frame(op.bytes, x(126)), bye], [content(x(126))], 1000],
  ['2.1 an empty ping', [frame(op.ping), bye], [[op.pong, '']], 1000],
  ['2.4 a ping of 125 bytes', [frame(op.ping, x(125)), bye], [[op.pong, x(125)]], 1000],
  ['2.5 a ping of 126 bytes', [frame(op.ping, x(126))], [], 1002],
  ['2.7 a pong that nobody asked for', [frame(op.pong), frame(op.text, 'a'), bye], [content('a')], 1000],
  [
    '2.10 ten pings',
    [...Array.from({ length: 10 }, (_, i) => frame(op.ping, `${i}`)), bye],
    Array.from({ length: 10 }, (_, i) => [op.pong, `${i}`] as const),
    1000,
  ],
  [
    'a hundred pings, for which a client need not wait',
    [...Array.from({ length: 100 }, () => frame(op.ping)), bye],
    Array.from({ length: 100 }, () => [op.pong, ''] as const),
    1000,
  ],
  ['3.1 a reserved bit', [frame(op.text, 'a', { reserved: 1 })], [], 1002],
  [
    '3.2 a reserved bit after a message',
    [frame(op.text, 'a'), frame(op.text, 'b', { reserved: 2 })],
    [content('a')],
    1002,
  ],
  ['3.7 all reserved bits in a close', [frame(op.close, '', { reserved: 7 })], [], 1002],
  ...[3, 4, 5, 6, 7].map((opcode): Case => [`4.1 the opcode ${opcode}`, [frame(opcode, 'a')], [], 1002]),
  ...[11, 12, 13, 14, 15].map((opcode): Case => [`4.2 the opcode ${opcode}`, [frame(opcode)], [], 1002]),
  ['5.1 a ping in two fragments', [part(op.ping, 'a'), frame(op.more, 'b')], [], 1002],
  ['5.3 a text in two fragments', [part(op.text, 'a'), frame(op.more, 'b'), bye], [content('ab')], 1000],
  [
    '5.6 a ping between fragments',
    [part(op.text, 'a'), frame(op.ping, 'p'), frame(op.more, 'b'), bye],
    [[op.pong, 'p'], content('ab')],
    1000,
  ],
  ['5.9 a fragment of nothing', [frame(op.more, 'a')], [], 1002],
  [
    '5.13 a last fragment of nothing after a message',
    [frame(op.text, 'a'), frame(op.more, 'b')],
    [content('a')],
    1002,
  ],
  ['5.18 a text within a text', [part(op.text, 'a'), frame(op.text, 'b')], [], 1002],
  [
    '5.19 pings between empty fragments',
    [
      part(op.text, ''),
      frame(op.ping, '1'),
      part(op.more, ''),
      frame(op.ping, '2'),
      frame(op.more, 'c'),
      bye,
    ],
    [[op.pong, '1'], [op.pong, '2'], content('c')],
    1000,
  ],
  [
    '6.1 three empty fragments',
    [part(op.text, ''), part(op.more, ''), frame(op.more, ''), bye],
    [content('')],
    1000,
  ],
  [
    '6.2 a character in many fragments',
    [
      part(op.text, ''),
      ...[...euro].map((byte) => frame(op.more, Buffer.from([byte]), { isLast: false })),
      frame(op.more),
      bye,
    ],
    [content(euro)],
    1000,
  ],
  ['6.3 a surrogate in UTF-8', [frame(op.text, overlong)], [], 1007],
  ['6.4 a surrogate in a fragment', [part(op.text, ''), frame(op.more, overlong)], [], 1007],
  ['6.6 half of a character', [frame(op.text, euro.subarray(0, 3))], [], 1007],
  ['6.12 an overlong slash', [frame(op.text, Buffer.from([0xc0, 0xaf]))], [], 1007],
  ['6.20 beyond U+10FFFF', [frame(op.text, Buffer.from([0xf4, 0x90, 0x80, 0x80]))], [], 1007],
  ['bytes need not be UTF-8', [frame(op.bytes, 'a'), bye], [content('a')], 1000],
  ['7.1.1 a close', [frame(op.text, 'a'), bye], [content('a')], 1000],
  ['7.1.3 a ping after the close', [bye, frame(op.ping, 'a')], [], 1000],
  ['7.1.4 a text after the close', [bye, frame(op.text, 'a')], [], 1000],
  [
    '7.1.6 a message, a close and a ping',
    [frame(op.text, x(60_000)), bye, frame(op.ping)],
    [content(x(60_000))],
    1000,
  ],
  ['7.3.1 a close without a code', [frame(op.close)], [], 1005],
  ['7.3.2 a close of one byte', [frame(op.close, 'a')], [], 1002],
  ['7.3.5 a close with a reason of 123 bytes', [frame(op.close, closing(1000, x(123)))], [], 1000],
  ['7.3.6 a close of 126 bytes', [frame(op.close, closing(1000, x(124)))], [], 1002],
  ['7.5.1 a reason that is not UTF-8', [frame(op.close, closing(1000, overlong))], [], 1007],
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map(
    (code): Case => [`7.7 a close with ${code}`, [frame(op.close, closing(code))], [], code],
  ),
  ...[0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999].map(
    (code): Case => [`7.9 a close with ${code}`, [frame(op.close, closing(code))], [], 1002],
  ),
  ['a frame without a mask', [frame(op.text, 'a', { isMasked: false })], [], 1002],
  ['9.1 a message beyond the limit', [frame(op.text, x(65_537))], [], 1009],
  [
    '9.3 a message beyond the limit in fragments',
    [part(op.text, x(65_000)), frame(op.more, x(1000))],
    [],
    1009,
  ],
  [
    'a message in 128 fragments',
    [part(op.text, 'a'), ...Array.from({ length: 126 }, () => part(op.more, 'a')), frame(op.more, 'a'), bye],
    [content(x(128).replaceAll('x', 'a'))],
    1000,
  ],
  [
    'a message in more fragments, empty ones too',
    [part(op.text, 'a'), ...Array.from({ length: 128 }, () => part(op.more, ''))],
    [],
    1008,
  ],
  ['a length of 2^62', [frame(op.bytes, '', { length: 2n ** 62n })], [], 1009],
  ['a length of 2^63 and more', [frame(op.bytes, '', { length: 2n ** 64n - 1n })], [], 1009],
]

/** A message as permessage-deflate has it, RFC 7692 section 7.2.1. */
const deflated = (text: string | Uint8Array): Buffer =>
  deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4)

/** Of clients that compress although the server has declined it. */
const compressed: readonly Case[] = [
  ['a compressed text', [frame(op.text, deflated(x(1000)), { reserved: 4 })], [], 1002],
  ['compressed bytes', [frame(op.bytes, deflated(x(1000)), { reserved: 4 })], [], 1002],
  [
    'a compressed text behind one as it is',
    [frame(op.text, 'a'), frame(op.text, deflated('b'), { reserved: 4 })],
    [content('a')],
    1002,
  ],
  [
    'a compressed text in fragments',
    [
      frame(op.text, deflated('ab').subarray(0, 2), { isLast: false, reserved: 4 }),
      frame(op.more, deflated('ab').subarray(2)),
    ],
    [],
    1002,
  ],
  ['a compressed fragment', [part(op.text, 'a'), frame(op.more, deflated('b'), { reserved: 4 })], [], 1002],
  ['a compressed ping', [frame(op.ping, deflated('a'), { reserved: 4 })], [], 1002],
  ['an empty compressed text', [frame(op.text, '', { reserved: 4 })], [], 1002],
  ['data that are not deflated', [frame(op.text, Buffer.from([255, 255, 255]), { reserved: 4 })], [], 1002],
  ['a bomb', [frame(op.text, deflated(Buffer.alloc(10_000_000)), { reserved: 4 })], [], 1002],
]

/** Offers of clients: Autobahn's 12 and 13, RFC 7692 section 7.1, and wrong ones. */
const offers: readonly string[] = [
  'permessage-deflate',
  'permessage-deflate; client_max_window_bits',
  ...[8, 9, 15].flatMap((bits) => [
    `permessage-deflate; server_max_window_bits=${bits}`,
    `permessage-deflate; client_max_window_bits=${bits}; server_max_window_bits="${bits}"`,
    `permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=${bits}`,
  ]),
  'permessage-deflate; server_no_context_takeover',
  'permessage-deflate; client_no_context_takeover, permessage-deflate',
  'permessage-deflate; server_max_window_bits=99',
  'permessage-deflate; client_max_window_bits; client_max_window_bits',
  'permessage-deflate; unknown=1',
  'permessage-bzip2, x-webkit-deflate-frame',
  ';=,,',
]

for (const [name, frames, answers, close] of [...cases, ...compressed]) {
  test(`${name}, whole and byte by byte`, () =>
    withEcho(async ({ port }, errors) => {
      const sum = Buffer.concat(frames)
      for (const size of sum.length > 1000 ? [sum.length] : [sum.length, 1]) {
        const client = await RawClient.open(port)
        client.connection.setNoDelay(true)
        for (let at = 0; at < sum.length; at += size) {
          client.send(sum.subarray(at, at + size))
          if (size === 1) await new Promise((resolve) => setImmediate(resolve))
        }
        await expectAnswers(client, answers, close)
      }
      assert.equal(errors, [])
    }))
}

for (const offer of offers) {
  test(`compression is declined: ${offer}`, () =>
    withEcho(async ({ port }, errors) => {
      const header = `Sec-WebSocket-Extensions: ${offer}\r\n`
      const sizes = [0, 16, 64, 256, 1024, 4096, 8192, 16_384, 32_768, 65_536]
      const plain = await RawClient.open(port, header)
      plain.send(...sizes.map((size) => frame(op.text, x(size))), bye)
      const echoes = sizes.map((size) => content(x(size)))
      await expectAnswers(plain, echoes, 1000)
      for (const [, frames, answers, close] of compressed)
        await expectAnswers((await RawClient.open(port, header)).send(...frames), answers, close)
      assert.equal(errors, [])
    }))
}

test('messages, pongs and a close keep their order, and nothing follows the close', async () => {
  const app = new App()
  const later: (() => void)[] = []
  let long = 0
  app.ws('/', RawSocket, {
    open: (socket) => {
      later.push(() => socket.send(Buffer.from('later')))
      // More than the window of a client takes, so that a close has to wait.
      for (; later.length === 1 && socket.waiting === 0; long++) socket.send(Buffer.alloc(80_000))
    },
    message: async (socket, message) => {
      socket.send(message)
      await new Promise((resolve) => setImmediate(resolve))
      socket.send(message)
    },
  })
  const { port } = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = await RawClient.open(port)
  client.connection.pause()
  client.send(frame(op.text, 'a'), frame(op.ping, 'p'), frame(op.text, 'b'), bye)
  const other = await RawClient.open(port)
  other.send(frame(op.ping, 'q'))
  const opcodes: (number | undefined)[] = []
  // The server has already read the close of the first client.
  while (opcodes.at(-1) !== op.pong) opcodes.push((await other.next())?.opcode)
  for (const send of later) send()
  client.connection.resume()
  const texts: string[] = []
  for (;;) {
    const got = await client.next()
    if (got === undefined) break
    texts.push(
      `${got.opcode} ${got.content.length > 9 ? 'long' : got.opcode === op.close ? '' : got.content}`,
    )
  }
  const expected = [...Array(long).fill('2 long'), '2 a', '10 p', '8 ']
  assert.equal(texts, expected)
  assert.is((await other.next())?.content.toString(), 'later')
  other.connection.destroy()
  await app.shutdown({ timeout: 3000 })
})

async function expectAnswers(client: RawClient, answers: Case[2], close: Case[3]): Promise<void> {
  for (const [opcode, text] of answers) {
    const got = await client.next()
    assert.equal(got && [got.opcode, String(got.content)], [opcode, text])
  }
  assert.is(await client.closeCode(), close)
  client.connection.destroy()
}

test.run()
