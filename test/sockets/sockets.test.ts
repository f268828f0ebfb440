import { once } from 'node:events'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { App, type AppConfig, guard, HttpError, type ListenAddress } from '@ctxgen/runtime'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { openSocket, UpgradeRefused } from '@ctxgen/runtime/testing'
import { WebSocket } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  AskSocket,
  EchoSocket,
  RawSocket,
  RoomSocket,
  TalkSocket,
} from '../../fixtures/valid/sockets/dto.bind.ts'
import { selfSigned } from '../../packages/runtime/test/support/self-signed.ts'

declare module '@ctxgen/runtime' {
  interface Locals {
    member: { readonly name: string }
  }
}

type Use = (server: ListenAddress & { readonly ws: string }, errors: unknown[], app: App) => Promise<void>

async function withApp(routes: (app: App) => void, use: Use, config: AppConfig = {}): Promise<void> {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error), ...config })
  routes(app)
  const server = await app.listen({ host: '127.0.0.1' })
  try {
    await use({ ...server, ws: server.url.replace('http', 'ws') }, errors, app)
  } finally {
    await app.shutdown({ timeout: 3000 })
  }
}

async function opened(url: string, protocols: string[] = []): Promise<WebSocket> {
  const socket = new WebSocket(url, protocols)
  socket.binaryType = 'arraybuffer'
  await once(socket, 'open')
  return socket
}

async function nextOf(socket: WebSocket): Promise<unknown> {
  const [event] = (await once(socket, 'message')) as [MessageEvent]
  return event.data
}

async function closeOf(socket: WebSocket): Promise<readonly [code: number, reason: string]> {
  const [event] = (await once(socket, 'close')) as [{ readonly code: number; readonly reason: string }]
  return [event.code, event.reason]
}

