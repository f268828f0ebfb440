import { EventEmitter, once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Answered, App, type AppConfig, HttpError } from '../../src/index.ts'
import { rawExchange } from '../support/raw-exchange.ts'
import { pause, until } from '../support/serve.ts'

/** A call of `onResponse`, without what differs from run to run. */
type Seen = Pick<Answered, 'method' | 'path' | 'status' | 'bytes' | 'aborted'> & { readonly route?: string }

interface Watched {
  readonly app: App
  readonly seen: Seen[]
  /** In order: what `onResponse` reads, and the locals that were closed. */
  readonly log: string[]
  readonly errors: unknown[]
}

function watchedApp(config: AppConfig = {}): Watched {
  const seen: Seen[] = []
  const log: string[] = []
  const errors: unknown[] = []
  const app = new App({
    onError: (error) => errors.push(error),
    onResponse: ({ c, ms, ...facts }) => {
      assert.ok(ms >= 0)
      seen.push(facts)
      log.push(
        c === undefined ? 'no Ctx' : `${c.get('X-Id')} ${c.getRespHeader('X-A')} ${String(c.locals('k'))}`,
      )
    },
    ...config,
  })
  app.use((c) => {
    c.locals('k', { close: () => log.push('closed'), toString: () => 'open' })
    c.set('X-A', 'a')
    return c.next()
  })
  app.get('/text/:id', (c) => c.sendString('é'))
  app.get('/none', (c) => c.status(204))
  app.get('/stream', (c) => c.sendStream(['ab', 'cde']))
  app.get('/end', async (c) => {
    c.sendString('ended')
    c.end()
    await pause(5)
    assert.is(c.get('X-Id'), '7')
  })
  app.get('/fail', () => new HttpError(418, 'short'))
  app.get('/cut', (c) =>
    c.sendStream(
      (async function* () {
        yield 'ab'
        await pause(5)
        throw new Error('cut')
      })(),
    ),
  )
  app.get('/drop', (c) => c.drop())
  app.post('/body', (c) => c.send(c.body()))
  return { app, seen, log, errors }
}

const answers: [method: string, path: string, expected: Omit<Seen, 'method' | 'path'>][] = [
  ['GET', '/text/7?q=1', { route: '/text/:id', status: 200, bytes: 2, aborted: false }],
  ['HEAD', '/text/7', { route: '/text/:id', status: 200, bytes: 0, aborted: false }],
  ['GET', '/none', { route: '/none', status: 204, bytes: 0, aborted: false }],
  ['GET', '/stream', { route: '/stream', status: 200, bytes: 5, aborted: false }],
  ['GET', '/end', { route: '/end', status: 200, bytes: 5, aborted: false }],
  ['GET', '/fail', { route: '/fail', status: 418, bytes: 5, aborted: false }],
  ['POST', '/body', { route: '/body', status: 200, bytes: 3, aborted: false }],
  ['GET', '/unknown', { status: 404, bytes: 9, aborted: false }],
  ['GET', '/cut', { route: '/cut', status: 200, bytes: 2, aborted: true }],
  ['GET', '/drop', { route: '/drop', status: 0, bytes: 0, aborted: true }],
]

/** Makes a request, whose answer may be cut off. */
type Exchange = (method: string, path: string) => Promise<unknown>

async function checkAnswers({ seen, log }: Watched, exchange: Exchange): Promise<void> {
  for (const [method, path, expected] of answers) {
    await exchange(method, path).catch(() => {})
    assert.ok(await until(() => log.length === 2), path)
    const pathname = path.replace(/\?.*/, '')
    assert.equal(seen.splice(0), [{ method, path: pathname, ...expected }], path)
    // The Ctx was readable, and locals were closed after it.
    assert.equal(log.splice(0), ['7 a open', 'closed'], path)
  }
}

const headers = { 'X-Id': '7', Accept: 'text/plain', Connection: 'close' }

test('onResponse is called once for each answer over HTTP/1', async () => {
  const watched = watchedApp()
  const { url } = await watched.app.listen({ host: '127.0.0.1' })
  await checkAnswers(watched, async (method, path) => {
    const answer = await fetch(url + path, { method, headers, ...(method === 'POST' && { body: 'abc' }) })
    await answer.text()
  })
  await watched.app.shutdown()
})

