import { type CacheControlOptions, cacheControl } from '@ctxgen/middleware/cache-control'
import { type FaviconOptions, favicon } from '@ctxgen/middleware/favicon'
import { serverTiming, timing } from '@ctxgen/middleware/server-timing'
import { skip } from '@ctxgen/middleware/skip'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

const values: readonly (readonly [CacheControlOptions, expected: string])[] = [
  [{ public: true, maxAge: 60.7 }, 'public, max-age=60'],
  [{ private: true, noCache: true, mustRevalidate: true }, 'private, no-cache, must-revalidate'],
  [{ noStore: true }, 'no-store'],
  [
    { sMaxage: 10, staleWhileRevalidate: 20, staleIfError: 30 },
    's-maxage=10, stale-while-revalidate=20, stale-if-error=30',
  ],
  [
    { maxAge: 0, immutable: false, proxyRevalidate: true, noTransform: true },
    'max-age=0, proxy-revalidate, no-transform',
  ],
]

for (const [options, expected] of values) {
  test(`Cache-Control: ${expected}`, async () => {
    const app = new App().use(cacheControl(options)).get('/', (c) => c.sendString(''))
    app.get('/own', (c) => c.set('Cache-Control', 'no-cache').sendString(''))
    app.get('/error', () => {
      throw new HttpError(409)
    })
    const send = fetchSend(app)
    assert.is((await send('/')).headers['cache-control'], expected)
    assert.is((await send('/own')).headers['cache-control'], 'no-cache')
    const kept = /private|no-store/.test(expected) ? expected : undefined
    assert.is((await send('/error')).headers['cache-control'], kept)
  })
}

for (const options of [
  {},
  { public: true, private: true },
  { private: true, sMaxage: 1 },
  undefined as never,
  { noStore: true, maxAge: 1 },
  { noStore: true, public: true },
  { maxAge: -1 },
  { sMaxage: Number.NaN },
]) {
  test(`Cache-Control: ${JSON.stringify(options)} is refused at start`, () => {
    assert.throws(() => cacheControl(options), /^cacheControl: /)
  })
}

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47)
const icons: readonly (readonly [FaviconOptions, status: number, type?: string])[] = [
  [{}, 204],
  [{ data: png }, 200, 'image/png'],
  [{ data: new TextEncoder().encode('<svg/>') }, 200, 'image/svg+xml'],
  [{ data: Uint8Array.of(0, 0, 1) }, 200, 'image/x-icon'],
  [{ data: png, type: 'image/webp' }, 200, 'image/webp'],
]

for (const [options, status, type] of icons) {
  test(`favicon ${type ?? 'without an icon'}`, () =>
    onEachServer(
      () => new App().use(favicon(options)),
      async (send) => {
        const got = await send('/favicon.ico')
        assert.equal([got.status, got.headers['content-type']], [status, type])
        assert.is(got.headers['cache-control'], 'public, max-age=31536000')
        assert.is((await send('/favicon.ico', { method: 'HEAD' })).status, status)
        const allow = 'GET, HEAD, OPTIONS'
        for (const [method, answer] of [
          ['OPTIONS', 200],
          ['POST', 405],
        ] as const) {
          const { headers, ...other } = await send('/favicon.ico', { method })
          assert.equal([other.status, headers['allow']], [answer, allow])
        }
        assert.is((await send('/other')).status, 404)
      },
    ))
}

test('skip leaves middleware out', async () => {
  const refuse = (): never => {
    throw new HttpError(403)
  }
  const app = new App().use(skip(refuse, (c) => c.path() === '/open')).get('/*', (c) => c.sendString('hi'))
  const send = fetchSend(app)
  assert.equal([(await send('/open')).status, (await send('/closed')).status], [200, 403])
})

test('Server-Timing has the times, on errors as well, for those who may see them', () =>
  onEachServer(
    () => {
      const app = new App({ onError: () => {} }).use(serverTiming({ when: (c) => c.query('key') === 'x' }))
      app.get('/', async (c) => {
        const [a, b] = [await timing(c, 'db', async () => 1, 'the "users"'), await timing(c, 'cpu', () => 2)]
        c.sendString(`${a + b}`)
      })
      app.get('/sync', (c) => c.sendString('sync'))
      return app.get('/broken', async (c) => {
        await timing(c, 'db', () => Promise.reject(new Error('broken')))
      })
    },
    async (send, server) => {
      const { headers, body } = await send('/?key=x')
      assert.is(body, '3')
      assert.match(
        headers['server-timing'] ?? '',
        /^db;desc="the \\"users\\"";dur=[\d.]+, cpu;dur=[\d.]+, total;dur=[\d.]+$/,
        server,
      )
      assert.match((await send('/sync?key=x')).headers['server-timing'] ?? '', /^total;dur=[\d.]+$/)
      assert.match((await send('/broken?key=x')).headers['server-timing'] ?? '', /^db;dur=[\d.]+, total;dur=/)
      assert.is((await send('/')).headers['server-timing'], undefined)
    },
  ))

test('timing without the middleware only runs, and needs a token', async () => {
  const app = new App({ onError: () => {} }).get('/', async (c) => {
    c.sendString(await timing(c, 'db', () => 'result'))
  })
  app.get('/wrong', async (c) => {
    c.sendString(await timing(c, 'a b', () => ''))
  })
  assert.is((await fetchSend(app)('/')).body, 'result')
  assert.is((await fetchSend(app)('/wrong')).status, 500)
})

test.run()
