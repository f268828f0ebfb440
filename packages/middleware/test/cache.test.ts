import { type CacheOptions, cache } from '@ctxgen/middleware/cache'
import { cspNonce, nonce } from '@ctxgen/middleware/helmet'
import { keyAuth, keyList } from '@ctxgen/middleware/key-auth'
import { session, sessionOf } from '@ctxgen/middleware/session'
import { App, type Ctx, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import './support/locals.ts'
import { fetchSend, type Got, onEachServer, type Send } from './support/on-each-server.ts'

interface Counted {
  readonly app: App
  readonly errors: unknown[]
  runs: number
}

/** An app whose one page answers as the case says. */
function counted(answer: (c: Ctx, run: number) => unknown, options: CacheOptions = {}): Counted {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error) }).use(cache(options))
  const made: Counted = { app, errors, runs: 0 }
  const handler = async (c: Ctx): Promise<void> => {
    made.runs++
    await answer(c, made.runs)
    c.sendString(`run ${made.runs}`)
  }
  app.get('/', handler).get('/other', handler).post('/', handler)
  return made
}

function saying(cacheControl: string, more: Readonly<Record<string, string>> = {}): (c: Ctx) => void {
  return (c) => {
    c.set('Cache-Control', cacheControl)
    for (const [name, value] of Object.entries(more)) c.set(name, value)
  }
}

/** Behind a policy of `helmet` with a nonce. */
function withNonce(more: (c: Ctx) => unknown): (c: Ctx) => void {
  return (c) => {
    nonce(c)
    saying('max-age=60')(c)
    more(c)
  }
}

interface Row {
  /** As a text of RFC 9111 names it. */
  readonly name: string
  readonly says: (c: Ctx) => void
  readonly first?: Readonly<Record<string, string>>
  readonly second?: Readonly<Record<string, string>>
  readonly isHit: boolean
  readonly options?: CacheOptions
}

const soon = new Date(Date.now() + 60_000).toUTCString()
const past = new Date(Date.now() - 60_000).toUTCString()

