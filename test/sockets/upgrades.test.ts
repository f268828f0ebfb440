import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { App, type ListenOptions } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { EchoSocket } from '../../fixtures/valid/sockets/dto.bind.ts'
import { selfSigned } from '../../packages/runtime/test/support/self-signed.ts'

// Requests that ask for a WebSocket where there is none, or with a body.

const secure = selfSigned()
const servers: Readonly<Record<string, ListenOptions>> = {
  http: {},
  https: secure,
  http2: { ...secure, http2: true },
}
const upgrade = 'Host: a\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n'
const handshake = `${upgrade}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`
const body = 'x'.repeat(70_000)

interface Server {
  readonly open: () => Socket
  /** All that answers the requests of one connection. */
  readonly send: (requests: string) => Promise<string>
  /** Resolves when `/slow` was asked for. It answers when the returned function is called. */
  readonly asked: Promise<() => void>
}

async function withApp(options: ListenOptions, use: (server: Server) => Promise<void>): Promise<void> {
  const app = new App()
  let ask = (_answer: () => void): void => {}
  const asked = new Promise<() => void>((resolve) => {
    ask = resolve
  })
  app.ws('/socket', EchoSocket, { message() {} })
  app.post('/', (c) => c.sendString(`${c.bodyRaw().length} bytes`))
  app.get('/', (c) => c.sendString('a page'))
  app.get('/slow', async (c) => {
    await new Promise<void>(ask)
    c.sendString('the slow one')
  })
  const { port } = await app.listen({ host: '127.0.0.1', ...options })
  const open = (): Socket =>
    options.cert === undefined
      ? connect(port, '127.0.0.1')
      : connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  const send = (requests: string): Promise<string> => {
    const socket = open()
    socket.write(requests)
    return allOf(socket)
  }
  try {
    await use({ open, send, asked })
  } finally {
    await app.shutdown({ timeout: 3000 })
  }
}

async function firstOf(socket: Socket, request: string): Promise<string> {
  socket.write(request)
  const [first] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return String(first)
}

function allOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('error', reject).on('close', () => resolve(text))
  })
}

/** The statuses and bodies of answers. */
function told(answers: string): readonly string[] {
  return answers.match(/HTTP\/1\.1 \d+|\d+ bytes|a page/g) ?? []
}

for (const [name, options] of Object.entries(servers)) {
  test(`${name}: a request that asks for a WebSocket keeps its body`, async () => {
    await withApp(options, async ({ send }) => {
      const length = `POST / HTTP/1.1\r\n${upgrade}Content-Length: ${body.length}\r\n\r\n${body}`
      assert.equal(told(await send(length)), ['HTTP/1.1 200', '70000 bytes'])
      const chunks = `POST / HTTP/1.1\r\n${upgrade}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`
      assert.equal(told(await send(chunks)), ['HTTP/1.1 200', '3 bytes'])
      const get = `GET / HTTP/1.1\r\n${upgrade}Content-Length: 5\r\n\r\nabcde`
      assert.equal(told(await send(get)), ['HTTP/1.1 200', 'a page'])
    })
  })

  test(`${name}: a WebSocket is not opened with a body`, async () => {
    await withApp(options, async ({ open }) => {
      const sent = (method: string): Promise<string> =>
        firstOf(open(), `${method} /socket HTTP/1.1\r\n${handshake}Content-Length: 5\r\n\r\nabcde`)
      // Node tells this from no upgrade from 24.9 on alone.
      assert.match(await sent('GET'), /^HTTP\/1\.1 4(00|26) /)
      assert.match(await sent('POST'), /^HTTP\/1\.1 405 /)
    })
  })

  test(`${name}: a page that is asked for as a WebSocket is a page`, async () => {
    await withApp(options, async ({ send }) => {
      assert.equal(told(await send(`GET / HTTP/1.1\r\n${upgrade}\r\n`)), ['HTTP/1.1 200', 'a page'])
    })
  })

  test(`${name}: an upgrade waits for the answers to earlier requests`, async () => {
    for (const [request, answer] of [
      [`POST / HTTP/1.1\r\n${upgrade}Content-Length: 5\r\n\r\nabcde`, /200 OK.*5 bytes$/s],
      [`GET /socket HTTP/1.1\r\n${handshake}\r\n`, /101 Switching Protocols\r\n/],
    ] as const)
      await withApp(options, async ({ open, asked }) => {
        const socket = open()
        let text = ''
        const ended = new Promise<void>((resolve) => {
          socket.on('data', (piece) => {
            text += piece
            if (answer.test(text)) resolve()
          })
        })
        socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
        const end = await asked
        await new Promise<unknown>((resolve) => socket.write(request, resolve))
        end()
        await ended
        assert.match(text, /^HTTP\/1\.1 200 OK\r\n.*the slow oneHTTP\/1\.1 /s)
        socket.destroy()
      })
  })
}

test('headers that node has dropped are not missed', async () => {
  await withApp({}, async ({ send }) => {
    const many = 'a:b\r\n'.repeat(1000)
    for (const protocol of ['websocket', 'h2c']) {
      const ask = `Host: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${many}`
      const inner = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
      const answer = await send(`POST / HTTP/1.1\r\n${ask}Content-Length: ${inner.length}\r\n\r\n${inner}`)
      assert.match(answer, /^HTTP\/1\.1 431 /)
      assert.not.match(answer, 'a page')
    }
  })
})

test.run()
