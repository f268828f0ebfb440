import { type IdempotencyOptions, idempotency } from '@ctxgen/middleware/idempotency'
import { memoryStore, type TextStore } from '@ctxgen/middleware/memory-store'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer, type Sent } from './support/on-each-server.ts'

// Timers of answers that wait for a store do not keep the tests alive.
const alive = setInterval(() => {}, 60_000)
test.after(() => clearInterval(alive))

interface Paid {
  readonly app: App
  readonly errors: unknown[]
  runs: number
}

function paying(options: Partial<IdempotencyOptions> = {}): Paid {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error) })
  const paid: Paid = { app, errors, runs: 0 }
  app.use((c) => {
    c.set('X-Request-ID', `${Math.random()}`).vary('Origin')
    return c.next()
  })
  app.use(idempotency({ scope: (c) => c.get('x-user'), ...options }))
  app.post('/pay', (c) => {
    paid.runs++
    c.status(201)
      .vary('Accept')
      .set('Location', `/payments/${paid.runs}`)
      .cookie({ name: 'seen', value: 'a' })
    c.append('Link', '</a>; rel="a"').json({ run: paid.runs })
  })
  app.post('/bytes', (c) => c.type('bin').send(Uint8Array.of(0, 255, paid.runs++)))
  app.post('/refused', () => {
    paid.runs++
    throw new HttpError(403)
  })
  app.post('/broken', (c) => {
    paid.runs++
    c.status(502).sendString('broken')
  })
  app.post('/found', (c) => {
    paid.runs++
    c.status(404).sendString('no such payment')
  })
  app.post('/stream', (c) => {
    paid.runs++
    c.sendStream(['a', 'b'])
  })
  app.get('/pay', (c) => c.sendString(`${paid.runs}`))
  return paid
}

function sent(key: string, body: string = '{"a":1}', user: string = 'ada'): Sent {
  const headers = {
    'idempotency-key': key,
    'content-type': 'application/json',
    'x-user': user,
    accept: 'text/plain',
  }
  return { method: 'POST', body, headers }
}

test('the same request again gets the same answer, and is handled once', () =>
  onEachServer(
    () => paying().app,
    async (send, server) => {
      const first = await send('/pay', sent('"8e03978e"'))
      assert.equal([first.status, first.body], [201, '{"run":1}'], server)
      assert.is(first.headers['idempotency-replayed'], undefined)
      // Quotes are of the format, so this is the same key.
      const again = await send('/pay', sent('8e03978e'))
      assert.equal(
        [again.status, again.body, again.headers['idempotency-replayed']],
        [201, '{"run":1}', 'true'],
      )
      for (const name of ['location', 'content-type', 'set-cookie', 'link', 'vary'])
        assert.is(again.headers[name], first.headers[name], name)
      // The fields of middleware before it are those of this request.
      assert.is.not(again.headers['x-request-id'], first.headers['x-request-id'])
      assert.is((await send('/pay', sent('another'))).body, '{"run":2}')
    },
  ))

test('another request with the key is 422, another user has keys of its own', async () => {
  const { app } = paying()
  const send = fetchSend(app)
  await send('/pay', sent('k'))
  for (const [path, other] of [
    ['/pay', sent('k', '{"a":2}')],
    ['/pay', sent('k', '')],
    ['/pay?x', sent('k')],
    ['/refused', sent('k')],
    ['/pay', { ...sent('k'), headers: { ...sent('k').headers, 'content-type': 'text/plain' } }],
  ] as const)
    assert.is((await send(path, other)).status, 422, path)
  assert.is((await send('/pay', sent('k', '{"a":1}', 'eve'))).body, '{"run":2}')
})

