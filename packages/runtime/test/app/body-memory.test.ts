import { execFileSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App } from '../../src/index.ts'
import { rawExchange } from '../support/raw-exchange.ts'
import { pause, until, withApp } from '../support/serve.ts'

const post = (length: number, body = ''): string =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`

/** Begins an upload and leaves it unfinished. */
function upload(port: number, length: number, body: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(post(length, body))
  return socket
}

test('bodies past the total memory are a 503 with Retry-After, until others are done', async () => {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const routes = (app: App): void => {
    app
      .post('/', (c) => c.sendString(`${c.body().length}`))
      .post('/held', async (c) => {
        await released
        c.sendString(`${c.body().length}`)
      })
  }
  await withApp({ bodyMemory: 10_000 }, routes, async ({ url }, app) => {
    const held = fetch(`${url}/held`, { method: 'POST', body: 'x'.repeat(8000) })
    assert.ok(await until(() => app.bodyMemory.used === 8000))
    const refused = await fetch(url, { method: 'POST', body: 'x'.repeat(3000) })
    assert.equal([refused.status, refused.headers.get('Retry-After')], [503, '5'])
    assert.match(await refused.text(), '"status":503')
    const small = await fetch(url, { method: 'POST', body: 'x'.repeat(1000) })
    assert.is(await small.text(), '1000')
    assert.is((await fetch(url, { method: 'GET' })).status, 405)
    release()
    assert.is(await (await held).text(), '8000')
    assert.ok(await until(() => app.bodyMemory.used === 0))
    const later = await fetch(url, { method: 'POST', body: 'x'.repeat(9000) })
    assert.is(await later.text(), '9000')
  })
})

test('a single body is accepted up to its own limit', async () => {
  await withApp(
    { bodyMemory: 10 },
    (app) => app.post('/', (c) => c.sendString(`${c.body().length}`)),
    async ({ url }, app) => {
      const body = 'x'.repeat(300_000)
      assert.is(await (await fetch(url, { method: 'POST', body })).text(), '300000')
      const answer = await app.test('/', { method: 'POST', body })
      assert.is(await answer.text(), '300000')
      assert.is(app.bodyMemory.used, 0)
    },
  )
})

test('the decoded size counts as well', async () => {
  let release: () => void = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await withApp(
    { bodyMemory: 100_000 },
    (app) =>
      app.post('/', async (c) => {
        await released
        c.sendString(`${c.body().length}`)
      }),
    async ({ url }, app) => {
      const bomb = {
        method: 'POST',
        body: gzipSync('x'.repeat(60_000)),
        headers: { 'Content-Encoding': 'gzip' },
      }
      const first = fetch(url, bomb)
      assert.ok(await until(() => app.bodyMemory.used > 60_000))
      assert.is((await fetch(url, bomb)).status, 503)
      assert.is((await app.test('/', bomb)).status, 503)
      release()
      assert.is(await (await first).text(), '60000')
      assert.ok(await until(() => app.bodyMemory.used === 0))
    },
  )
})

test('many small bodies that decode to large ones stay near the total memory', () => {
  const script = fileURLToPath(new URL('decode-many.ts', import.meta.url))
  const text = execFileSync(process.execPath, [...process.execArgv, script], { encoding: 'utf8' })
  const { statuses, megabytes }: { statuses: number[]; megabytes: number } = JSON.parse(text)
  // On a busy machine each body is released before the next one is decoded, and none is a 503.
  assert.equal(
    statuses.filter((status) => status !== 503),
    [200],
  )
  // Decoded at the same time they took 1.2 GB.
  assert.ok(megabytes < 450, `${megabytes}`)
})

test('aborted uploads release their memory, in every phase', async () => {
  let waiting = 0
  await withApp(
    {},
    (app) =>
      app
        .post('/', (c) => c.sendString('ok'))
        .post('/never', () => {
          waiting++
          return new Promise(() => {})
        }),
    async ({ port }, app) => {
      const halves = Array.from({ length: 20 }, () => upload(port, 9000, 'x'.repeat(5000)))
      assert.ok(await until(() => app.bodyMemory.used === 100_000))
      for (const socket of halves) socket.destroy()
      assert.ok(await until(() => app.bodyMemory.used === 0))
      // In the handler, and in one that only ends on disconnect.
      const whole = connect(port, '127.0.0.1')
      whole.write(post(5, 'whole').replace('/', '/never'))
      assert.ok(await until(() => waiting === 1))
      assert.is(app.bodyMemory.used, 5)
      // After a request that is not answered yet.
      whole.write(post(9000, 'half'))
      assert.ok(await until(() => app.bodyMemory.used === 9))
      whole.destroy()
      assert.ok(await until(() => app.bodyMemory.used === 0))
      // Past the limit, and with an unknown coding.
      await rawExchange(port, post(5_000_000, 'x'), 300)
      await rawExchange(port, post(3, 'abc').replace('Host', 'Content-Encoding: gzip\r\nHost'), 300)
      await rawExchange(
        port,
        'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nx',
        300,
      )
      assert.ok(await until(() => app.bodyMemory.used === 0))
    },
  )
})

test('a slow response holds no body', async () => {
  let end: () => void = () => {}
  await withApp(
    {},
    (app) =>
      app.post('/', (c) =>
        c.sendStreamWriter(async (writer) => {
          writer.write('begun')
          await writer.flush()
          await new Promise<void>((resolve) => {
            end = resolve
          })
        }),
      ),
    async ({ url }, app) => {
      const response = await fetch(url, { method: 'POST', body: 'question' })
      assert.is(app.bodyMemory.used, 0)
      end()
      assert.is(await response.text(), 'begun')
    },
  )
})

test('fetch counts as well, and an aborted one releases its memory', async () => {
  const app = new App({ bodyMemory: 1000, onError: () => {} })
  app.post('/', (c) => c.sendString('ok')).post('/never', () => new Promise(() => {}))
  const gone = new AbortController()
  const never = app.test('/never', { method: 'POST', body: 'x'.repeat(900), signal: gone.signal })
  assert.ok(await until(() => app.bodyMemory.used === 900))
  const refused = await app.test('/', { method: 'POST', body: 'x'.repeat(200) })
  assert.equal([refused.status, refused.headers.get('Retry-After')], [503, '5'])
  gone.abort()
  assert.ok(await until(() => app.bodyMemory.used === 0))
  const failing = new ReadableStream({
    async pull(controller) {
      controller.enqueue(new Uint8Array(100))
      await pause(5)
      controller.error(new Error('gone'))
    },
  })
  await app.test('/', { method: 'POST', body: failing, duplex: 'half' } as RequestInit).catch(() => {})
  assert.is(app.bodyMemory.used, 0)
  void never
})

test('a body of the smallest chunks takes the memory of its bytes', async () => {
  await withApp(
    {},
    (app) => app.post('/', (c) => c.sendString(`${c.body().length}`)),
    async ({ port }) => {
      const before = process.memoryUsage().rss
      const answer = await rawExchange(
        port,
        `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(500_000)}0\r\n\r\n`,
        20_000,
      )
      assert.ok(answer.endsWith('\r\n\r\n500000'))
      const grown = process.memoryUsage().rss - before
      // A list of its chunks took 200 MB.
      assert.ok(grown < 100e6, `${grown}`)
    },
  )
})

test('a memory limit that is not a number is refused', () => {
  assert.throws(() => new App({ bodyMemory: Number.NaN }), /bodyMemory: not a limit/)
})

test.run()
