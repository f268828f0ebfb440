import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { joinWrites } from '../../../src/adapter/node/join-writes.ts'
import { App } from '../../../src/index.ts'
import { rawExchange } from '../../support/raw-exchange.ts'
import { pause, withApp } from '../../support/serve.ts'

const long = 'é'.repeat(2_000_000)

function routes(app: App): void {
  app.get('/', (c) => c.sendString('hello'))
  app.get('/é', (c) => c.set('X-Latin', 'é').sendString('ü€😀'))
  app.get('/bytes', (c) => c.send(new Uint8Array([0, 255, 128])))
  app.get('/empty', () => {})
  app.get('/204', (c) => c.sendStatus(204))
  app.get('/stream', (c) => c.sendStream(['a', 'b']))
  app.get('/long', (c) => c.sendString(long))
  app.get('/later', async (c) => {
    await pause(5)
    c.json({ later: true })
  })
  app.post('/echo', (c) => c.send(c.body()))
}

function get(path: string, ...lines: string[]): string {
  return [`GET ${path} HTTP/1.1`, 'Host: a', ...lines, '', ''].join('\r\n')
}

const close = 'Connection: close'
const exchanges: readonly string[] = [
  get('/', close),
  get('/').replace('GET', 'HEAD') + get('/', close).replace('GET', 'HEAD'),
  get('/') + get('/later') + get('/bytes') + get('/empty') + get('/none') + get('/', close),
  'GET / HTTP/1.0\r\n\r\n',
  'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /later HTTP/1.0\r\n\r\n',
  get('/%C3%A9', close),
  get('/204') + get('/stream', close),
  `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc${get('/', close)}`,
  `POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n${get('/', close)}`,
  `POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`,
  get('/', 'Host: b', close),
  `${get('/')}no request\r\n\r\n`,
]

test('the bytes sent equal those of a plain node server', async () => {
  await withApp({}, routes, async ({ port }, app) => {
    const plain = createServer(app.handler()).on('connection', keepApart)
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const { port: plainPort } = addressOf(plain.address())
    for (const bytes of exchanges) {
      const [ours, theirs] = await Promise.all([rawExchange(port, bytes), rawExchange(plainPort, bytes)])
      assert.is(withoutDate(ours), withoutDate(theirs), bytes)
      assert.match(ours, /^HTTP\/1\.1 \d/)
    }
    await new Promise((resolve) => plain.close(resolve))
  })
})

/** Prevents a connection's writes from being joined. */
function keepApart(socket: Socket): void {
  Object.defineProperty(socket, '_writev', { value: undefined })
}

function withoutDate(answer: string): string {
  return answer.replaceAll(/^Date: .*\r\n/gm, '')
}

function addressOf(bound: string | AddressInfo | null): AddressInfo {
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return bound
}

test('writes of another server are joined as well, each connection once', async () => {
  let inPieces = 0
  const server = createServer(new App().get('/', (c) => c.sendString('hello')).handler())
  server.on('connection', (socket: Socket) => {
    const writeAll = socket._writev
    socket._writev = (...args) => {
      inPieces++
      writeAll?.apply(socket, args)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = await rawExchange(addressOf(server.address()).port, get('/') + get('/', close))
  await new Promise((resolve) => server.close(resolve))
  assert.is(answer.split('hello').length, 3)
  assert.is(inPieces, 0)
})

test('a long text reaches a slow client, and no caller waits for one that disconnects', async () => {
  await withApp({}, routes, async ({ port }) => {
    const gone = connect(port, '127.0.0.1')
    gone.once('data', () => gone.destroy())
    gone.write(get('/long'))
    const slow = connect(port, '127.0.0.1')
    slow.write(get('/long', close))
    slow.pause()
    await pause(100)
    const chunks: Buffer[] = []
    for await (const chunk of slow) chunks.push(chunk)
    const answer = Buffer.concat(chunks)
    assert.is(answer.subarray(answer.indexOf('\r\n\r\n') + 4).toString(), long)
  })
})

test("each write's callback runs, in order, joined or not", async () => {
  const told: string[] = []
  let inPieces = 0
  const count = (socket: Socket): void => {
    const writeAll = socket._writev
    socket._writev = (...args) => {
      inPieces++
      writeAll?.apply(socket, args)
    }
  }
  const use = (socket: Socket): void => {
    const write = (text: string): unknown => socket.write(text, () => told.push(text))
    for (const texts of [['one', ''], ['', 'two'], ['three', '', ''], ['fo', 'ur'], ['']]) {
      socket.cork()
      for (const text of texts) write(text)
      socket.uncork()
    }
    socket.end()
  }
  assert.is(await withSocket(use, count), 'onetwothreefour')
  assert.is(inPieces, 3)
  assert.equal(told, ['one', '', '', 'two', 'three', '', '', 'fo', 'ur', ''])
})

test('a failed write is reported', async () => {
  const errors: unknown[] = []
  await withSocket((socket) => {
    socket.cork()
    socket.on('error', () => {})
    for (const text of ['one', '']) socket.write(text, (error) => errors.push(error))
    socket.destroy()
    socket.uncork()
  })
  assert.is(errors.length, 2)
  assert.ok(errors.every((error) => error instanceof Error))
})

/** The bytes that a client receives when writes are joined. */
async function withSocket(
  use: (socket: Socket) => void,
  prepare: (socket: Socket) => void = () => {},
): Promise<string> {
  const server = createSocketServer((socket) => {
    prepare(socket)
    joinWrites(socket)
    use(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const received = await rawExchange(addressOf(server.address()).port, '')
  await new Promise((resolve) => server.close(resolve))
  return received
}

test.run()
