import { type CorsOptions, cors } from '@ctxgen/middleware/cors'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

function appWith(options?: CorsOptions): App {
  const app = new App({ onError: () => {} }).use(cors(options))
  app.get('/', (c) => c.vary('Accept').sendString('hi'))
  app.options('/own', (c) => c.sendString('own'))
  app.get('/refused', () => {
    throw new HttpError(403)
  })
  return app.get('/broken', () => {
    throw new Error('broken')
  })
}

const preflight = { origin: 'http://localhost', 'access-control-request-method': 'PUT' }

test('by default any page may read, and no credentials are sent', () =>
  onEachServer(appWith, async (send, server) => {
    const plain = await send('/', { headers: { origin: 'http://localhost' } })
    assert.is(plain.headers['access-control-allow-origin'], '*', server)
    assert.is(plain.headers['access-control-allow-credentials'], undefined)
    assert.is(plain.headers['vary'], 'Accept')
    const { status, headers, body } = await send('/', { method: 'OPTIONS', headers: preflight })
    assert.equal([status, body], [204, ''], server)
    assert.is(headers['access-control-allow-origin'], '*')
    assert.is(headers['access-control-allow-methods'], 'GET, HEAD, POST, PUT, PATCH, DELETE')
    assert.is(headers['access-control-allow-headers'], undefined)
    assert.is(headers['access-control-max-age'], undefined)
    assert.is(headers['content-type'], undefined)
  }))

test('errors have the headers, too, so that a page can read them', () =>
  onEachServer(
    () => appWith({ allowOrigins: 'https://a.example', allowCredentials: true, exposeHeaders: ['X-A'] }),
    async (send, server) => {
      for (const [path, status] of [
        ['/refused', 403],
        ['/broken', 500],
        ['/nowhere', 404],
      ] as const) {
        const got = await send(path, { headers: { origin: 'https://a.example' } })
        assert.is(got.status, status)
        assert.is(got.headers['access-control-allow-origin'], 'https://a.example', `${server} ${path}`)
        assert.is(got.headers['access-control-allow-credentials'], 'true')
        assert.is(got.headers['access-control-expose-headers'], 'X-A')
        assert.match(got.headers['vary'] ?? '', /\bOrigin\b/)
      }
    },
  ))

/** Fiber's table of patterns, and what it lacks. */
const origins: readonly (readonly [
  allowed: readonly (string | RegExp)[],
  origin: string,
  isAllowed: boolean,
])[] = [
  [['http://example.com'], 'http://example.com', true],
  [['HTTP://EXAMPLE.COM'], 'http://example.com', true],
  [['http://example.com'], 'HTTP://EXAMPLE.COM', true],
  [[' HTTP://EXAMPLE.COM/ '], 'http://example.com', true],
  [['http://example.com'], 'https://example.com', false],
  [['http://*.example.com'], 'http://aaa.example.com', true],
  [['http://*.example.com'], 'http://bbb.aaa.example.com', true],
  [['http://*.aaa.example.com'], 'http://bbb.aaa.example.com', true],
  [['http://*.example.com:8080'], 'http://aaa.example.com:8080', true],
  [['http://*.example.com:8080'], 'http://aaa.example.com', false],
  [['http://*.example.com'], 'http://example.com', false],
  [['http://*.example.com'], 'http://.example.com', false],
  [['http://*.example.com'], 'http://evil.com/.example.com', false],
  [['http://*.example.com'], 'http://evil.com?.example.com', false],
  [['http://*.example.com'], 'http://a@b.example.com', false],
  [['http://*.example.com'], 'https://aaa.example.com', false],
  [['http://*.example.com'], `http://${'1234567890.'.repeat(7)}example.com`, true],
  [['http://example.com'], 'http://ccc.bbb.example.com', false],
  [['http://example.com'], 'http://example.com.evil.com', false],
  [['http://example.com'], 'http://example.com:8080', false],
  [['https://--aaa.bbb.com'], 'https://prod-preview--aaa.bbb.com', false],
  [['http://domain-1.com', 'http://example.com'], 'http://example.com', true],
  [['http://domain-1.com', 'http://example.com'], 'http://domain-2.com', false],
  [['http://domain-1.com', 'http://example.com'], 'http://domain-1.com', true],
  [[/^https:\/\/pr-\d+\.example\.com$/], 'https://pr-12.example.com', true],
  [[/^https:\/\/pr-\d+\.example\.com$/g], 'https://pr-12.example.com', true],
  [[/^https:\/\/pr-\d+\.example\.com$/], 'https://pr-x.example.com', false],
  [[/.*/], 'null', false],
  [[/https:\/\/example\.com/], 'https://example.com', true],
  [[/https:\/\/example\.com/], 'https://example.com.evil.com', false],
  [[/https:\/\/a\.com|https:\/\/b\.com/m], 'https://b.com.evil.com', false],
  [[/example\.com$/], 'https://evilexample.com', false],
  [['https://example.com:443'], 'https://example.com', true],
  [['http://*.example.com:80'], 'http://a.example.com', true],
  [['http://example.com'], 'http://example.com:80', true],
  [['http://example.com:443'], 'http://example.com', false],
  [['http://example.com'], 'null', false],
]