const rows: readonly Row[] = [
  { name: 'nothing', says: () => {}, isHit: false },
  { name: 'nothing, with a time of the option', says: () => {}, options: { maxAge: 60 }, isHit: true },
  { name: 'max-age', says: saying('max-age=60'), isHit: true },
  { name: 'max-age in capitals', says: saying('MAX-AGE=60'), isHit: true },
  { name: 'quoted max-age', says: saying('max-age="60"'), isHit: true },
  { name: 'max-age in a long list', says: saying('a, b=1, c="x, max-age=0", max-age=60'), isHit: true },
  { name: 'max-age=0', says: saying('max-age=0'), isHit: false },
  { name: 'negative max-age', says: saying('max-age=-1'), isHit: false },
  { name: 'max-age that is no number', says: saying('max-age=60s'), isHit: false },
  { name: 'max-age over the option', says: saying('max-age=0'), options: { maxAge: 60 }, isHit: false },
  { name: 'two of max-age', says: saying('max-age=0, max-age=60'), isHit: false },
  { name: 's-maxage over max-age', says: saying('max-age=0, s-maxage=60'), isHit: true },
  { name: 's-maxage=0 over max-age', says: saying('max-age=60, s-maxage=0'), isHit: false },
  { name: 'Expires', says: (c) => void c.set('Expires', soon), isHit: true },
  { name: 'Expires in the past', says: (c) => void c.set('Expires', past), isHit: false },
  { name: 'Expires 0', says: (c) => void c.set('Expires', '0'), options: { maxAge: 60 }, isHit: false },
  { name: 'max-age over Expires', says: saying('max-age=60', { Expires: past }), isHit: true },
  { name: 'an Age that is over', says: saying('max-age=60', { Age: '60' }), isHit: false },
  { name: 'an Age that is not', says: saying('max-age=60', { Age: '10' }), isHit: true },
  { name: 'no-store', says: saying('no-store, max-age=60'), isHit: false },
  { name: 'private', says: saying('private, max-age=60'), isHit: false },
  { name: 'private with fields', says: saying('private="set-cookie", max-age=60'), isHit: false },
  { name: 'no-cache', says: saying('no-cache, max-age=60'), isHit: false },
  { name: 'public', says: saying('public, max-age=60'), isHit: true },
  { name: 'a word that holds private', says: saying('x-private, max-age=60'), isHit: true },
  {
    name: 'Set-Cookie',
    says: (c) => void saying('max-age=60')(c.cookie({ name: 'a', value: 'b' })),
    isHit: false,
  },
  { name: 'Vary *', says: saying('max-age=60', { Vary: '*' }), isHit: false },
  {
    name: 'Vary with the same',
    says: saying('max-age=60', { Vary: 'X-A' }),
    first: { 'x-a': '1' },
    second: { 'x-a': '1' },
    isHit: true,
  },
  {
    name: 'Vary with another',
    says: saying('max-age=60', { Vary: 'X-A' }),
    first: { 'x-a': '1' },
    second: { 'x-a': '2' },
    isHit: false,
  },
  {
    name: 'Vary with none',
    says: saying('max-age=60', { Vary: 'x-b, X-A' }),
    first: { 'x-a': '1' },
    isHit: false,
  },
  {
    name: 'Authorization',
    says: saying('max-age=60'),
    first: { authorization: 'a' },
    second: { authorization: 'a' },
    isHit: false,
  },
  ...['public', 's-maxage=60', 'must-revalidate'].map((one) => ({
    name: `Authorization and ${one}`,
    says: saying(`max-age=60, ${one}`),
    first: { authorization: 'a' },
    isHit: true,
  })),
  { name: 'a status without rules', says: (c) => void saying('max-age=60')(c.status(201)), isHit: false },
  { name: '404', says: (c) => void saying('max-age=60')(c.status(404)), isHit: true },
  { name: '500', says: (c) => void saying('max-age=60')(c.status(500)), isHit: false },
  { name: '206', says: (c) => void saying('max-age=60')(c.status(206)), isHit: false },
  {
    name: 'a longer answer than is kept',
    says: saying('max-age=60'),
    options: { maxAnswer: 3 },
    isHit: false,
  },
  {
    name: 'a request with no-store',
    says: saying('max-age=60'),
    second: { 'cache-control': 'no-store' },
    isHit: false,
  },
  {
    name: 'a first request with no-store',
    says: saying('max-age=60'),
    first: { 'cache-control': 'no-store' },
    isHit: false,
  },
  {
    name: 'a request with no-cache',
    says: saying('max-age=60'),
    second: { 'cache-control': 'no-cache' },
    isHit: false,
  },
  { name: 'a request with Pragma', says: saying('max-age=60'), second: { pragma: 'no-cache' }, isHit: false },
  {
    name: 'Pragma beside Cache-Control',
    says: saying('max-age=60'),
    second: { pragma: 'no-cache', 'cache-control': 'x' },
    isHit: true,
  },
  {
    name: 'a request with max-age=0',
    says: saying('max-age=60', { Age: '1' }),
    second: { 'cache-control': 'max-age=30' },
    isHit: true,
  },
  {
    name: 'a request with min-fresh',
    says: saying('max-age=60'),
    second: { 'cache-control': 'min-fresh=30' },
    isHit: true,
  },
  {
    name: 'a request with a larger min-fresh',
    says: saying('max-age=60'),
    second: { 'cache-control': 'min-fresh=90' },
    isHit: false,
  },
  {
    name: 'a request with Range of an answer without ranges',
    says: saying('max-age=60'),
    second: { range: 'bytes=0-1' },
    isHit: true,
  },
  {
    name: 'a first request with Range',
    says: saying('max-age=60'),
    first: { range: 'bytes=0-1' },
    isHit: false,
  },
  ...['text/html; charset=utf-8', 'image/svg+xml'].map((type) => ({
    name: `${type} behind a policy with a nonce`,
    says: withNonce((c) => c.set('Content-Type', type)),
    isHit: false,
  })),
  {
    name: 'JSON behind a policy with a nonce',
    says: withNonce((c) => c.set('Content-Type', 'application/json')),
    isHit: true,
  },
  {
    name: 'JSON of a handler that has asked for the nonce',
    says: withNonce((c) => c.set('Content-Type', 'application/json').set('X-Nonce', cspNonce(c))),
    isHit: false,
  },
]

for (const { name, says, first = {}, second = {}, isHit, options } of rows)
  test(`${name}: ${isHit ? 'kept' : 'made again'}`, async () => {
    const made = counted(says, options)
    const send = fetchSend(made.app)
    const made1 = await send('/', { headers: first })
    const made2 = await send('/', { headers: second })
    assert.equal([made1.body, made2.body], ['run 1', isHit ? 'run 1' : 'run 2'])
    assert.is(made2.status, made1.status)
    assert.is(/; hit/.test(`; ${made2.headers['cache-status'] ?? ''}`), isHit)
  })