/** The status line and the headers that answer an upgrade. */
async function upgradeAnswer(port: number, headers: string, path = '/rooms/7'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`,
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return String(first)
}

const member = guard('member', (c) => {
  const name = c.get('X-User')
  return name === '' ? new HttpError(401, 'Sign in first') : { name }
})

test('a received message is checked, and a sent one has the declared properties alone', async () => {
  await withApp(
    (app) =>
      app.ws('/rooms/:room', RoomSocket, {
        upgrade: (c) => ({ room: c.params('room') }),
        message(socket, message) {
          if (message.type !== 'say') return
          const more = {
            secret: 1,
            type: 'said',
            by: socket.data.room,
            text: message.text,
            at: new Date(0),
          } as const
          socket.send(more)
        },
      }),
    async ({ ws }, errors) => {
      const socket = await opened(`${ws}/rooms/7`)
      socket.send('{"type":"say","text":"Hello"}')
      assert.is(
        await nextOf(socket),
        '{"type":"said","by":"7","text":"Hello","at":"1970-01-01T00:00:00.000Z"}',
      )
      socket.send('{"type":"say","text":"","loud":true}')
      assert.equal(JSON.parse(String(await nextOf(socket))), {
        error: {
          type: 'about:blank',
          title: 'Bad Request',
          status: 400,
          detail: 'bind "loud" from body: is not a known key',
          errors: [
            {
              source: 'body',
              path: 'loud',
              pointer: '#/loud',
              code: 'unknown',
              message: 'is not a known key',
            },
          ],
        },
      })
      socket.send('{"type":"say","text":""}')
      const { error } = JSON.parse(String(await nextOf(socket)))
      assert.equal(error.errors[0].code, 'rule')
      socket.send('{')
      assert.match(String(await nextOf(socket)), '"error"')
      socket.close()
      assert.equal(errors, [])
    },
  )
})

test('guards, parameters and cookies work at the upgrade, once each, and a refusal is an ordinary answer', async () => {
  let guarded = 0
  await withApp(
    (app) => {
      app.use((c) => {
        guarded++
        c.cookie({ name: 'seen', value: '1' })
        return c.next()
      })
      app.ws('/rooms/:room', member, RoomSocket, {
        upgrade(c) {
          if (c.params('room') === '8') throw new HttpError(404, 'No such room')
          return c.locals('member')
        },
        open: (socket) => socket.send({ type: 'left', by: socket.data.name }),
        message() {},
      })
    },
    async ({ port, url }) => {
      const refused = await upgradeAnswer(port, '')
      assert.match(refused, /^HTTP\/1\.1 401 /)
      assert.match(refused, 'Sign in first')
      assert.match(await upgradeAnswer(port, 'X-User: ann\r\n', '/rooms/8'), /^HTTP\/1\.1 404 /)
      assert.match(await upgradeAnswer(port, 'X-User: ann\r\n', '/nope'), /^HTTP\/1\.1 404 /)
      guarded = 0
      const answer = await upgradeAnswer(port, 'X-User: ann\r\n')
      assert.match(answer, /^HTTP\/1\.1 101 /)
      assert.match(answer, /set-cookie: seen=1/i)
      assert.is(guarded, 1)
      const plain = await fetch(`${url}/rooms/7`, { headers: { 'X-User': 'ann' } })
      assert.is(plain.status, 426)
      assert.is(plain.headers.get('Upgrade'), 'websocket')
    },
  )
})

test('a page of another origin may not open a socket unless it is named', async () => {
  await withApp(
    (app) => {
      app.ws('/own', EchoSocket, { message() {} })
      app.ws('/named', EchoSocket, { origins: ['https://Example.org'], message() {} })
      app.ws('/all', EchoSocket, { origins: '*', message() {} })
    },
    async ({ port }) => {
      const status = async (path: string, origin: string): Promise<string> =>
        (await upgradeAnswer(port, `Origin: ${origin}\r\n`, path)).slice(9, 12)
      assert.is(await status('/own', `http://127.0.0.1:${port}`), '101')
      assert.is(await status('/own', 'https://example.org'), '403')
      assert.is(await status('/own', 'null'), '403')
      assert.is(await status('/named', 'https://example.org'), '101')
      assert.is(await status('/named', 'https://example.org.evil.example'), '403')
      assert.is(await status('/all', 'null'), '101')
    },
  )
})

test('the subprotocol chooses the format, and bytes pass as they are', async () => {
  const codec = msgpack()
  await withApp(
    (app) => {
      app.ws('/echo', EchoSocket, { message: (socket, move) => socket.send({ moved: move }) })
      app.ws('/raw', RawSocket, { message: (socket, bytes) => socket.send(bytes.slice().reverse()) })
    },
    async ({ ws }) => {
      const socket = await opened(`${ws}/echo`, ['msgpack', 'json'])
      assert.is(socket.protocol, 'msgpack')
      socket.send(codec.encode({ type: 'move', x: 1, y: 2 }))
      const limits = { maxDepth: 9, maxObjects: 9, maxRareKeys: 9 }
      const answer = new Uint8Array((await nextOf(socket)) as ArrayBuffer)
      assert.equal(codec.decode(answer, limits), { moved: { type: 'move', x: 1, y: 2 } })
      const raw = await opened(`${ws}/raw`)
      raw.send(new Uint8Array([1, 2, 3]))
      assert.equal([...new Uint8Array((await nextOf(raw)) as ArrayBuffer)], [3, 2, 1])
    },
    { msgPack: codec },
  )
})

