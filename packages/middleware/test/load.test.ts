import { type ConcurrencyOptions, concurrency } from '@ctxgen/middleware/concurrency'
import { earlyData } from '@ctxgen/middleware/early-data'
import { metrics } from '@ctxgen/middleware/metrics'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** An app that notes how many requests its handler works on at once. */
function busyApp(options: ConcurrencyOptions): { readonly app: App; readonly most: () => number } {
  let now = 0
  let most = 0
  const app = new App({ onError: () => {} }).use(concurrency(options))
  app.get('/', async (c) => {
    most = Math.max(most, ++now)
    await pause(Number(c.query('ms', '30')))
    now--
    if (c.query('fails') !== '') throw new Error('failed')
    c.sendString('done')
  })
  app.get('/sync', (c) => c.sendString('sync'))
  app.get('/broken', () => {
    throw new Error('broken')
  })
  return { app, most: () => most }
}

test('no more run at once than allowed; some wait, and others get 503 with Retry-After', async () => {
  const { app, most } = busyApp({ max: 2, queue: 3, retryAfter: 7 })
  const send = fetchSend(app)
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('/')))
  const statuses = answers.map(({ status }) => status).sort()
  assert.equal(statuses, [200, 200, 200, 200, 200, 503, 503, 503])
  assert.is(answers.find(({ status }) => status === 503)?.headers['retry-after'], '7')
  assert.is(most(), 2)
})

test('places come back, also from handlers that fail', async () => {
  const send = fetchSend(busyApp({ max: 1 }).app)
  for (const path of ['/sync', '/broken', '/nowhere', '/?fails=1', '/', '/sync'])
    assert.is.not((await send(path)).status, 503, path)
})

test('a request waits no longer than its time, and one whose client left gives its turn up', async () => {
  const { app } = busyApp({ max: 1, queue: 5, queueTimeout: 60 })
  const send = fetchSend(app)
  const first = send('/?ms=150')
  assert.is((await send('/')).status, 503)
  await first
  assert.is((await send('/')).status, 200)
  const long = send('/?ms=40')
  const gone = new AbortController()
  const left = app.fetch(new Request('http://localhost/', { signal: gone.signal }))
  const waiting = send('/')
  gone.abort()
  assert.is((await waiting).status, 200)
  assert.is((await left).status, 503)
  await long
})

for (const options of [
  undefined as never,
  {} as never,
  { max: 0 },
  { max: '5' as never },
  { max: Number.NaN },
  { max: 1, queue: -1 },
  { max: 1, queueTimeout: Number.NaN },
  { max: 1, queueTimeout: 2 ** 31 },
  { max: 1, retryAfter: Number.POSITIVE_INFINITY },
]) {
  test(`concurrency ${JSON.stringify(options)} is refused at start`, () => {
    assert.throws(() => concurrency(options), /^concurrency: /)
  })
}

test('early data: only what may be repeated', () =>
  onEachServer(
    () => {
      const app = new App().use('/own', earlyData({ allowEarlyData: (c) => c.query('safe') === 'yes' }))
      return app.use('/usual', earlyData()).all('/*', (c) => c.sendString('served'))
    },
    async (send, server) => {
      for (const [method, path, early, status] of [
        ['GET', '/usual', '1', 200],
        ['HEAD', '/usual', '1', 200],
        ['POST', '/usual', '1', 425],
        ['DELETE', '/usual', '1', 425],
        // RFC 8470 section 5.1: invalid and multiple instances count as `1`.
        ['POST', '/usual', '0', 425],
        ['POST', '/usual', ['1', '0'], 425],
        ['POST', '/usual', ['0', ''], 425],
        ['POST', '/usual', [], 200],
        ['POST', '/own?safe=yes', '1', 200],
        ['GET', '/own', '1', 425],
      ] as const) {
        const got = await send(path, { method, headers: { 'early-data': early } })
        assert.is(got.status, status, `${server} ${method} ${path}`)
      }
    },
  ))

test('metrics: a series for each route, method and status, and none that a client makes up', async () => {
  const { onResponse, handler, text } = metrics({ buckets: [0.5, 10] })
  const app = new App({ onResponse, onError: () => {} })
  app.get('/cars/:id', (c) => c.sendString('car'))
  app.get('/broken', () => {
    throw new Error('broken')
  })
  app.get('/metrics', handler)
  const send = fetchSend(app)
  for (const path of ['/cars/1', '/cars/2', '/broken', '/a', '/b', '/c']) await send(path)
  await send('/cars/1', { method: 'PURGE' })
  const { headers, body } = await send('/metrics')
  assert.is(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  const name = 'http_server_request_duration_seconds'
  const labels = 'http_request_method="GET",http_route="/cars/:id",http_response_status_code="200"'
  const lines = body.split('\n')
  assert.equal(lines.slice(0, 2), [
    `# HELP ${name} Duration of HTTP server requests.`,
    `# TYPE ${name} histogram`,
  ])
  assert.ok(lines.includes(`${name}_bucket{${labels},le="0.5"} 2`))
  assert.ok(lines.includes(`${name}_bucket{${labels},le="+Inf"} 2`))
  assert.ok(lines.includes(`${name}_count{${labels}} 2`))
  const counts = lines.filter((line) => line.startsWith(`${name}_count`))
  const series = counts.map((line) =>
    line
      .slice(name.length + 7)
      .replace(/http_(?:request_|response_)?/g, '')
      .replace('} ', ' '),
  )
  assert.equal(series.sort(), [
    'method="GET",route="",status_code="404" 3',
    'method="GET",route="/broken",status_code="500" 1',
    'method="GET",route="/cars/:id",status_code="200" 2',
    'method="_OTHER",route="",status_code="405" 1',
  ])
  assert.not.match(text(), /\/[abc]"/)
})

test('metrics: buckets rise', () => {
  for (const buckets of [[1, 1], [2, 1], [0], [Number.NaN], []])
    assert.throws(() => metrics({ buckets }), /^metrics: /)
})

test.run()
