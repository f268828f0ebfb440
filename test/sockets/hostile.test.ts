import { once } from 'node:events'
import { type Socket as Connection, connect } from 'node:net'
import { App, type AppConfig, type ListenAddress } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { EchoSocket, RawSocket } from '../../fixtures/valid/sockets/dto.bind.ts'

async function withApp(
  routes: (app: App) => void,
  use: (server: ListenAddress) => Promise<void>,
  config: AppConfig = {},
): Promise<void> {
  const app = new App(config)
  routes(app)
  const server = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    await use(server)
  } finally {
    await app.shutdown({ timeout: 3000 })
  }
}

const upgrade = (lines: readonly string[], host = 'a'): string =>
  [
    'GET / HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines,
    '\r\n',
  ].join('\r\n')

/** The connection behind its handshake, with the head of the answer. */
async function opened(port: number, text: string): Promise<readonly [connection: Connection, head: string]> {
  const connection = connect(port, '127.0.0.1')
  connection.on('error', () => {})
  connection.write(text)
  const [head] = (await once(connection, 'data')) as [Buffer]
  return [connection, String(head)]
}

async function statusOf(port: number, text: string): Promise<string> {
  const [connection, head] = await opened(port, text)
  connection.destroy()
  return head.slice(9, 12)
}

/** Whether a page of an origin may open a socket of http://cars.example:8080. */
const origins: readonly (readonly [origin: string, isTaken: boolean])[] = [
  ['http://cars.example:8080', true],
  ['HTTP://Cars.Example:8080', true],
  ['https://friend.example', true],
  ['null', false],
  ['*', false],
  ['http://cars.example', false],
  ['http://cars.example:80', false],
  ['http://cars.example:8081', false],
  ['https://cars.example:8080', false],
  ['http://cars.example:8080.evil.example', false],
  ['http://cars.example:8080@evil.example', false],
  ['http://evil.example#http://cars.example:8080', false],
  ['http://cars.example:8080/', false],
  ['http://sub.cars.example:8080', false],
  ['http://cars.example.:8080', false],
  ['http://xcars.example:8080', false],
  ['http://cars.example:8080, http://evil.example', false],
  ['http://evil.example http://cars.example:8080', false],
  ['https://friend.example.evil.example', false],
  ['http://friend.example', false],
  ['https://friend.example:443', false],
  ['file://', false],
  ['http://[::1]:8080', false],
  ['http://c\u00e4rs.example:8080', false],
]

test('a page of another origin opens no socket, however like its origin is to the own one', () =>
  withApp(
    (app) => app.ws('/', EchoSocket, { origins: ['https://friend.example'], message() {} }),
    async ({ port }) => {
      const statusFor = (lines: readonly string[]): Promise<string> =>
        statusOf(port, upgrade(lines, 'cars.example:8080'))
      for (const [origin, isTaken] of origins)
        assert.is(await statusFor([`Origin: ${origin}`]), isTaken ? '101' : '403', origin)
      // No browser leaves it out.
      assert.is(await statusFor([]), '101')
      const both = ['Origin: http://cars.example:8080', 'Origin: http://evil.example']
      assert.is(await statusFor(both), '403')
      assert.is(await statusFor([...both].reverse()), '403')
      // A client that may choose the host is no browser of a user.
      assert.is(await statusFor(['Origin: http://evil.example', 'X-Forwarded-Host: evil.example']), '403')
    },
  ))

const taken = (protocol: string | undefined): string => `101 ${protocol ?? ''}`.trim()

test('a hostile subprotocol chooses nothing, and takes no place of a client', () =>
  withApp(
    (app) => app.ws('/', EchoSocket, { maxSockets: 1, message() {} }),
    async ({ port }) => {
      const chosen: readonly (readonly [offer: string, answer: string])[] = [
        ['json', taken('json')],
        ['JSON', taken(undefined)],
        ['msgpack', taken(undefined)],
        ['constructor, __proto__', taken(undefined)],
        [`${'x, '.repeat(2)}json`, '400'],
        ['json, json', '400'],
        ['"json"', '400'],
        ['json,', '400'],
        ['js on', '400'],
        [`json, ${'y'.repeat(5000)}`, taken('json')],
        [`json, ${'y'.repeat(20_000)}`, '431'],
      ]
      for (const [offer, answer] of chosen) {
        const [connection, head] = await opened(port, upgrade([`Sec-WebSocket-Protocol: ${offer}`]))
        const protocol = /^sec-websocket-protocol: (.*)$/im.exec(head)?.[1]
        assert.is(
          head.startsWith('HTTP/1.1 101') ? taken(protocol) : head.slice(9, 12),
          answer,
          offer.slice(0, 40),
        )
        const closed = once(connection, 'close')
        // A close, so that the server counts it no longer when the connection ends.
        if (head.startsWith('HTTP/1.1 101')) connection.write(Buffer.from([0x88, 0x80, 0, 0, 0, 0]))
        connection.resume()
        await closed
      }
    },
    { trustProxy: true },
  ))

test('messages that come with the handshake wait for the open hook, in order', () =>
  withApp(
    (app) =>
      app.ws('/', RawSocket, {
        async open(socket) {
          await new Promise((resolve) => setImmediate(resolve))
          socket.send(Buffer.from('open'))
        },
        message: (socket, message) => socket.send(message),
      }),
    async ({ port }) => {
      const messages = ['a', 'b', 'c'].map((text) =>
        Buffer.from([0x82, 0x81, 0, 0, 0, 0, text.charCodeAt(0)]),
      )
      const connection = connect(port, '127.0.0.1')
      let text = ''
      connection.write(Buffer.concat([Buffer.from(upgrade([])), ...messages]))
      const frames = '\r\n\r\n\x82\x04open\x82\x01a\x82\x01b\x82\x01c'
      for await (const piece of connection) {
        text += piece.toString('latin1')
        if (text.length >= text.indexOf('\r\n\r\n') + frames.length) break
      }
      assert.ok(text.endsWith(frames), text)
    },
  ))

test('a client that answers no ping is dropped, and one that answers stays', async () => {
  const timers: (readonly [call: () => void, ms: number])[] = []
  const original = globalThis.setInterval
  const noting = (call: () => void, ms: number): ReturnType<typeof setInterval> => {
    timers.push([call, ms])
    return original(call, ms)
  }
  globalThis.setInterval = noting as typeof setInterval
  const ended: number[] = []
  await withApp(
    (app) =>
      app.ws('/', RawSocket, {
        message() {},
        close: (_socket, code) => ended.push(code),
      }),
    async ({ port }) => {
      const [silent] = await opened(port, upgrade([]))
      const [lively] = await opened(port, upgrade([]))
      globalThis.setInterval = original
      const [sweep] = timers.find(([, ms]) => ms === 30_000) ?? []
      assert.ok(sweep, 'no timer of 30 s pings')
      const pinged = Promise.all([once(silent, 'data'), once(lively, 'data')])
      sweep?.()
      const [[ping]] = (await pinged) as unknown as [[Buffer]]
      assert.is(ping[0], 0x89)
      // A pong and a message, to hear that it has arrived.
      lively.write(
        Buffer.concat([Buffer.from([0x8a, 0x80 | (ping.length - 2), 0, 0, 0, 0]), ping.subarray(2)]),
      )
      lively.write(Buffer.from([0x89, 0x80, 0, 0, 0, 0]))
      await once(lively, 'data')
      const gone = once(silent, 'close')
      sweep?.()
      await gone
      assert.not(lively.destroyed)
      assert.equal(ended, [1006])
      lively.destroy()
    },
  )
})

test.run()
