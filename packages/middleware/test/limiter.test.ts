import { type LimiterOptions, limiter, type SharedCounter } from '@ctxgen/middleware/limiter'
import { App, type AppConfig, type Ctx, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

const key = (): string => 'one'

function appWith(options: LimiterOptions, config: AppConfig = {}): App {
  const app = new App({ onError: () => {}, ...config }).use(limiter(options))
  app.get('/', (c) => c.sendString('hi'))
  app.get('/later', async (c) => c.sendString('hi'))
  app.get('/refused', () => {
    throw new HttpError(403)
  })
  return app.get('/status', (c) => c.status(404).sendString(''))
}

test('past the limit 429 with Retry-After, and what is left with each answer', () =>
  onEachServer(
    () => appWith({ max: 2, window: 10_000, key, headers: 'both' }),
    async (send, server) => {
      const told = async (path: string): Promise<readonly unknown[]> => {
        const { status, headers } = await send(path)
        const legacy = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`])
        return [status, headers['ratelimit-policy'], headers['ratelimit'], ...legacy, headers['retry-after']]
      }
      const policy = '"default";q=2;w=10'
      assert.equal(await told('/'), [200, policy, '"default";r=1;t=10', '2', '1', '10', undefined], server)
      assert.equal(
        await told('/nowhere'),
        [404, policy, '"default";r=0;t=10', '2', '0', '10', undefined],
        server,
      )
      assert.equal(await told('/'), [429, policy, '"default";r=0;t=10', '2', '0', '10', '10'], server)
    },
  ))

test('headers: standard by default, legacy, none', async () => {
  for (const [headers, standard, legacy] of [
    [undefined, true, false],
    ['legacy', false, true],
    [false, false, false],
  ] as const) {
    const got = await fetchSend(appWith({ key, ...(headers !== undefined && { headers }) }))('/')
    assert.is(got.headers['ratelimit'] !== undefined, standard)
    assert.is(got.headers['x-ratelimit-limit'] !== undefined, legacy)
  }
})

/** The client of a request: connection, proxy header, and which requests count as one. */
const clients: readonly (readonly [config: AppConfig, peer: string, forwarded: string, client: string])[] = [
  [{}, '192.0.2.1', '', '192.0.2.1'],
  [{}, '::ffff:192.0.2.1', '', '192.0.2.1'],
  // One address in two notations is one client, and an IPv6 address that ends like an IPv4 one is no IPv4 client.
  [{}, '::ffff:c000:201', '', '192.0.2.1'],
  [{}, '2001:db8:1:2::192.0.2.1', '', '2001:db8:1:2::/64'],
  [{}, '2001:0DB8:1:2::C000:201', '', '2001:db8:1:2::/64'],
  [{}, '2001:db8:1:2:3:4:5:6', '', '2001:db8:1:2::/64'],
  [{}, '2001:db8:1:2::', '', '2001:db8:1:2::/64'],
  [{}, '2001:db8:1:3::1', '', '2001:db8:1:3::/64'],
  // The header counts only of a trusted proxy.
  [{}, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  [{ proxyHeader: 'X-Forwarded-For' }, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  [{ trustProxy: true, proxyHeader: 'X-Forwarded-For' }, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ...['198.51.100.7', '198.51.100.7:4711', '203.0.113.9, 198.51.100.7', '198.51.100.7, 10.0.0.2'].map(
    (forwarded) => [trusting(), '10.0.0.1', forwarded, '198.51.100.7'] as const,
  ),
  [trusting(), '10.0.0.1', '[2001:db8::1]:443', '2001:db8:0:0::/64'],
  [trusting(), '10.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
  [trusting(), '10.0.0.1', 'unknown', '10.0.0.1'],
  [trusting(), '10.0.0.1', '', '10.0.0.1'],
]

function trusting(): AppConfig {
  return { trustProxy: true, proxyHeader: 'X-Forwarded-For', trustProxyConfig: { private: true } }
}

for (const [config, peer, forwarded, client] of clients) {
  test(`${peer} ${forwarded} ${JSON.stringify(config)} counts as ${client}`, async () => {
    const { warn } = console
    console.warn = () => {}
    const app = appWith({ max: 1 }, config)
    console.warn = warn
    const same = [...clients].filter((row) => row[0] === config || row[3] === client)
    const headers = forwarded === '' ? {} : { 'X-Forwarded-For': forwarded }
    const ask = async (address: string, sent: Record<string, string>): Promise<number> =>
      (await app.fetch(new Request('http://localhost/', { headers: sent }), { remoteAddress: address }))
        .status
    assert.is(await ask(peer, headers), 200)
    assert.is(await ask(peer, headers), 429)
    assert.ok(same.length > 0)
    // The client itself, seen directly, has used its limit up.
    const direct = client.replace('::/64', '::99')
    if (config.trustProxy === undefined) assert.is(await ask(direct, {}), 429)
    assert.is(await ask('203.0.113.200', {}), 200)
  })
}

test('ipv6Subnet cuts addresses elsewhere', async () => {
  for (const [ipv6Subnet, other, status] of [
    [56, '2001:db8:0:ff::1', 429],
    [56, '2001:db8:0:100::1', 200],
    [128, '2001:db8::2', 200],
    [60, '2001:db8:0:f::1', 429],
    [60, '2001:db8:0:10::1', 200],
  ] as const) {
    const app = appWith({ max: 1, ipv6Subnet })
    const ask = async (remoteAddress: string): Promise<number> =>
      (await app.fetch(new Request('http://localhost/'), { remoteAddress })).status
    assert.is(await ask('2001:db8::1'), 200)
    assert.is(await ask(other), status, `${ipv6Subnet} ${other}`)
  }
})

test('limit, cost and key by request', async () => {
  const app = appWith({
    max: (c) => (c.query('plan') === 'large' ? 10 : 2),
    cost: (c) => Number(c.query('cost', '1')),
    key: (c) => c.query('who') || undefined,
  })
  const send = fetchSend(app)
  for (const [path, status] of [
    ['/', 200],
    ['/', 200],
    ['/', 200],
    ['/?who=a&cost=2', 200],
    ['/?who=a', 429],
    ['/?who=a&plan=large&cost=8', 200],
    ['/?who=a&plan=large', 429],
    ['/?who=b', 200],
    ['/?who=c&cost=0', 200],
    ['/?who=c&cost=x', 500],
  ] as const)
    assert.is((await send(path)).status, status, path)
})

const skips: readonly (readonly [LimiterOptions, path: string, counts: boolean])[] = [
  [{ skipFailedRequests: true }, '/', true],
  [{ skipFailedRequests: true }, '/later', true],
  [{ skipFailedRequests: true }, '/refused', false],
  [{ skipFailedRequests: true }, '/status', false],
  [{ skipFailedRequests: true }, '/nowhere', false],
  [{ skipSuccessfulRequests: true }, '/', false],
  [{ skipSuccessfulRequests: true }, '/later', false],
  [{ skipSuccessfulRequests: true }, '/refused', true],
  [{ skipSuccessfulRequests: true }, '/status', true],
]

for (const [options, path, counts] of skips) {
  test(`${JSON.stringify(options)}: ${path} ${counts ? 'counts' : 'does not count'}`, async () => {
    const send = fetchSend(appWith({ max: 1, key, ...options }))
    await send(path)
    assert.is((await send(path)).status === 429, counts)
  })
}

test('a request that ends after its window gives nothing back that others have taken', async () => {
  for (const algorithm of ['fixed', 'sliding', 'bucket'] as const) {
    let fail = (): void => {}
    const held = new Promise<never>((_, reject) => {
      fail = () => reject(new HttpError(403))
    })
    const app = appWith({ max: 2, window: 1000, algorithm, key, skipFailedRequests: true })
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    app.get('/held', () => {
      begin()
      return held
    })
    const send = fetchSend(app)
    const now = performance.now()
    const { now: real } = performance
    try {
      performance.now = () => now
      const late = send('/held')
      await begun
      performance.now = () => now + 3000
      assert.equal([(await send('/')).status, (await send('/')).status], [200, 200], algorithm)
      fail()
      assert.is((await late).status, 403)
      assert.is((await send('/')).status, 429, algorithm)
    } finally {
      performance.now = real
    }
  }
})

test('two limits of one route: both stand in the headers, the tighter one in the older three', async () => {
  const app = new App()
  const headers = 'both'
  app.use(limiter({ max: 2, window: 1000, name: 'burst', key, headers }))
  app.use(limiter({ max: 100, window: 60_000, name: 'minute', key, headers }))
  const got = await fetchSend(app.get('/', (c) => c.sendString('')))('/')
  assert.is(got.headers['ratelimit-policy'], '"burst";q=2;w=1, "minute";q=100;w=60')
  assert.is(got.headers['ratelimit'], '"burst";r=1;t=1, "minute";r=99;t=60')
  assert.is(got.headers['x-ratelimit-remaining'], '1')
})

test('an own error', async () => {
  const limitReached = (): Error => new HttpError(503, 'slow down')
  const got = await fetchSend(appWith({ max: 0, key, limitReached }))('/')
  assert.equal([got.status, got.headers['retry-after']], [503, '60'])
  assert.match(got.body, 'slow down')
})

test('each algorithm lets the limit through and no more', async () => {
  for (const algorithm of ['fixed', 'sliding', 'bucket'] as const) {
    const send = fetchSend(appWith({ max: 5, algorithm, key }))
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await send('/later')).status))
    assert.is(statuses.filter((status) => status === 200).length, 5, algorithm)
  }
})

/** As a limiter of rate-limiter-flexible: it rejects with the count past its points, and with an Error when it fails. */
function sharedCounter(): SharedCounter & { isAway: boolean; count: number } {
  return {
    points: 2,
    duration: 60,
    isAway: false,
    count: 0,
    async consume(_, points) {
      if (this.isAway) throw new Error('no route to host')
      this.count += points
      const found = { consumedPoints: this.count, msBeforeNext: 30_000 }
      if (this.count > this.points) throw found
      return found
    },
    async reward(_, points) {
      this.count -= points
    },
  }
}

test('a store counts for several processes: points and duration are the limit', async () => {
  const store = sharedCounter()
  const sends = [appWith({ store, key }), appWith({ store, key })].map(fetchSend)
  const got = [await sends[0]?.('/'), await sends[1]?.('/'), await sends[0]?.('/')]
  assert.equal(
    got.map((one) => [one?.status, one?.headers['ratelimit'], one?.headers['ratelimit-policy']]),
    [
      [200, '"default";r=1;t=30', '"default";q=2;w=60'],
      [200, '"default";r=0;t=30', '"default";q=2;w=60'],
      [429, '"default";r=0;t=30', '"default";q=2;w=60'],
    ],
  )
  assert.is(got[2]?.headers['retry-after'], '30')
  const refunded = sharedCounter()
  const send = fetchSend(appWith({ store: refunded, key, skipFailedRequests: true }))
  for (let i = 0; i < 5; i++) assert.is((await send('/refused')).status, 403)
})

test('without its store: open by default, closed, or counted here', async () => {
  for (const [onStoreError, statuses] of [
    [undefined, [200, 200, 200]],
    ['open', [200, 200, 200]],
    ['closed', [503, 503, 503]],
    ['memory', [200, 200, 429]],
  ] as const) {
    const store = sharedCounter()
    const errors: string[] = []
    const options = { store, key, ...(onStoreError !== undefined && { onStoreError }) }
    const send = fetchSend(appWith(options, { onError: (error) => errors.push(String(error)) }))
    store.isAway = true
    assert.equal([(await send('/')).status, (await send('/')).status, (await send('/')).status], statuses)
    assert.equal(errors, ['Error: limiter: the store failed'])
  }
})

test('options that contradict the store are refused', () => {
  const store = sharedCounter()
  assert.throws(() => limiter({ store, algorithm: 'bucket' }), /fixed windows, not bucket/)
  assert.throws(() => limiter({ store, window: 1000 }), /window is 1000 ms, but the store counts for 60 s/)
})

for (const options of [
  { max: Number.NaN },
  { max: -1 },
  { window: Number.POSITIVE_INFINITY },
  { window: 0 },
  { cost: Number.NaN },
  { maxKeys: 0 },
  { ipv6Subnet: 16 },
  { name: 'a\nb' },
  { algorithm: 'leaky' as never },
  { algorithm: 'toString' as never },
  { headers: 'new' as never },
  { max: '5' as never },
  { max: 1, cost: 2 },
]) {
  test(`${JSON.stringify(options)} is refused at start`, () => {
    assert.throws(() => limiter(options), /^limiter: /)
  })
}

test('without a limit for some clients there is no header, as none can hold infinity', async () => {
  const max = (c: Ctx): number => (c.query('admin') === '' ? 1 : Number.POSITIVE_INFINITY)
  const send = fetchSend(appWith({ key: (c) => c.query('admin'), max, headers: 'both' }))
  for (let i = 0; i < 3; i++) {
    const { status, headers } = await send('/?admin=a')
    assert.equal([status, headers['ratelimit'], headers['x-ratelimit-limit']], [200, undefined, undefined])
  }
  assert.equal([(await send('/')).status, (await send('/')).status], [200, 429])
})

test('it warns once when all clients count as one', async () => {
  const { warn } = console
  const warned: unknown[] = []
  console.warn = (text) => warned.push(text)
  try {
    const send = fetchSend(appWith({}))
    await send('/')
    await send('/')
    const app = appWith({})
    const request = (): Request =>
      new Request('http://localhost/', { headers: { 'X-Forwarded-For': '192.0.2.1' } })
    for (let i = 0; i < 2; i++) await app.fetch(request(), { remoteAddress: '127.0.0.1' })
  } finally {
    console.warn = warn
  }
  assert.is(warned.length, 2)
  assert.match(String(warned[0]), 'does not know the addresses')
  assert.match(String(warned[1]), 'trustProxy is off')
})

test.run()