test('on each server: headers, Age, HEAD and 304 from the cache', () =>
  onEachServer(
    () =>
      counted((c) => c.set('Cache-Control', 'max-age=60').set('ETag', '"1"').set('X-A', 'a').vary('Accept'))
        .app,
    async (send, server) => {
      const first = await send('/')
      assert.is(first.headers['cache-status'], 'ctxgen; fwd=miss; stored', server)
      const again = await send('/')
      for (const name of ['x-a', 'etag', 'vary', 'content-type', 'content-length', 'cache-control'])
        assert.is(again.headers[name], first.headers[name], `${server} ${name}`)
      assert.match(String(again.headers['age']), /^\d$/)
      assert.match(String(again.headers['cache-status']), /^ctxgen; hit; ttl=(?:60|59|58)$/)
      const head = await send('/', { method: 'HEAD' })
      assert.equal([head.status, head.body, head.headers['x-a']], [200, '', 'a'])
      const same = await send('/', { headers: { 'if-none-match': '"1"' } })
      assert.equal([same.status, same.body, same.headers['etag']], [304, '', '"1"'])
    },
  ))

test('on each server a Range is answered from a whole answer of a handler that takes ranges', () => {
  const letters = new TextEncoder().encode('abcdefghij')
  let runs = 0
  const make = (): App => {
    const app = new App().use(cache())
    app.get('/', (c) => {
      runs++
      c.set('Cache-Control', 'max-age=60').set('ETag', '"1"').type('txt')
      c.sendStream(({ start, end }) => [letters.subarray(start, end + 1)], letters.length)
    })
    return app
  }
  return onEachServer(make, async (send, server) => {
    runs = 0
    const ask = (headers: Readonly<Record<string, string>> = {}): Promise<Got> => send('/', { headers })
    const part = await ask({ range: 'bytes=2-4' })
    assert.equal([part.status, part.body, part.headers['cache-status']], [206, 'cde', undefined], server)
    await ask()
    const rows: readonly (readonly [Readonly<Record<string, string>>, number, string, string?])[] = [
      [{}, 200, 'abcdefghij'],
      [{ range: 'bytes=2-4' }, 206, 'cde', 'bytes 2-4/10'],
      [{ range: 'bytes=-3' }, 206, 'hij', 'bytes 7-9/10'],
      [{ range: 'bytes=10-' }, 416, '', 'bytes */10'],
      [{ range: 'bytes=0-1,8-9' }, 200, 'abcdefghij'],
      [{ range: 'lines=1' }, 200, 'abcdefghij'],
      [{ range: 'bytes=2-4', 'if-range': '"1"' }, 206, 'cde', 'bytes 2-4/10'],
      [{ range: 'bytes=2-4', 'if-range': '"2"' }, 200, 'abcdefghij'],
      [{ range: 'bytes=2-4', 'if-none-match': '"1"' }, 304, ''],
    ]
    for (const [headers, status, body, range] of rows) {
      const got = await ask(headers)
      const what = `${server} ${JSON.stringify(headers)}`
      assert.equal([got.status, got.body, got.headers['content-range']], [status, body, range], what)
      assert.match(got.headers['cache-status'] ?? '', 'hit', what)
      if (status < 300) assert.is(got.headers['content-type'], 'text/plain; charset=utf-8', what)
    }
    const head = await send('/', { method: 'HEAD', headers: { range: 'bytes=2-4' } })
    assert.equal([head.status, head.body], [200, ''], server)
    assert.is(runs, 2, server)
  })
})

test('URLs that are the same, and others', async () => {
  const made = counted(saying('max-age=60'))
  const send = fetchSend(made.app)
  await send('/')
  assert.is((await send('/?a')).body, 'run 2')
  assert.is((await send('/other')).body, 'run 3')
  assert.is((await send('/', { headers: { host: 'other.example' } })).body, 'run 4')
  assert.is((await send('/%6fther')).body, 'run 3')
  assert.is((await send('/OTHER')).body, 'run 5')
})

test('a thousand at once run the handler once', async () => {
  const made = counted(async (c) => {
    await new Promise(setImmediate)
    saying('max-age=60')(c)
  })
  const send = fetchSend(made.app)
  const got = await Promise.all(Array.from({ length: 1000 }, () => send('/')))
  assert.equal([...new Set(got.map(({ body, status }) => `${status} ${body}`))], ['200 run 1'])
  assert.is(made.runs, 1)
})