test('messages are handled in turn, and a hook that fails closes the socket', async () => {
  const log: string[] = []
  await withApp(
    (app) =>
      app.ws('/', EchoSocket, {
        async message(_socket, { x }) {
          log.push(`begin ${x}`)
          await new Promise((resolve) => setImmediate(resolve))
          if (x === 3) throw new Error('broken')
          if (x === 2) throw new HttpError(409, 'Not now')
          log.push(`end ${x}`)
        },
        close: (_socket, code) => log.push(`closed ${code}`),
      }),
    async ({ ws }, errors) => {
      const socket = await opened(ws)
      const answer = nextOf(socket)
      const closed = closeOf(socket)
      for (const x of [1, 2, 3]) socket.send(JSON.stringify({ type: 'move', x, y: 0 }))
      assert.match(String(await answer), '"detail":"Not now"')
      assert.is((await closed)[0], 1011)
      assert.equal(errors.map(String), ['Error: broken'])
      await new Promise((resolve) => setTimeout(resolve, 20))
      assert.equal(log, ['begin 1', 'end 1', 'begin 2', 'begin 3', 'closed 1011'])
    },
  )
})

test('limits: a long message, too many messages, too many sockets, a message that does not fit', async () => {
  await withApp(
    (app) => {
      app.ws('/long', EchoSocket, { maxMessageSize: 10, message() {} })
      app.ws('/many', EchoSocket, { maxRate: 5, message() {} })
      app.ws('/few', EchoSocket, { maxSockets: 2, message() {} })
      app.ws('/strict', EchoSocket, {
        onInvalid: 'close',
        message() {
          throw new HttpError(409, 'Taken')
        },
      })
    },
    async ({ ws, port }) => {
      const long = await opened(`${ws}/long`)
      long.send('x'.repeat(11))
      assert.is((await closeOf(long))[0], 1009)
      const huge = await opened(`${ws}/long`)
      huge.send('x'.repeat(100_000))
      assert.is((await closeOf(huge))[0], 1009)
      const many = await opened(`${ws}/many`)
      for (let i = 0; i < 20; i++) many.send('{"type":"move","x":1,"y":2}')
      assert.is((await closeOf(many))[0], 1008)
      const few = [await opened(`${ws}/few`), await opened(`${ws}/few`)]
      assert.match(await upgradeAnswer(port, '', '/few'), /^HTTP\/1\.1 429 /)
      few[0]?.close()
      await closeOf(few[0] as WebSocket)
      assert.match(await upgradeAnswer(port, '', '/few'), /^HTTP\/1\.1 101 /)
      const strict = await opened(`${ws}/strict`)
      strict.send('{}')
      assert.is((await closeOf(strict))[0], 1008)
      const refused = await opened(`${ws}/strict`)
      refused.send('{"type":"move","x":1,"y":2}')
      assert.equal(await closeOf(refused), [1008, 'Taken'])
    },
    // Without it, the address of this test could be that of a proxy.
    { trustProxy: true },
  )
})

test('a handshake that fails is refused, and takes no place of a client', async () => {
  await withApp(
    (app) => app.ws('/', EchoSocket, { maxSockets: 1, message() {} }),
    async ({ port, ws }) => {
      const statusOf = async (headers: string): Promise<string> => {
        const socket = connect(port, '127.0.0.1')
        socket.write(
          `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`,
        )
        const [first] = (await once(socket, 'data')) as [Buffer]
        socket.destroy()
        return String(first).slice(9, 12)
      }
      const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
      assert.is(await statusOf(key), '426')
      assert.is(await statusOf(`${key}Sec-WebSocket-Version: 8\r\n`), '426')
      assert.is(await statusOf('Sec-WebSocket-Version: 13\r\n'), '400')
      assert.is(await statusOf('Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: abc\r\n'), '400')
      // The client leaves before the answer.
      for (let i = 0; i < 5; i++) {
        const socket = connect(port, '127.0.0.1')
        socket.end(
          `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n${key}\r\n`,
        )
        socket.resume()
        socket.on('error', () => {})
        await once(socket, 'close')
      }
      const socket = await opened(ws)
      socket.close()
      await closeOf(socket)
    },
    { trustProxy: true },
  )
})