test('two at once: one is handled, the other is 409', async () => {
  const paid = paying()
  let go = (): void => {}
  const waiting = new Promise<void>((resolve) => (go = resolve))
  paid.app.post('/slow', async (c) => {
    paid.runs++
    await waiting
    c.sendString('done')
  })
  const send = fetchSend(paid.app)
  const first = send('/slow', sent('k'))
  while (paid.runs === 0) await new Promise(setImmediate)
  const second = await send('/slow', sent('k'))
  assert.equal([second.status, second.headers['retry-after']], [409, '1'])
  assert.is((await send('/slow', sent('k', 'other'))).status, 422)
  go()
  assert.is((await first).body, 'done')
  assert.equal([(await send('/slow', sent('k'))).body, paid.runs], ['done', 1])
})

test('bytes stay bytes', async () => {
  const { app } = paying()
  const bytes = async (): Promise<Uint8Array> =>
    new Uint8Array(
      await (await app.test('/bytes', { method: 'POST', headers: { 'Idempotency-Key': 'k' } })).arrayBuffer(),
    )
  assert.equal(await bytes(), Uint8Array.of(0, 255, 0))
  assert.equal(await bytes(), Uint8Array.of(0, 255, 0))
})

for (const [path, status, runs] of [
  ['/refused', 403, 2],
  ['/broken', 502, 2],
  ['/found', 404, 1],
] as const)
  test(`${path}: ${status}, twice handled ${runs} times`, async () => {
    const paid = paying()
    const send = fetchSend(paid.app)
    assert.equal(
      [(await send(path, sent('k'))).status, (await send(path, sent('k'))).status],
      [status, status],
    )
    assert.is(paid.runs, runs)
  })

test('an answer that cannot be kept is not made twice', async () => {
  for (const [path, options] of [
    ['/stream', {}],
    ['/pay', { maxAnswer: 10 }],
  ] as const) {
    const paid = paying(options)
    const send = fetchSend(paid.app)
    assert.is((await send(path, sent('k'))).status < 300, true)
    const again = await send(path, sent('k'))
    assert.equal(
      [again.status, again.body, paid.runs],
      [409, 'The request was handled, and its answer could not be kept', 1],
    )
  }
})

const keys: readonly (readonly [key: string, status: number])[] = [
  ['a', 201],
  ['"a b"', 201],
  ['x'.repeat(255), 201],
  ['x'.repeat(256), 400],
  ['""', 400],
  ['a b', 400],
  ['"a', 400],
  ['a"b', 400],
  ['é', 400],
]

for (const [key, status] of keys)
  test(`the key ${key.slice(0, 20)} is ${status}`, async () => {
    assert.is((await fetchSend(paying().app)('/pay', sent(key))).status, status)
  })

test('a full memory forgets answers, but no keys', async () => {
  const app = new App()
  let runs = 0
  app.post('/', idempotency({ scope: (c) => c.get('x-user') }), (c) => {
    runs++
    c.sendString(c.get('x-user') === 'eve' ? 'x'.repeat(1_000_000) : 'paid')
  })
  const send = fetchSend(app)
  const post = async (key: string, user: string): Promise<number> =>
    (await send('/', sent(key, '', user))).status
  assert.is(await post('first', 'ada'), 200)
  for (let i = 0; i < 40; i++) assert.is(await post(`${i}`, 'eve'), 200)
  assert.is(await post('first', 'ada'), 409)
  assert.is(await post('39', 'eve'), 200)
  assert.is(runs, 41)
})

test('without a key: handled, or 400 if one is required; other methods need none', async () => {
  const { 'idempotency-key': _, ...headers } = sent('').headers ?? {}
  const without = { ...sent(''), headers }
  const free = fetchSend(paying().app)
  assert.equal(
    [(await free('/pay', without)).body, (await free('/pay', without)).body],
    ['{"run":1}', '{"run":2}'],
  )
  const strict = fetchSend(paying({ required: true }).app)
  assert.is((await strict('/pay', without)).status, 400)
  assert.is((await strict('/pay')).status, 200)
})

interface FailingStore extends TextStore {
  isAway: boolean
  /** The end of the next calls of replace that reach it. */
  nextReplace(count?: number): Promise<void>
  /** Ends everything in it. */
  clear(): Promise<void>
}