test('a thousand at once that vary run it once for each', async () => {
  const made = counted(async (c) => {
    await new Promise(setImmediate)
    saying('max-age=60', { Vary: 'X-A' })(c)
  })
  const send = fetchSend(made.app)
  await Promise.all(Array.from({ length: 1000 }, (_, i) => send('/', { headers: { 'x-a': `${i % 3}` } })))
  assert.is(made.runs, 3)
})

test('no line of Cache-Control is passed over', () =>
  onEachServer(
    () => new App().get('/', cache(), (c) => c.set('Cache-Control', 'max-age=60').sendString('hi')),
    async (send, server) => {
      await send('/')
      const { headers } = await send('/', { headers: { 'cache-control': ['no-cache', 'max-age=50'] } })
      assert.not.match(headers['cache-status'] ?? '', /\bhit\b/, server)
    },
  ))

test('no request waits a second time for an answer that is not kept', async () => {
  let go = (): void => {}
  const made = counted((c, run) => {
    saying('private')(c)
    return run === 2 ? new Promise<void>((resolve) => (go = resolve)) : undefined
  })
  const send = fetchSend(made.app)
  await send('/')
  const slow = send('/')
  while (made.runs < 2) await new Promise(setImmediate)
  assert.is((await send('/')).status, 200)
  go()
  await slow
  assert.is(made.runs, 3)
})

test('an error of the first is not that of those who wait', async () => {
  const made = counted(async (c, run) => {
    await new Promise(setImmediate)
    if (run === 1) throw new HttpError(500)
    saying('max-age=60')(c)
  })
  const send = fetchSend(made.app)
  const got = await Promise.all(Array.from({ length: 100 }, () => send('/')))
  assert.equal(
    [500, 200].map((status) => got.filter((one) => one.status === status).length),
    [1, 99],
  )
  assert.is(made.runs, 2)
})

async function untilBody(send: Send, body: string): Promise<Got> {
  for (;;) {
    const got = await send('/')
    if (got.body === body) return got
    await new Promise(setImmediate)
  }
}

test('stale-while-revalidate: the old answer at once, a new one is made once', async () => {
  let go = (): void => {}
  const made = counted((c, run) => {
    saying('max-age=1, stale-while-revalidate=60', run === 1 ? { Age: '0' } : {})(c)
    return run === 2 ? new Promise<void>((resolve) => (go = resolve)) : undefined
  })
  const send = fetchSend(made.app)
  await send('/')
  // It is stale when its second is over.
  while (made.runs < 2) assert.is((await send('/')).body, 'run 1')
  const stale = await Promise.all(Array.from({ length: 50 }, () => send('/')))
  assert.equal([...new Set(stale.map(({ body }) => body))], ['run 1'])
  assert.match(String(stale[0]?.headers['cache-status']), /ttl=-?\d/)
  go()
  await untilBody(send, 'run 2')
  assert.equal([made.runs, made.errors], [2, []])
})

test('stale-if-error: the old answer in place of an error, and must-revalidate forbids it', async () => {
  for (const [more, status] of [
    ['', 200],
    [', must-revalidate', 503],
  ] as const) {
    const made = counted((c, run) => {
      if (run > 1) throw new HttpError(503)
      saying(`max-age=1, stale-if-error=60${more}`)(c)
    })
    const send = fetchSend(made.app)
    await send('/')
    let got = await send('/')
    while (made.runs < 2) got = await send('/')
    assert.is(got.status, status)
    if (status === 200) assert.match(String(got.headers['cache-status']), 'stale-if-error')
  }
})

test('a change takes the answer away, one that failed does not', async () => {
  const made = counted((c) => {
    if (c.method() === 'POST' && c.query('fail') !== '') throw new HttpError(400)
    saying('max-age=60', c.method() === 'POST' ? { Location: '/other' } : {})(c)
  })
  const send = fetchSend(made.app)
  await send('/')
  await send('/other')
  await send('/?fail=1', { method: 'POST' })
  assert.is((await send('/')).body, 'run 1')
  await send('/', { method: 'POST' })
  assert.is((await send('/')).body, 'run 5')
  assert.is((await send('/other')).body, 'run 6')
})

test('an answer that was made before a change is not kept', async () => {
  let go = (): void => {}
  const made = counted((c, run) => {
    saying('max-age=60')(c)
    return run === 1 ? new Promise<void>((resolve) => (go = resolve)) : undefined
  })
  const send = fetchSend(made.app)
  const early = send('/')
  while (made.runs < 1) await new Promise(setImmediate)
  await send('/', { method: 'POST' })
  go()
  assert.is((await early).status, 200)
  assert.is((await send('/')).body, 'run 3')
})