test('a client that does not read is dropped, which is reported once', async () => {
  let closes = 0
  await withApp(
    (app) =>
      app.ws('/', RawSocket, {
        maxWaiting: 100_000,
        async open(socket) {
          for (let i = 0; i < 2000 && !socket.signal.aborted; i++) {
            for (let k = 0; k < 10; k++) socket.send(new Uint8Array(50_000))
            await new Promise((resolve) => setImmediate(resolve))
          }
        },
        message() {},
        close: () => closes++,
      }),
    async ({ port }, errors) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      socket.pause()
      socket.write(
        `GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      )
      await until(() => closes === 1)
      assert.match(String(errors[0]), 'too slow')
      assert.is(errors.length, 1)
      socket.destroy()
    },
  )
})

test('a request for another protocol is served as one without, body and all', async () => {
  await withApp(
    (app) => {
      app.ws('/ws', EchoSocket, { message() {} })
      app.post('/', (c) => c.sendString(`${c.get('Upgrade')}|${c.bodyRaw().length}`))
    },
    async ({ port }) => {
      const socket = connect(port, '127.0.0.1')
      const body = 'x'.repeat(70_000)
      const head = `POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nContent-Length: ${body.length}\r\n\r\n`
      let text = ''
      socket.on('data', (piece) => {
        text += piece
      })
      socket.write(head + body.slice(0, 10))
      await new Promise((resolve) => setTimeout(resolve, 20))
      socket.write(body.slice(10))
      for (let i = 0; i < 300 && !text.includes('|70000'); i++)
        await new Promise((resolve) => setTimeout(resolve, 10))
      assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
      // The connection is kept.
      text = ''
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx')
      await once(socket, 'close')
      assert.match(text, '|1')
    },
  )
})

test('a stream that answers an upgrade ends when its client leaves', async () => {
  let hasEnded = false
  await withApp(
    (app) => {
      app.ws('/ws', EchoSocket, { message() {} })
      app.get('/events', (c) =>
        c.sendStream(
          (async function* () {
            try {
              for (;;) {
                yield 'x'
                await new Promise((resolve) => setTimeout(resolve, 5))
              }
            } finally {
              hasEnded = true
            }
          })(),
        ),
      )
    },
    async ({ port }) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        'GET /events HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      )
      const [first] = (await once(socket, 'data')) as [Buffer]
      assert.match(String(first), /^HTTP\/1\.1 200 OK\r\n/)
      socket.destroy()
      for (let i = 0; i < 300 && !hasEnded; i++) await new Promise((resolve) => setTimeout(resolve, 10))
      assert.ok(hasEnded)
    },
  )
})

test('a client that pings and does not read, or does not answer a close, is cut', async () => {
  await withApp(
    (app) => {
      app.ws('/ping', EchoSocket, { maxRate: 50, message() {} })
      app.ws('/close', EchoSocket, { open: (socket) => socket.close(1000), message() {} })
    },
    async ({ port }) => {
      for (const path of ['/ping', '/close']) {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        )
        await once(socket, 'data')
        // An empty ping with a mask of zeros.
        if (path === '/ping')
          for (let i = 0; i < 200; i++) socket.write(Buffer.from([0x89, 0x80, 0, 0, 0, 0]))
        socket.resume()
        await once(socket, 'close')
      }
    },
  )
})

test('with TLS and HTTP/2, a client of HTTP/1.1 may open a socket', async () => {
  const app = new App()
  app.ws('/', EchoSocket, { message() {} })
  const { port } = await app.listen({ host: '127.0.0.1', http2: true, ...selfSigned() })
  const socket = connectTls({
    port,
    host: '127.0.0.1',
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  })
  socket.on('error', () => {})
  socket.write(
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [first] = (await once(socket, 'data')) as [Buffer]
  assert.match(String(first), /^HTTP\/1\.1 101 /)
  socket.destroy()
  await app.shutdown({ timeout: 3000 })
})

test('a stop closes sockets with 1001', async () => {
  await withApp(
    (app) => app.ws('/', EchoSocket, { message() {} }),
    async ({ ws }, _errors, app) => {
      const socket = await opened(ws)
      const closed = closeOf(socket)
      const stopped = app.shutdown()
      assert.equal(await closed, [1001, 'the server stops'])
      assert.is(await stopped, true)
    },
  )
})

test('a stop waits for the hooks of sockets, and onStop hooks run after them', async () => {
  const order: string[] = []
  let isHeard = false
  let end = (): void => {}
  await withApp(
    (app) => {
      app.ws('/', EchoSocket, {
        async message() {
          isHeard = true
          await new Promise<void>((resolve) => {
            end = resolve
          })
          order.push('message')
        },
        async close() {
          await new Promise((resolve) => setTimeout(resolve, 20))
          order.push('close')
        },
      })
      app.onStop(() => order.push('stop'))
    },
    async ({ ws }, _errors, app) => {
      const socket = await opened(ws)
      socket.send('{"type":"move","x":1,"y":2}')
      await until(() => isHeard)
      const stopped = app.shutdown()
      await closeOf(socket)
      end()
      assert.is(await stopped, true)
      assert.equal(order, ['message', 'close', 'stop'])
    },
  )
})

test('a hook that does not end holds a stop up until its time-out', async () => {
  let stops = 0
  await withApp(
    (app) => {
      app.ws('/', EchoSocket, { open: () => new Promise(() => {}), message() {} })
      app.onStop(() => stops++)
    },
    async ({ ws }, _errors, app) => {
      await opened(ws)
      const stopped = app.shutdown()
      assert.is(await app.shutdown({ timeout: 1 }), false)
      await stopped
      assert.is(stops, 1)
    },
  )
})

test('an upgrade under way at a stop is finished, and its socket closes with 1001', async () => {
  const order: string[] = []
  let go = (): void => {}
  await withApp(
    (app) => {
      app.ws('/', EchoSocket, {
        upgrade: () =>
          new Promise<void>((resolve) => {
            go = resolve
            order.push('upgrade')
          }),
        message() {},
        close: () => order.push('close'),
      })
      app.onStop(() => order.push('stop'))
    },
    async ({ ws }, _errors, app) => {
      const socket = new WebSocket(ws)
      const closed = closeOf(socket)
      await until(() => order.length === 1)
      const stopped = app.shutdown()
      // A connection without a request is closed after a second.
      setTimeout(go, 1200)
      assert.equal(await closed, [1001, 'the server stops'])
      assert.is(await stopped, true)
      assert.equal(order, ['upgrade', 'close', 'stop'])
    },
  )
})

for (const code of [1001, 1003, 1008, 1011, 1012, 1013, 1014, 3000, 4999])
  test(`a hook may close with the code ${code}`, () =>
    withApp(
      (app) => app.ws('/', EchoSocket, { message: (socket) => socket.close(code, 'why') }),
      async ({ ws }, errors) => {
        const socket = await opened(ws)
        socket.send('{"type":"move","x":1,"y":2}')
        assert.equal(await closeOf(socket), [code, 'why'])
        assert.equal(errors, [])
      },
    ))

for (const code of [999, 1002, 1004, 1005, 1006, 1010, 1015, 2000, 5000, 3000.5, Number.NaN])
  test(`a close with the code ${code} is an error of the hook`, () =>
    withApp(
      (app) => app.ws('/', EchoSocket, { message: (socket) => socket.close(code) }),
      async ({ ws }, errors) => {
        const socket = await opened(ws)
        socket.send('{"type":"move","x":1,"y":2}')
        assert.equal(await closeOf(socket), [1011, 'the server failed'])
        assert.match(String(errors), /^RangeError: code: /)
      },
    ))

test('a long reason is cut after 123 bytes, in whole characters', () =>
  withApp(
    (app) => app.ws('/', EchoSocket, { message: (socket) => socket.close(4000, `x${'é€😀'.repeat(30)}`) }),
    async ({ ws }) => {
      const socket = await opened(ws)
      socket.send('{"type":"move","x":1,"y":2}')
      assert.equal(await closeOf(socket), [4000, `x${'é€😀'.repeat(13)}é€`])
    },
  ))

test('a route without a hook for messages, or with a wrong limit, is an error at once', () => {
  assert.throws(() => new App().ws('/', EchoSocket, {} as never), /the hook `message` is missing/)
  assert.throws(
    () => new App().ws('/', EchoSocket, { message() {}, maxRate: 0 }),
    /maxRate is not a positive number/,
  )
  for (const wrong of [{ origins: ['example.org'] }, { origins: 'https://a' }, { onInvalid: 'clos' }])
    assert.throws(
      () => new App().ws('/', EchoSocket, { message() {}, ...wrong } as never),
      /origins|onInvalid/,
    )
  assert.throws(
    () => Reflect.apply(new App().ws, new App(), ['/']),
    /needs its DTO, of an interface with @socket, and its hooks/,
  )
})

test('a hook may wait for the reply to what it asks', async () => {
  const late: unknown[] = []
  await withApp(
    (app) =>
      app.ws('/ask', AskSocket, {
        async message(socket, message) {
          if (message.type === 'confirmed') {
            late.push(message.reply)
            return
          }
          const all = [1, 2, 3].map((n) => socket.ask({ type: 'confirm', text: `${message.x} ${n}` }))
          const replies: readonly { readonly type: 'confirmed'; readonly yes: boolean }[] =
            await Promise.all(all)
          socket.send({ type: 'left', by: replies.map(({ yes }) => yes).join() })
        },
      }),
    async ({ ws }, errors) => {
      const socket = await opened(`${ws}/ask`)
      const got: {
        readonly type: string
        readonly ask: number
        readonly text: string
        readonly by: string
      }[] = []
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data))
        got.push(message)
        if (got.length !== 3) return
        // Replies come in any order, and one that does not fit is an ordinary message.
        const [one, two, three] = got.map(({ ask }) => ask)
        socket.send('{"type":"confirmed","reply":"x","yes":true}')
        for (const [reply, yes] of [
          [999, true],
          [two, false],
          [three, true],
          [one, true],
          [one, true],
        ] as const)
          socket.send(JSON.stringify({ type: 'confirmed', reply, yes }))
      })
      socket.send('{"type":"move","x":7,"y":0}')
      await until(() => got.some(({ type }) => type === 'left') && late.length === 2)
      assert.equal(
        got.slice(0, 3).map(({ text }) => text),
        ['7 1', '7 2', '7 3'],
      )
      assert.is(got.find(({ type }) => type === 'left')?.by, 'true,false,true')
      assert.equal(late, [999, got[0]?.ask])
      assert.is(got.filter((one) => 'error' in one).length, 1)
      socket.close()
      assert.equal(errors, [])
    },
  )
})

test('a message may ask or not, and a message reply or not', () =>
  withApp(
    (app) =>
      app.ws('/', TalkSocket, {
        async message(socket, message) {
          const { text } = await socket.ask({ text: `${message.text}?` })
          socket.send({ text })
        },
      }),
    async ({ ws }) => {
      const socket = await opened(ws)
      socket.send('{"text":"here"}')
      const { ask, text } = JSON.parse(String(await nextOf(socket)))
      assert.is(text, 'here?')
      socket.send(JSON.stringify({ text: 'yes', reply: ask }))
      assert.is(await nextOf(socket), '{"text":"yes"}')
    },
  ))

test('a question without a reply rejects, and one that nobody awaits is reported', async () => {
  const failures: string[] = []
  await withApp(
    (app) =>
      app.ws('/ask', AskSocket, {
        async message(socket) {
          const note = (error: unknown): void => {
            failures.push(`${Reflect.get(Object(error), 'name')}: ${Reflect.get(Object(error), 'message')}`)
          }
          await socket.ask({ type: 'confirm', text: '' }, { timeout: 1 }).catch(note)
          await socket.ask({ type: 'confirm', text: '' }, { timeout: 0 }).catch(note)
          await socket.ask({ type: 'gone' } as never).catch(note)
          for (let i = 0; i < 99; i++) socket.ask({ type: 'confirm', text: '' }).catch(() => {})
          void socket.ask({ type: 'confirm', text: '' })
          await socket.ask({ type: 'confirm', text: '' }).catch(note)
          socket.close()
        },
      }),
    async ({ ws }, errors) => {
      const socket = await opened(`${ws}/ask`)
      socket.send('{"type":"move","x":7,"y":0}')
      await closeOf(socket)
      await until(() => errors.length === 1)
      assert.match(String(errors[0]), 'the socket closed before the reply')
      assert.match(failures[0] ?? '', 'TimeoutError')
      assert.match(failures[1] ?? '', 'RangeError')
      assert.match(failures[2] ?? '', 'TypeError')
      assert.match(failures[3] ?? '', '100 messages')
    },
  )
})

test('an opened socket is a 101 for onResponse, and a refused one has its own status', async () => {
  const statuses: number[] = []
  await withApp(
    (app) => app.ws('/rooms/:room', member, RoomSocket, { message() {} }),
    async ({ ws, port }) => {
      await upgradeAnswer(port, '')
      const socket = new WebSocket(`${ws}/rooms/7`, { headers: { 'X-User': 'ann' } })
      await once(socket, 'open')
      await until(() => statuses.length === 2)
      assert.equal(statuses, [401, 101])
      socket.close()
    },
    { onResponse: ({ status }) => statuses.push(status) },
  )
})

test('middleware that fails after the upgrade refuses it', async () => {
  let opens = 0
  await withApp(
    (app) => {
      app.use(async (c) => {
        await c.next()
        throw new HttpError(503)
      })
      app.ws('/rooms/:room', RoomSocket, { maxSockets: 1, open: () => opens++, message() {} })
    },
    async ({ port }) => {
      for (let i = 0; i < 3; i++) assert.match(await upgradeAnswer(port, ''), /^HTTP\/1\.1 503 /)
      assert.is(opens, 0)
    },
  )
})

test('a socket opens without a server', async () => {
  const app = new App()
  const closes: number[] = []
  app.ws('/rooms/:room', member, RoomSocket, {
    upgrade: (c) => ({ name: c.locals('member').name, room: c.params('room') }),
    open: (socket) => socket.send({ type: 'left', by: socket.data.name }),
    message(socket, message) {
      if (message.type === 'move') socket.close(4000, 'moved')
      else socket.send({ type: 'said', by: socket.data.room, text: message.text, at: new Date(0) })
    },
    close: (_socket, code) => closes.push(code),
  })
  try {
    await openSocket(app, '/rooms/7')
    assert.unreachable()
  } catch (error) {
    assert.instance(error, UpgradeRefused)
    assert.is((error as UpgradeRefused).response.status, 401)
  }
  const init = { headers: { 'X-User': 'ann' } }
  const socket = await openSocket(app, '/rooms/7', init)
  assert.equal(await socket.next(), { type: 'left', by: 'ann' })
  socket.send({ type: 'say', text: 'Hello' })
  assert.equal(await socket.next(), { type: 'said', by: '7', text: 'Hello', at: '1970-01-01T00:00:00.000Z' })
  socket.send('{')
  assert.is(Reflect.get(Object(await socket.next()), 'error').status, 400)
  socket.send({ type: 'move', x: 1, y: 1 })
  assert.equal(await socket.closed, { code: 4000, reason: 'moved' })
  const other = await openSocket(app, '/rooms/7', init)
  for await (const message of other) {
    assert.equal(message, { type: 'left', by: 'ann' })
    break
  }
  const last = await openSocket(app, '/rooms/7', init)
  await app.shutdown()
  assert.is((await last.closed).code, 1001)
  await until(() => closes.length === 3)
  assert.equal(closes, [4000, 1000, 1001])
})

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + 20_000
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`it did not happen: ${isSo}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

test.run()