/** A store that can be taken away. */
function failingStore(): FailingStore {
  let store = memoryStore()
  let replaced = (): void => {}
  const away = { isAway: false }
  const asked =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      away.isAway ? Promise.reject(new Error('no route to host')) : work(...args)
  return Object.assign(away, {
    get: asked((key: string) => store.get(key)),
    set: asked((key: string, text: string, ms: number) => store.set(key, text, ms)),
    replace: asked((...args: Parameters<TextStore['replace']>) =>
      store.replace(...args).finally(() => replaced()),
    ),
    delete: asked((...args: Parameters<TextStore['delete']>) => store.delete(...args)),
    async nextReplace(count: number = 1) {
      for (let i = 0; i < count; i++) await new Promise<void>((resolve) => (replaced = resolve))
    },
    async clear() {
      store = memoryStore()
    },
  })
}

test('without its store: 503 or handled, with one line to onError', async () => {
  for (const [onStoreError, status] of [
    [undefined, 503],
    ['closed', 503],
    ['open', 201],
  ] as const) {
    const store = failingStore()
    const paid = paying({ store, ...(onStoreError !== undefined && { onStoreError }) })
    const send = fetchSend(paid.app)
    store.isAway = true
    const got = await send('/pay', sent('k'))
    assert.equal([got.status, got.headers['retry-after']], [status, status === 503 ? '1' : undefined])
    assert.is((await send('/pay', sent('k'))).status, status)
    assert.equal(paid.errors.map(String), ['Error: idempotency: the store failed'])
    assert.is(paid.runs, status === 503 ? 0 : 2)
  }
})

test('memory: without its store this process handles a key once, and writes it to the store later', async () => {
  const store = failingStore()
  const paid = paying({ store, onStoreError: 'memory' })
  const send = fetchSend(paid.app)
  const before = await send('/pay', sent('before'))
  store.isAway = true
  // Of a key from before the outage, too.
  assert.is((await send('/pay', sent('before'))).body, before.body)
  const first = await send('/pay', sent('k'))
  assert.equal([first.status, first.body], [201, '{"run":2}'])
  const again = await send('/pay', sent('k'))
  assert.equal([again.body, again.headers['idempotency-replayed']], ['{"run":2}', 'true'])
  assert.is((await send('/pay', sent('k', 'other'))).status, 422)
  assert.is((await send('/refused', sent('refused'))).status, 403)
  assert.is((await send('/refused', sent('refused'))).status, 403)
  assert.is(paid.runs, 4)
  assert.equal(paid.errors.map(String).slice(0, 1), ['Error: idempotency: the store failed'])
  const written = store.nextReplace()
  store.isAway = false
  await written
  const other = paying({ store })
  const elsewhere = await fetchSend(other.app)('/pay', sent('k'))
  assert.equal([elsewhere.body, other.runs], ['{"run":2}', 0])
})

test('memory: two at once are handled once without the store', async () => {
  const store = failingStore()
  store.isAway = true
  const paid = paying({ store, onStoreError: 'memory' })
  let go = (): void => {}
  paid.app.post('/slow', async (c) => {
    paid.runs++
    await new Promise<void>((resolve) => (go = resolve))
    c.sendString('done')
  })
  const send = fetchSend(paid.app)
  const first = send('/slow', sent('k'))
  while (paid.runs === 0) await new Promise(setImmediate)
  assert.is((await send('/slow', sent('k'))).status, 409)
  go()
  assert.is((await first).body, 'done')
  assert.is(paid.runs, 1)
})

test('memory: a key that another process has is that of the store', async () => {
  const store = failingStore()
  const other = await fetchSend(paying({ store }).app)('/pay', sent('k'))
  const paid = paying({ store, onStoreError: 'memory' })
  const send = fetchSend(paid.app)
  for (let i = 0; i < 2; i++) assert.is((await send('/pay', sent('k'))).body, other.body)
  assert.is(paid.runs, 0)
})