/** Pieces of a stream, each of which waits until the test takes it. */
function gated(pieces: readonly string[]): { stream: AsyncGenerator<string>; next(): void; fail(): void } {
  const waiting: ((isFine: boolean) => void)[] = []
  const turns: boolean[] = []
  const turn = (isFine: boolean): void => {
    const resolve = waiting.shift()
    if (resolve === undefined) turns.push(isFine)
    else resolve(isFine)
  }
  async function* read(): AsyncGenerator<string> {
    for (const piece of pieces) {
      const isFine = turns.shift() ?? (await new Promise<boolean>((resolve) => waiting.push(resolve)))
      if (!isFine) throw new Error('broken')
      yield piece
    }
  }
  return { stream: read(), next: () => turn(true), fail: () => turn(false) }
}

test('a stream is kept when it has ended, on each server', () =>
  onEachServer(
    () => {
      let runs = 0
      const app = new App().use(cache())
      app.get('/', (c) => {
        c.set('Cache-Control', 'max-age=60').type('txt')
        c.sendStream([`run ${++runs}, `, 'two ', 'pieces'])
      })
      return app.get('/long', (c) => {
        c.set('Cache-Control', 'max-age=60')
        c.sendStream(Array.from({ length: 3 }, () => `${++runs}`.padEnd(512 * 1024)))
      })
    },
    async (send, server) => {
      const first = await send('/')
      assert.is(first.body, 'run 1, two pieces', server)
      const second = await untilHit(send, '/')
      assert.equal([second.body, second.status], [first.body, 200], server)
      assert.is(second.headers['content-type'], first.headers['content-type'])
      assert.is(second.headers['content-length'], '17')
      // Past the size of the option.
      const long = await send('/long')
      assert.is.not((await send('/long')).body, long.body)
    },
  ))

async function untilHit(send: Send, path: string): Promise<Got> {
  for (;;) {
    const got = await send(path)
    if (got.headers['cache-status']?.includes('hit') === true) return got
    await new Promise(setImmediate)
  }
}

test('no request waits for a stream, and one of a URL is copied at a time', async () => {
  const made: ReturnType<typeof gated>[] = []
  const app = new App().use(cache())
  app.get('/', (c) => {
    const one = gated([`${made.length}`, 'end'])
    made.push(one)
    one.next()
    c.set('Cache-Control', 'max-age=60').sendStream(one.stream)
  })
  const answers = await Promise.all([1, 2].map(() => app.test('/')))
  assert.is(made.length, 2)
  // The second has ended, and the first is the one that is copied.
  made[1]?.next()
  assert.is(await answers[1]?.text(), '1end')
  const third = await app.test('/')
  made[2]?.next()
  assert.is(await third.text(), '2end')
  made[0]?.next()
  assert.is(await answers[0]?.text(), '0end')
  const kept = await untilHit(fetchSend(app), '/')
  assert.equal([kept.body, made.length], ['0end', 3])
})

test('a stream that breaks, that a client leaves, or whose URL is changed is not kept', async () => {
  for (const how of ['breaks', 'left', 'changed']) {
    let runs = 0
    let one = gated([])
    const app = new App({ onError: () => {} }).use(cache())
    app.get('/', (c) => {
      one = gated([`${++runs}`, 'end'])
      one.next()
      c.set('Cache-Control', 'max-age=60').sendStream(one.stream)
    })
    app.post('/', (c) => c.sendString(''))
    const reader = (await app.test('/')).body?.getReader()
    await reader?.read()
    if (how === 'left') await reader?.cancel()
    else {
      if (how === 'changed') await app.test('/', { method: 'POST' })
      if (how === 'breaks') one.fail()
      else one.next()
      const rest = await reader?.read().catch(() => 'broken')
      assert.is(rest === 'broken', how === 'breaks', how)
      if (how === 'changed') assert.is((await reader?.read())?.done, true)
    }
    await new Promise(setImmediate)
    const again = await app.test('/')
    one.next()
    assert.is(await again.text(), '2end', how)
  }
})

