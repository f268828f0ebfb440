import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, HttpError } from '../../src/index.ts'
import { reset } from '../support/http2-frames.ts'
import { Http2Wire } from '../support/http2-wire.ts'
import { rawExchange } from '../support/raw-exchange.ts'
import { until, withApp } from '../support/serve.ts'

const stream = { body: 'stream' } as const

async function sizeOf(c: Ctx): Promise<number> {
  let size = 0
  for await (const piece of c.bodyStream()) size += piece.length
  return size
}

const count = async (c: Ctx): Promise<void> => c.sendString(`${await sizeOf(c)}`)

function nodeRequestOf(c: Ctx): IncomingMessage {
  const req = c.request()
  if (req instanceof IncomingMessage) return req
  throw new Error('not a request of node')
}

function counting(app: App): void {
  app.post('/count', stream, count)
  app.post('/unread', stream, (c) => c.sendString('unread'))
  app.post('/opened', stream, (c) => {
    c.bodyStream()
    c.sendString('opened')
  })
  app.get('/', (c) => c.sendString('next'))
}

type Body = string | Uint8Array | ReadableStream<Uint8Array>

function post(path: string, body: Body, headers: Record<string, string> = {}): Request {
  return new Request(`http://a${path}`, { method: 'POST', body, headers, duplex: 'half' })
}

/** A request to a server over HTTP/2. */
async function overHttp2(
  port: number,
  path: string,
  body: Uint8Array,
): Promise<{ status: number; text: string }> {
  const session = connectHttp2(`http://127.0.0.1:${port}`)
  const exchange = session.request({ ':method': 'POST', ':path': path })
  let status = 0
  let text = ''
  exchange.on('response', (headers) => {
    status = headers[':status'] ?? 0
  })
  exchange.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  exchange.on('error', () => {})
  const closed = once(exchange, 'close')
  exchange.end(body)
  await closed
  session.destroy()
  return { status, text }
}

async function withHttp2(routes: (app: App) => void, use: (port: number) => Promise<void>): Promise<void> {
  const app = new App({ onError: () => {}, bodyLimit: 1_000_000 })
  routes(app)
  const server = await app.listen({ host: '127.0.0.1', http2: true })
  try {
    await use(server.port)
  } finally {
    await app.shutdown()
  }
}

const large = new Uint8Array(900_000).fill(65)
const zipped = gzipSync(large)

test('a stream gives the whole body, decoded, and is counted as sent and decoded', async () => {
  await withApp({ bodyLimit: 1_000_000 }, counting, async ({ port }, app) => {
    const bomb = gzipSync(new Uint8Array(2_000_000))
    const chunks = (size: number): ReadableStream<Uint8Array> => new Blob([new Uint8Array(size)]).stream()
    const gzip = { 'Content-Encoding': 'gzip' }
    const cases = [
      [large, {}, 200, '900000'],
      [zipped, gzip, 200, '900000'],
      [new Uint8Array(0), {}, 200, '0'],
      [chunks(0), gzip, 200, '0'],
      [chunks(900_000), {}, 200, '900000'],
      [chunks(1_000_001), {}, 413, ''],
      [new Uint8Array(1_000_001), {}, 413, ''],
      [bomb, gzip, 413, ''],
      [large, gzip, 400, ''],
      [zipped.subarray(0, 500), gzip, 400, ''],
      [large, { 'Content-Encoding': 'unknown' }, 415, ''],
    ] as const
    for (const [body, headers, status, text] of cases) {
      const [first, second] = body instanceof ReadableStream ? body.tee() : [body, body]
      const answers = [
        await fetch(`http://127.0.0.1:${port}/count`, post('/count', first, headers)),
        await app.fetch(post('/count', second, headers)),
      ]
      for (const answer of answers) {
        assert.is(answer.status, status)
        const got = await answer.text()
        if (status === 200) assert.is(got, text)
      }
    }
  })
})

test('HTTP/2 streams, refuses too much, and answers before an unread body', async () => {
  await withHttp2(counting, async (port) => {
    assert.equal(await overHttp2(port, '/count', large), { status: 200, text: '900000' })
    assert.is((await overHttp2(port, '/count', new Uint8Array(1_000_001))).status, 413)
    for (const path of ['/unread', '/opened']) {
      assert.equal(await overHttp2(port, path, large), { status: 200, text: path.slice(1) })
    }
  })
})

test('a reader that stops stops the client', async () => {
  let goOn: (() => void) | undefined
  let first = 0
  let bytesRead = (): number => 0
  const routes = (app: App): void => {
    app.post('/', { body: 'stream', bodyLimit: 200_000_000 }, async (c) => {
      const reader = c.bodyStream().getReader()
      bytesRead = () => nodeRequestOf(c).socket.bytesRead
      first = (await reader.read()).value?.length ?? 0
      await new Promise<void>((resolve) => {
        goOn = resolve
      })
      let size = first
      for (let part = await reader.read(); !part.done; part = await reader.read()) size += part.value.length
      c.sendString(`${size}`)
    })
  }
  await withApp({}, routes, async ({ port }) => {
    const size = 100_000_000
    const upload = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Length': size } })
    const response = once(upload, 'response')
    upload.end(new Uint8Array(size))
    assert.ok(await until(() => goOn !== undefined))
    // Without a stop, the server would not stand still before the end of the body.
    let received = -1
    let still = 0
    assert.ok(
      await until(() => {
        still = bytesRead() === received ? still + 1 : 0
        received = bytesRead()
        return still >= 20
      }),
    )
    assert.ok(received < size / 10, `${received}`)
    goOn?.()
    const [answer] = await response
    let text = ''
    for await (const chunk of answer) text += chunk
    assert.is(text, `${size}`)
  })
})