/** A service whose store goes away after the work. */
function payingLate(store: FailingStore, lockTimeout: number): Paid {
  const paid = paying({ store, lockTimeout })
  paid.app.post('/late', (c) => {
    paid.runs++
    store.isAway = true
    c.sendString(`done ${paid.runs}`)
  })
  return paid
}

test('a store that fails after the work gets the answer when it is back', async () => {
  for (const endsLock of [false, true]) {
    const store = failingStore()
    const paid = payingLate(store, 30_000)
    const send = fetchSend(paid.app)
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    assert.is((await send('/late', sent('k'))).body, 'done 1')
    assert.is(timers(), before, 'a timer that keeps the process alive')
    assert.equal(paid.errors.map(String), ['Error: idempotency: the store failed'])
    // This process knows it.
    assert.is((await send('/late', sent('k'))).body, 'done 1')
    if (endsLock) await store.clear()
    const written = store.nextReplace()
    store.isAway = false
    await written
    const other = payingLate(store, 30_000)
    assert.is((await fetchSend(other.app)('/late', sent('k'))).body, 'done 1')
    assert.equal([paid.runs, other.runs], [1, 0])
  }
})

test('an answer that comes late replaces none of another process', async () => {
  const store = failingStore()
  const paid = payingLate(store, 30_000)
  await fetchSend(paid.app)('/late', sent('k'))
  await store.clear()
  const other = paying({ store })
  other.app.post('/late', (c) => c.sendString('of another'))
  const written = store.nextReplace(3)
  store.isAway = false
  assert.is((await fetchSend(other.app)('/late', sent('k'))).body, 'of another')
  await written
  await new Promise(setImmediate)
  assert.is((await fetchSend(other.app)('/late', sent('k'))).body, 'of another')
})

test('the lock of a request is renewed while it is handled', async () => {
  const store = memoryStore()
  let renewals = 0
  const counting: TextStore = {
    get: (key) => store.get(key),
    set: (key, text, ms) => store.set(key, text, ms),
    delete: (key, expected) => store.delete(key, expected),
    replace(key, expected, text, ms) {
      if (expected === text) renewals++
      // Longer than the busiest machine may take.
      return store.replace(key, expected, text, ms * 1000)
    },
  }
  const paid = paying({ store: counting, lockTimeout: 30 })
  let go = (): void => {}
  paid.app.post('/slow', async (c) => {
    await new Promise<void>((resolve) => (go = resolve))
    c.sendString('done')
  })
  const send = fetchSend(paid.app)
  const first = send('/slow', sent('k'))
  while (renewals < 3) await new Promise(setImmediate)
  assert.is((await send('/slow', sent('k'))).status, 409)
  go()
  assert.is((await first).body, 'done')
  assert.is((await send('/slow', sent('k'))).body, 'done')
})

test('methods are the same in lower case', async () => {
  let handled = 0
  const app = new App().use(idempotency({ scope: () => '', methods: ['put'] }))
  const send = fetchSend(app.put('/', (c) => c.sendString(`${++handled}`)))
  for (let i = 0; i < 2; i++) {
    const { body } = await send('/', { method: 'PUT', headers: { 'idempotency-key': 'k' } })
    assert.is(body, '1')
  }
})

test('wrong options are refused at start', () => {
  const scope = (): string => ''
  for (const options of [
    { lifetime: 0 },
    { lockTimeout: Number.NaN },
    { maxAnswer: -1 },
    { methods: ['a b'] },
    { methods: ['POTS'] },
    { methods: [] },
    { methods: 'POST' as never },
    { onStoreError: 'shut' as never },
    { lifetime: 1000, lockTimeout: 2000 },
    { scope: undefined as never },
    { storeTimeout: 0 },
  ])
    assert.throws(() => idempotency({ scope, ...options }), /^idempotency: /)
  // @ts-expect-error: types do not keep JavaScript from it
  assert.throws(() => idempotency(), /^idempotency: options are needed/)
})

test.run()