test('a stream that began after a change, but was made before it, is not kept', async () => {
  let go = (): void => {}
  let runs = 0
  const app = new App().use(cache())
  app.get('/', async (c) => {
    if (++runs === 1) await new Promise<void>((resolve) => (go = resolve))
    c.set('Cache-Control', 'max-age=60').sendStream([`${runs}`])
  })
  app.post('/', (c) => c.sendString(''))
  const early = app.test('/')
  while (runs < 1) await new Promise(setImmediate)
  await app.test('/', { method: 'POST' })
  go()
  await (await early).text()
  assert.is((await fetchSend(app)('/')).headers['cache-status'], undefined)
  assert.is(runs, 2)
})

test('small pieces count as more than their bytes, and all copies together have a limit', async () => {
  let runs = 0
  const app = new App().use(cache({ maxAnswer: 64 * 1024 * 1024 }))
  app.get('/:kind', (c) => {
    runs++
    const size = c.params('kind') === 'large' ? 1024 * 1024 : 1
    const piece = new Uint8Array(size)
    const count = c.params('kind') === 'large' ? 17 : 200_000
    c.set('Cache-Control', 'max-age=60').sendStream(Array.from({ length: count }, () => piece))
  })
  const send = fetchSend(app)
  for (const path of ['/large', '/small', '/large', '/small']) await send(path)
  assert.is(runs, 4)
})

test('stale-while-revalidate of a stream', async () => {
  let runs = 0
  const app = new App().use(cache())
  app.get('/', (c) => {
    c.set('Cache-Control', 'max-age=1, stale-while-revalidate=60').sendStream([`${++runs}`])
  })
  const send = fetchSend(app)
  await send('/')
  while ((await untilHit(send, '/')).body !== '2') await new Promise(setImmediate)
  assert.is(runs, 2)
})

test('behind a session or a login a page of one user reaches no other', async () => {
  const secret = 's'.repeat(32)
  const login = keyAuth('login', { validate: keyList({ a: 'ada', e: 'eve' }), cookie: 'key' })
  const app = new App().use('/session', session({ secret }), cache()).use('/login', login, cache())
  app.get('/session/in', (c) => {
    sessionOf(c).set('user', c.query('name'))
    saying('max-age=60')(c)
    c.sendString(`hello ${c.query('name')}`)
  })
  app.get('/session', (c) => {
    saying('max-age=60')(c)
    c.sendString(`page of ${sessionOf(c).get('user')}`)
  })
  app.get('/login', (c) => {
    saying('public, max-age=60')(c)
    c.sendString(`page of ${c.locals('login')}`)
  })
  const send = fetchSend(app)
  const cookies: string[] = []
  for (const name of ['ada', 'eve']) {
    // An answer that begins a session is not kept.
    const { headers } = await send(`/session/in?name=${name}`)
    const again = await send(`/session/in?name=${name}`)
    cookies.push((headers['set-cookie'] ?? '').split(';')[0] ?? '')
    assert.is.not(again.headers['set-cookie'], undefined)
  }
  for (let i = 0; i < 2; i++) {
    for (const [n, name] of ['ada', 'eve'].entries())
      assert.is((await send('/session', { headers: { cookie: cookies[n] ?? '' } })).body, `page of ${name}`)
    assert.is((await send('/session')).body, 'page of undefined')
    for (const headers of [{ 'X-API-Key': 'a' }, { cookie: 'key=a' }])
      assert.is((await send('/login', { headers })).body, 'page of ada')
    for (const headers of [{ 'X-API-Key': 'e' }, { cookie: 'key=e' }])
      assert.is((await send('/login', { headers })).body, 'page of eve')
    assert.is((await send('/login')).status, 401)
  }
})

test('only-if-cached is 504 without an answer', async () => {
  const made = counted(saying('max-age=60'))
  const send = fetchSend(made.app)
  const only = { headers: { 'cache-control': 'only-if-cached' } }
  assert.is((await send('/', only)).status, 504)
  await send('/')
  assert.is((await send('/', only)).body, 'run 1')
})

test('while its store fails, handlers answer, and onError gets one line', async () => {
  const fail = (): Promise<never> => Promise.reject(new Error('no route'))
  const made = counted(saying('max-age=60'), { store: { get: fail, set: fail, replace: fail, delete: fail } })
  const send = fetchSend(made.app)
  assert.equal([(await send('/')).body, (await send('/')).body], ['run 1', 'run 2'])
  assert.equal(made.errors.map(String), ['Error: cache: the store failed'])
})

test('wrong options are refused at start', () => {
  for (const options of [{ maxAge: -1 }, { maxAnswer: Number.NaN }, { name: 'a b' }, { storeTimeout: 0 }])
    assert.throws(() => cache(options), /^cache: /)
})

test.run()
