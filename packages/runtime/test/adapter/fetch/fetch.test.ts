import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serveFetch } from '../../../src/adapter/fetch/fetch.ts'
import { App } from '../../../src/index.ts'
import { until } from '../../support/serve.ts'

/** A `Request` whose URL is as given, as servers may have it. */
function requestOf(url: string, host?: string): Request {
  const request = new Request('http://example.com/', host === undefined ? {} : { headers: { host } })
  return Object.defineProperty(request, 'url', { value: url })
}

const bunServer = { requestIP: () => ({ address: '10.0.0.1', port: 4000 }) }

function echo(): App {
  const app = new App({ onError: () => {} })
  app.get('/host', (c) => c.sendString(c.host()))
  app.use((c) => c.sendString(`${c.path()} ${c.rawQuery()}`))
  return app
}

test('path and query are found in the text of the URL', async () => {
  const app = echo()
  const targets: readonly (readonly [url: string, seen: string])[] = [
    ['http://a/', '/ '],
    ['https://a:8443/b/c?d=%20&e', '/b/c d=%20&e'],
    ['http://a/?/b', '/ /b'],
    ['http://a//b', '//b '],
    ['http://a/b#c', '/b '],
    ['http://a/b?c#/d?e', '/b c'],
    ['http://[::1]:80/b', '/b '],
  ]
  for (const [url, seen] of targets) assert.is(await (await app.fetch(requestOf(url))).text(), seen, url)
})

test('a URL that a server could not make is refused, and no handler sees it', async () => {
  const app = echo()
  const status = async (url: string, host?: string): Promise<number> =>
    (await app.fetch(requestOf(url, host), bunServer)).status
  // Bun gives the path alone for an invalid Host, and the target alone for CONNECT.
  assert.is(await status('/a', 'a b'), 400)
  assert.is(await status('/a/b/c/d/e', 'user@evil'), 400)
  assert.is(await status('a:1', 'a'), 400)
  assert.is(await status('http://a:1', 'a'), 400)
  // Over HTTP/1.0 there need be no Host.
  assert.is(await status('/a'), 200)
})

test('two Host lines, which Headers joins, are refused before a handler', async () => {
  const app = echo()
  assert.is((await app.fetch(requestOf('http://example.com/', 'example.com'), bunServer)).status, 200)
  for (const peer of [undefined, bunServer]) {
    const refused = await app.fetch(requestOf('http://example.com/x', 'example.com, other'), peer)
    assert.is(refused.status, 400)
    assert.match(await refused.text(), 'Host is not a host and port')
  }
})

/** Bun's server as `listen` opens it. */
const ownServer = { ...bunServer, wait() {} }

test('middleware may take the body of a request of an own server', async () => {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error) })
  app.use('/taken', async (c) => {
    await (c.request() as Request).text()
    return c.next()
  })
  app.post('/*', (c) => c.send(c.body()))
  const post = async (path: string): Promise<Response> => {
    const init = { method: 'POST', headers: { host: 'a', 'content-length': '4' }, body: 'body' }
    return serveFetch(app, new Request(`http://a${path}`, init), ownServer, true)
  }
  assert.is(await (await post('/whole')).text(), 'body')
  assert.is((await post('/taken')).status, 500)
  assert.match(String(errors), /was read from the server's own request/)
})

test('a synchronous handler answers in the same turn', async () => {
  const app = echo()
  await app.test('/')
  let isAnswered = false
  void app.fetch(requestOf('http://a/')).then(() => {
    isAnswered = true
  })
  await undefined
  assert.ok(isAnswered)
})

test('no header is lost, whatever its name', async () => {
  const app = new App()
  app.get('/', (c) => {
    c.set('__proto__', 'a').set('constructor', 'b').append('Set-Cookie', 'c=1').append('set-cookie', 'd=2')
    c.sendString('é')
  })
  const { headers } = await app.test('/')
  assert.equal(
    ['__proto__', 'constructor', 'set-cookie', 'content-type', 'content-length'].map((name) =>
      headers.get(name),
    ),
    ['a', 'b', 'c=1, d=2', 'text/plain; charset=utf-8', '2'],
  )
})