for (const [allowed, origin, isAllowed] of origins) {
  test(`${allowed.join(' ')} ${isAllowed ? 'has' : 'has not'} ${origin}`, async () => {
    const send = fetchSend(appWith({ allowOrigins: allowed }))
    // Twice, as a global RegExp has a state.
    for (const path of ['/', '/']) {
      const { status, headers } = await send(path, { headers: { origin } })
      assert.is(status, 200)
      assert.is(headers['access-control-allow-origin'], isAllowed ? origin : undefined)
      assert.is(headers['vary'], 'Origin, Accept')
    }
    const { status, headers } = await send('/', { method: 'OPTIONS', headers: { ...preflight, origin } })
    assert.is(status, 204)
    assert.is(headers['access-control-allow-origin'], isAllowed ? origin : undefined)
    assert.is(headers['access-control-allow-methods'] !== undefined, isAllowed)
    assert.is(headers['vary'], 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
  })
}

const wrong: readonly CorsOptions[] = [
  { allowCredentials: true },
  { allowOrigins: '*', allowCredentials: true },
  { allowOrigins: ['https://a.example', '*'], allowCredentials: true },
  { allowOrigins: 'null' },
  { allowOrigins: 'Null' },
  { allowOrigins: '' },
  { allowOrigins: 'example.com' },
  { allowOrigins: 'http://' },
  { allowOrigins: 'http://user@example.com' },
  { allowOrigins: 'http://example.com/path' },
  { allowOrigins: 'http://example.com?a' },
  { allowOrigins: 'http://example.com#a' },
  { allowOrigins: 'http://*' },
  { allowOrigins: 'http://*.' },
  { allowOrigins: 'http://a*.example.com' },
  { allowOrigins: 'http://*.*.example.com' },
  { allowOrigins: 'http://a b' },
  { allowMethods: ['GET, POST'] },
  { allowMethods: 'GET' as never },
  { allowMethods: [undefined as never] },
  { allowOrigins: [undefined as never] },
  { allowOrigins: 1 as never },
  { allowHeaders: ['X A'] },
  { exposeHeaders: ['X\r\nA'] },
  { maxAge: Number.NaN },
  { maxAge: -1 },
  { maxAge: Number.POSITIVE_INFINITY },
]

for (const options of wrong) {
  test(`${JSON.stringify(options)} is refused at start`, () => {
    assert.throws(() => cors(options), /^cors: /)
  })
}

test('a function decides, also later and about null', async () => {
  for (const allowOrigins of [
    (origin: string) => origin === 'null',
    async (origin: string) => origin === 'null',
  ]) {
    const send = fetchSend(appWith({ allowOrigins, allowCredentials: true }))
    const { headers } = await send('/', { headers: { origin: 'null' } })
    assert.is(headers['access-control-allow-origin'], 'null')
    const other = await send('/', { headers: { origin: 'http://other' } })
    assert.is(other.headers['access-control-allow-origin'], undefined)
    assert.is(other.body, 'hi')
  }
})

test('a preflight lists what is allowed', async () => {
  const options: CorsOptions = {
    allowOrigins: ['https://a.example'],
    allowMethods: ['PUT'],
    allowHeaders: ['X-A', 'X-B'],
    allowCredentials: true,
    maxAge: 600,
    allowPrivateNetwork: true,
    exposeHeaders: ['X-C'],
  }
  const asked = {
    origin: 'https://a.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'x-z',
    'access-control-request-private-network': 'true',
  }
  const { headers } = await fetchSend(appWith(options))('/', { method: 'OPTIONS', headers: asked })
  const told = Object.entries(headers).filter(([name]) => name.startsWith('access-control'))
  assert.equal(Object.fromEntries(told), {
    'access-control-allow-origin': 'https://a.example',
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'PUT',
    'access-control-allow-headers': 'X-A, X-B',
    'access-control-max-age': '600',
    'access-control-allow-private-network': 'true',
  })
  assert.match(headers['vary'] ?? '', 'Access-Control-Request-Private-Network')
})

test('request headers are allowed as asked for, and a max age of 0 is sent', async () => {
  const headers = { ...preflight, 'access-control-request-headers': 'x-a, x-b' }
  const got = await fetchSend(appWith({ maxAge: 0 }))('/', { method: 'OPTIONS', headers })
  assert.is(got.headers['access-control-allow-headers'], 'x-a, x-b')
  assert.is(got.headers['access-control-max-age'], '0')
})

test('OPTIONS without a requested method continues', async () => {
  const { status, body } = await fetchSend(appWith())('/own', { method: 'OPTIONS' })
  assert.equal([status, body], [200, 'own'])
})

test('an error of a function is one of the request, and a Vary of before stays', async () => {
  const allowOrigins = (origin: string): boolean => {
    if (origin === 'https://b.example') throw new HttpError(503)
    return true
  }
  const app = new App().use((c) => c.vary('Accept-Language').next()).use(cors({ allowOrigins }))
  const send = fetchSend(app.get('/', (c) => c.sendString('hi')))
  assert.is((await send('/', { headers: { origin: 'https://b.example' } })).status, 503)
  const { headers } = await send('/', { headers: { origin: 'https://a.example' } })
  assert.is(headers['vary'], 'Accept-Language, Origin')
})

test('without an Origin the answer still varies with it', async () => {
  const { headers } = await fetchSend(appWith({ allowOrigins: 'https://a.example' }))('/')
  assert.is(headers['vary'], 'Origin, Accept')
  assert.is(headers['access-control-allow-origin'], undefined)
})

test('no line of several is passed over', () =>
  onEachServer(
    () => appWith({ allowOrigins: 'https://a.example' }),
    async (send, server) => {
      const two = await send('/', { headers: { origin: ['https://b.example', 'https://a.example'] } })
      assert.is(two.headers['access-control-allow-origin'], undefined, server)
      const asked = { origin: 'https://a.example', 'access-control-request-method': 'PUT' }
      const headers = { ...asked, 'access-control-request-headers': ['x-a', 'x-b'] }
      const got = await send('/', { method: 'OPTIONS', headers })
      assert.is(got.headers['access-control-allow-headers'], 'x-a, x-b', server)
    },
  ))

test.run()
