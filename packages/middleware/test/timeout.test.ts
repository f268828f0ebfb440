import { connect } from 'node:net'
import { requestId } from '@ctxgen/middleware/request-id'
import { timeout } from '@ctxgen/middleware/timeout'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

test('a slow handler is answered with 503, its signal aborts, and nothing is reported', async () => {
  const errors: unknown[] = []
  const aborted: unknown[] = []
  const make = (): App => {
    const app = new App({ onError: (error) => errors.push(error) }).use(requestId(), timeout(50))
    app.get('/sync', (c) => c.sendString('sync'))
    app.get('/fast', async (c) => {
      await pause(5)
      c.sendString('fast')
    })
    app.get('/aware', async (c) => {
      const signal = c.signal()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    app.get('/deaf', async (c) => {
      c.signal().addEventListener('abort', () => aborted.push('deaf'))
      await pause(120)
      c.status(201).sendString('late')
    })
    return app.get('/endless', () => new Promise(() => {}))
  }
  await onEachServer(make, async (send, server) => {
    assert.equal([(await send('/sync')).body, (await send('/fast')).body], ['sync', 'fast'])
    for (const path of ['/aware', '/deaf', '/endless']) {
      const { status, headers, body } = await send(path)
      assert.is(status, 503, `${server} ${path}`)
      assert.match(body, 'The request took too long')
      assert.ok(headers['x-request-id'])
    }
    await pause(150)
  })
  assert.equal(aborted, ['deaf', 'deaf', 'deaf'])
  assert.equal(errors, [])
})

test('a client that is slow to send its body gets a 408', async () => {
  let reached = 0
  const app = new App().use(timeout(100)).post('/', () => void reached++)
  const { port } = await app.listen({ host: '127.0.0.1' })
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1').write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')
  const chunks = await socket.toArray()
  assert.match(chunks.join(''), /^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*Connection: close/)
  await app.shutdown()
  assert.is(reached, 0)
})

test('another error of the abandoned handler is reported', async () => {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error) }).use(timeout(20))
  app.get('/', async () => {
    await pause(60)
    throw new Error('disk full')
  })
  assert.is((await fetchSend(app)('/')).status, 503)
  await pause(80)
  assert.equal(errors.map(String), ['Error: disk full'])
})

test('a file that is still being read does not delay the answer', async () => {
  const app = new App().use(timeout(50))
  const views = { render: () => new Promise<string>(() => {}) }
  const slow = new App({ views }).use(timeout(50)).get('/', (c) => c.render('page'))
  app.get('/', (c) => c.sendString(''))
  const started = performance.now()
  assert.is((await fetchSend(slow)('/')).status, 503)
  assert.ok(performance.now() - started < 1000)
})

test('onTimeout, inner and outer limits', async () => {
  const seen: string[] = []
  const app = new App().use(timeout(1000, { onTimeout: () => seen.push('outer') }))
  app.get('/', timeout(20, { onTimeout: (c) => seen.push(c.path()) }), () => new Promise(() => {}))
  assert.is((await fetchSend(app)('/')).status, 503)
  assert.equal(seen, ['/'])
  for (const ms of [0, -1, Number.NaN, 2 ** 31, Number.POSITIVE_INFINITY])
    assert.throws(() => timeout(ms), /^timeout: /)
})

test.run()