test('answers of one type do not share their headers', async () => {
  const app = echo()
  const first = await app.fetch(requestOf('http://a/'), bunServer)
  first.headers.set('Content-Type', 'other')
  const second = await app.fetch(requestOf('http://a/'), bunServer)
  assert.is(second.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.is(second.headers.get('content-length'), null, 'the server adds it')
})

test('an empty body has no type', async () => {
  const app = new App().get('/', (c) => c.sendString(''))
  const { headers } = await app.test('/')
  assert.equal([headers.get('content-type'), headers.get('content-length')], [null, '0'])
})

test('a body is refused by its announced length, without reading it', async () => {
  const app = new App({ bodyLimit: 10 }).post('/', (c) => c.send(c.body()))
  const post = (headers: Record<string, string>, body: string | ReadableStream): Promise<Response> =>
    app.fetch(new Request('http://a/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit))
  let reads = 0
  const endless = (): ReadableStream =>
    new ReadableStream(
      {
        pull(controller) {
          reads++
          controller.enqueue(new Uint8Array(4))
        },
      },
      { highWaterMark: 0 },
    )
  for (const length of ['11', '1000000']) {
    assert.is((await post({ 'Content-Length': length }, endless())).status, 413)
    assert.is(reads, 0)
  }
  assert.is((await post({}, endless())).status, 413)
  assert.is(reads, 3)
  // The length of a request made by hand need not be true.
  assert.is((await post({ 'Content-Length': '3' }, 'x'.repeat(11))).status, 413)
  assert.is(await (await post({ 'Content-Length': '0' }, 'body')).text(), 'body')
  assert.is(await (await post({ 'Content-Length': '4' }, 'body')).text(), 'body')
})

test('a client that goes while it sends is no error, and to read a body that was read before is one', async () => {
  const reported: string[] = []
  const onError = (error: unknown): void => void reported.push(String(error))
  const app = new App({ onError }).post('/', (c) => c.send(c.body()))
  const post = (body: string | ReadableStream): Request =>
    new Request('http://a/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const failing = (): ReadableStream =>
    new ReadableStream({
      pull(controller) {
        controller.error(new Error('gone'))
      },
    })
  assert.is((await app.fetch(post(failing()), bunServer)).status, 400)
  assert.equal(reported, [])
  assert.is((await app.fetch(post(failing()))).status, 400)
  assert.equal(reported, [])
  const used = post('x')
  await used.text()
  const locked = post('x'.repeat(100_000))
  locked.body?.getReader()
  for (const request of [used, locked]) {
    const response = await app.fetch(request, bunServer)
    assert.equal(
      [response.status, await response.text()],
      [500, '{"type":"about:blank","title":"Internal Server Error","status":500}'],
    )
    assert.match(reported.pop() ?? '', /the body was read from the server's own request/)
  }
})

test('a short body gives its memory back, also when the client goes', async () => {
  const app = new App({ bodyMemory: 1000, onError: () => {} })
  app.post('/never', () => new Promise(() => {})).post('/', (c) => c.sendString('ok'))
  const client = new AbortController()
  const headers = { 'Content-Length': '900' }
  const init = { method: 'POST', headers, body: 'x'.repeat(900), signal: client.signal }
  void app.test('/never', init)
  assert.ok(await until(() => app.bodyMemory.used === 900))
  assert.is((await app.test('/', { ...init, signal: null })).status, 503)
  client.abort()
  assert.ok(await until(() => app.bodyMemory.used === 0))
  assert.is((await app.test('/', { ...init, signal: null })).status, 200)
  assert.is(app.bodyMemory.used, 0)
})

test.run()