test('onResponse is called once for each answer over HTTP/2', async () => {
  const watched = watchedApp()
  const { url } = await watched.app.listen({ host: '127.0.0.1', http2: true })
  const session = connectHttp2(url)
  await checkAnswers(watched, async (method, path) => {
    const stream = session.request(
      { ':method': method, ':path': path, 'x-id': '7', accept: 'text/plain' },
      { endStream: method !== 'POST' },
    )
    if (method === 'POST') stream.end('abc')
    stream.resume()
    await new Promise((resolve) => stream.on('error', resolve).on('close', resolve))
  })
  session.close()
  await watched.app.shutdown()
})

test('onResponse is called once for each answer of app.fetch', async () => {
  const watched = watchedApp()
  await checkAnswers(watched, async (method, path) => {
    const answer = await watched.app.test(path, {
      method,
      headers,
      ...(method === 'POST' && { body: 'abc' }),
    })
    await answer.text()
  })
})

test('onResponse is called for requests that were refused before they had a Ctx', async () => {
  const { app, seen } = watchedApp({ bodyLimit: 10 })
  const { port } = await app.listen({ host: '127.0.0.1', requestTimeout: 300, headersTimeout: 300 })
  for (const [sent, method, path, status] of [
    ['nonsense\r\n\r\n', '', '', 400],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, '', '', 431],
    ['GET /host HTTP/1.1\r\nConnection: close\r\n\r\n', 'GET', '/host', 400],
    ['GET /e HTTP/1.1\r\nHost: a\r\nExpect: the-best\r\n\r\n', 'GET', '/e', 417],
    ['POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n12345678901', 'POST', '/body', 413],
    ['POST /body?q HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1', 'POST', '/body', 408],
    ['GET /v HTTP/2.0\r\nHost: a\r\n\r\n', 'GET', '/v', 505],
  ] as const) {
    const answer = await rawExchange(port, sent)
    assert.match(answer, ` ${status} `)
    assert.ok(await until(() => seen.length > 0), sent)
    await pause(5)
    const [one, ...more] = seen.splice(0)
    assert.equal([one?.method, one?.path, one?.status, more], [method, path, status, []], sent)
  }
  await app.shutdown()
})

test('a client that leaves before or during its answer is an aborted one', async () => {
  const { app, seen } = watchedApp()
  const began = new EventEmitter()
  app.get('/slow', async (c) => {
    began.emit('/slow')
    await once(c.signal(), 'abort')
    c.sendString('late')
  })
  app.get('/endless', (c) =>
    c.sendStream(
      (async function* () {
        for (;;) {
          yield 'x'
          await pause(1)
        }
      })(),
    ),
  )
  const { port } = await app.listen({ host: '127.0.0.1' })
  for (const [path, bytes] of [
    ['/slow', false],
    ['/endless', true],
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    const started = bytes ? once(socket, 'data') : once(began, path)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await started
    socket.destroy()
    assert.ok(await until(() => seen.length > 0), path)
    const [one] = seen.splice(0)
    assert.equal([one?.path, one?.aborted], [path, true])
    if (bytes) assert.ok((one?.bytes ?? 0) > 0)
  }
  await app.shutdown()
})

test('an answer written to the response of node is counted', async () => {
  const { app, seen } = watchedApp()
  app.get('/own', (c) => {
    const res = c.response() as import('node:http').ServerResponse
    res.writeHead(203).end('own')
  })
  const { url } = await app.listen({ host: '127.0.0.1' })
  assert.is(await (await fetch(`${url}/own`, { headers })).text(), 'own')
  assert.ok(await until(() => seen.length > 0))
  assert.is(seen[0]?.status, 203)
  await app.shutdown()
})

test('an error of onResponse is reported, and harms nothing', async () => {
  for (const onResponse of [
    () => {
      throw new Error('log is full')
    },
    () => Promise.reject(new Error('log is full')),
  ]) {
    const { app, errors } = watchedApp({ onResponse })
    assert.is((await app.test('/text/1')).status, 200)
    await pause(1)
    assert.equal(errors.map(String), ['Error: log is full'])
  }
})

test('a list of functions: each is called in order, whatever the others throw', async () => {
  const called: string[] = []
  const { app, errors } = watchedApp({
    onResponse: [
      ({ c }) => {
        called.push(`first ${c?.get('X-Id')}`)
        throw new Error('first')
      },
      () => Promise.reject(new Error('second')),
      ({ c, status }) => called.push(`third ${status} ${c?.getRespHeader('X-A')}`),
    ],
  })
  assert.is((await app.test('/text/1', { headers })).status, 200)
  await pause(1)
  assert.equal(called, ['first 7', 'third 200 a'])
  assert.equal(errors.map(String), ['Error: first', 'Error: second'])
})

test.run()