test('a reader gets an error when the client leaves', async () => {
  const errors: unknown[] = []
  let pieces = 0
  const routes = (app: App): void => {
    app.post('/', stream, async (c) => {
      try {
        for await (const _ of c.bodyStream()) pieces++
        errors.push('whole')
      } catch (error) {
        errors.push(error)
        throw error
      }
    })
  }
  const isBrokenOff = (error: unknown): boolean => error instanceof HttpError && error.status === 400
  await withApp({}, routes, async ({ port }, app) => {
    const socket = connect(port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy())
    assert.ok(await until(() => errors.length === 1))
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error('gone'))
      },
    })
    await app.fetch(post('/', body))
    assert.is(errors.length, 2)
    assert.ok(errors.every(isBrokenOff), String(errors))
  })
  errors.length = 0
  pieces = 0
  await withHttp2(routes, async (port) => {
    // Clients of node end a stream before they reset it.
    const wire = await Http2Wire.open(port)
    wire.request(1, 'POST', '/', [], true)
    wire.data(1, 'half')
    assert.ok(await until(() => pieces === 1))
    wire.send(reset(1, 8))
    assert.ok(await until(() => errors.length === 1))
    wire.request(3, 'POST', '/', [], true)
    wire.data(3, 'half')
    assert.ok(await until(() => pieces === 2))
    wire.destroy()
    assert.ok(await until(() => errors.length === 2))
    assert.ok(errors.every(isBrokenOff), String(errors))
  })
})

test('a kept connection works after a body that was read, or not', async () => {
  await withApp({}, counting, async ({ port }) => {
    const next = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    for (const path of ['/count', '/unread', '/opened']) {
      for (const size of [10, 150_000]) {
        const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n`
        const answer = await rawExchange(port, head + 'x'.repeat(size) + next)
        assert.match(answer, /^HTTP\/1\.1 200[\s\S]*HTTP\/1\.1 200[\s\S]*next$/, `${path} ${size}`)
      }
    }
  })
})

test('an answer may be made of the body that still arrives', async () => {
  const routes = (app: App): void => {
    app.post('/', stream, (c) => {
      c.sendStream(c.bodyStream())
    })
    app.get('/', (c) => c.sendString('next'))
  }
  const echo = async (port: number): Promise<void> => {
    const upload = request({ port, host: '127.0.0.1', method: 'POST' })
    upload.write('first')
    const [answer] = await once(upload, 'response')
    const [piece] = await once(answer, 'data')
    assert.is(`${piece}`, 'first')
    upload.end('second')
    let rest = ''
    for await (const last of answer) rest += last
    assert.is(rest, 'second')
  }
  await withApp({}, routes, async ({ port }, app) => {
    await echo(port)
    assert.is(await (await app.fetch(post('/', 'echo'))).text(), 'echo')
    const raw =
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nechoGET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    assert.match(await rawExchange(port, raw), /echo[\s\S]*HTTP\/1\.1 200[\s\S]*next$/)
  })
  await withHttp2(routes, async (port) => {
    assert.equal(await overHttp2(port, '/', large), { status: 200, text: Buffer.from(large).toString() })
  })
})

test('use and group give streams, what was read is a stream, and a stream is no whole body', async () => {
  const errors: string[] = []
  const app = new App({
    onError: (error) => {
      errors.push(String(error))
    },
  })
  const ask = (c: Ctx): void => c.sendString(`${c.body().length}`)
  app.use('/used', stream, async (c) => {
    c.locals('size', await sizeOf(c))
    return c.next()
  })
  app.post('/used', (c) => c.sendString(`${c.locals('size')}`))
  app.group('/grouped', stream, count).post('/', ask)
  app.use('/read', async (c) => {
    await c.readBody()
    return c.next()
  })
  app.post('/read', stream, async (c) => c.sendString(`${await sizeOf(c)} ${c.body().length}`))
  app.post('/whole', count)
  app.use('/early', count)
  app.post('/after', stream, async (c) => {
    await sizeOf(c)
    ask(c)
  })
  app.post('/again', stream, async (c) => {
    await sizeOf(c)
    await sizeOf(c)
  })
  app.post('/later', stream, async (c) => {
    await sizeOf(c)
    await c.readBody()
  })
  const send = async (path: string): Promise<string> => (await app.fetch(post(path, 'abc'))).text()
  assert.is(await send('/used'), '3')
  assert.is(await send('/grouped'), '3')
  assert.is(await send('/read'), '3 3')
  assert.is(await send('/whole'), '3')
  assert.is(await (await app.fetch(post('/read', ''))).text(), '0 0')
  assert.equal(errors, [])
  assert.is((await app.fetch(post('/early', 'abc'))).status, 500)
  assert.match(errors.pop() ?? '', /\{ body: 'stream' \}/)
  for (const path of ['/after', '/again', '/later']) {
    assert.is((await app.fetch(post(path, 'abc'))).status, 500)
    assert.match(errors.pop() ?? '', /taken as a stream/, path)
  }
})

test.run()
