import { memoryStore } from '@ctxgen/middleware/memory-store'
import { type SessionOptions, session, sessionOf } from '@ctxgen/middleware/session'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer, type Send } from './support/on-each-server.ts'

declare module '@ctxgen/middleware/session' {
  interface SessionData {
    user: string
    count: number
    cart: string[]
  }
}

const secret = 'a secret of at least 32 characters'

function appWith(options: Partial<SessionOptions> = {}): App {
  const app = new App({ onError: () => {} }).use(session({ secret, ...options }))
  app.get('/', (c) => {
    const current = sessionOf(c)
    const [user, count, cart] = [current.get('user'), current.get('count'), current.get('cart')]
    c.json({ id: current.id, isNew: current.isNew, user: user ?? '', count: count ?? 0, cart: cart ?? [] })
  })
  app.get('/count', (c) => {
    sessionOf(c).set('count', (sessionOf(c).get('count') ?? 0) + 1)
    c.sendString('')
  })
  app.get('/same', (c) => {
    const current = sessionOf(c)
    current.set('count', current.get('count') ?? 0)
    c.sendString('')
  })
  app.get('/login', (c) => {
    sessionOf(c).regenerate().set('user', c.query('user'))
    c.sendString('')
  })
  app.get('/logout', (c) => {
    sessionOf(c).destroy()
    c.sendString('')
  })
  app.get('/reset', (c) => {
    sessionOf(c).reset().set('count', 1)
    c.sendString('')
  })
  app.get('/forget', (c) => {
    sessionOf(c).delete('count')
    c.sendString('')
  })
  app.get('/error', (c) => {
    sessionOf(c).set('count', 7)
    throw new HttpError(409)
  })
  app.get('/long', (c) => {
    sessionOf(c).set('cart', ['x'.repeat(5000)])
    c.sendString('')
  })
  app.get('/push', (c) => {
    const cart = sessionOf(c).get('cart') ?? []
    cart.push('a')
    if (c.query('save') !== '') sessionOf(c).set('cart', cart)
    c.sendString('')
  })
  return app
}

/** A browser: it sends the cookie it was given last. */
function browser(
  send: Send,
  name: string = 'session',
): { cookie: string; sets: number; get(path: string): Promise<string> } {
  return {
    cookie: '',
    sets: 0,
    async get(path) {
      const { headers, body } = await send(
        path,
        this.cookie === '' ? {} : { headers: { cookie: `${name}=${this.cookie}` } },
      )
      const value = new RegExp(`${name}=([^;]*)`).exec(headers['set-cookie'] ?? '')?.[1]
      if (value !== undefined) {
        this.cookie = value
        this.sets++
      }
      return body
    },
  }
}

const kinds: readonly (readonly [name: string, kind: () => Partial<SessionOptions>])[] = [
  ['memory', () => ({})],
  ['sealed', () => ({ sealed: true })],
  ['store', () => ({ store: memoryStore() })],
]

for (const [name, kind] of kinds) {
  const make = (): App => appWith(kind())

  test(`${name}: no cookie before the first value, then values are there again`, () =>
    onEachServer(make, async (send) => {
      const ada = browser(send)
      assert.equal(JSON.parse(await ada.get('/')), { id: '', isNew: true, user: '', count: 0, cart: [] })
      assert.is(ada.sets, 0)
      await ada.get('/count')
      assert.is(ada.sets, 1)
      await ada.get('/count')
      const { id, ...shown } = JSON.parse(await ada.get('/'))
      assert.equal(shown, { isNew: false, user: '', count: 2, cart: [] })
      assert.match(id, /^[\w-]{43}$/)
      const other = browser(send)
      assert.is(JSON.parse(await other.get('/')).count, 0)
    }))

  test(`${name}: an unchanged session is not written`, async () => {
    const ada = browser(fetchSend(make()))
    await ada.get('/count')
    const { sets } = ada
    for (const path of ['/', '/same', '/push']) await ada.get(path)
    assert.is(ada.sets, sets)
    assert.equal(JSON.parse(await ada.get('/')).cart, [])
    await ada.get('/push?save=1')
    assert.equal(JSON.parse(await ada.get('/')).cart, ['a'])
  })

  test(`${name}: a login keeps the values under a new id`, async () => {
    const send = fetchSend(make())
    const ada = browser(send)
    await ada.get('/count')
    const before = JSON.parse(await ada.get('/'))
    const old = ada.cookie
    await ada.get('/login?user=ada')
    const after = JSON.parse(await ada.get('/'))
    assert.is.not(after.id, before.id)
    assert.equal([after.user, after.count], ['ada', 1])
    // The old id does not become Ada's.
    const attacker = browser(send)
    attacker.cookie = old
    assert.is(JSON.parse(await attacker.get('/')).user, '')
  })

  test(`${name}: an id made up by a client is not taken over`, async () => {
    const app = make()
    for (const cookie of ['a', 'a.b', `${'a'.repeat(43)}.${'b'.repeat(43)}`, '.', '%00', 'x'.repeat(4000)]) {
      const eve = browser(fetchSend(app))
      eve.cookie = cookie
      assert.equal(JSON.parse(await eve.get('/')), { id: '', isNew: true, user: '', count: 0, cart: [] })
      await eve.get('/count')
      assert.is.not(eve.cookie, cookie)
    }
  })

  test(`${name}: one changed character ends it`, async () => {
    const send = fetchSend(make())
    const ada = browser(send)
    await ada.get('/count')
    for (const at of [0, 10, Math.floor(ada.cookie.length / 2), ada.cookie.length - 3]) {
      const eve = browser(send)
      eve.cookie = `${ada.cookie.slice(0, at)}${ada.cookie[at] === 'A' ? 'B' : 'A'}${ada.cookie.slice(at + 1)}`
      assert.is(JSON.parse(await eve.get('/')).isNew, true, `${at}`)
    }
  })

  test(`${name}: logout clears the cookie, reset begins anew, delete forgets`, async () => {
    const ada = browser(fetchSend(make()))
    await ada.get('/login?user=ada')
    await ada.get('/logout')
    assert.is(ada.cookie, '')
    await ada.get('/login?user=ada')
    await ada.get('/reset')
    assert.equal([JSON.parse(await ada.get('/')).user, JSON.parse(await ada.get('/')).count], ['', 1])
    await ada.get('/forget')
    assert.is(JSON.parse(await ada.get('/')).count, 0)
  })

  test(`${name}: changes are kept when the handler fails`, async () => {
    const ada = browser(fetchSend(make()))
    await ada.get('/error')
    assert.is(JSON.parse(await ada.get('/')).count, 7)
  })

  test(`${name}: the cookie is for this host, and scripts cannot read it`, async () => {
    const answer = await make().fetch(new Request('https://localhost/count'))
    const [value = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    assert.match(value, /^__Host-session=/)
    assert.equal(attributes.sort(), ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
    assert.equal([answer.headers.get('cache-control'), answer.headers.get('vary')], ['private', 'Cookie'])
  })

  test(`${name}: idle and absolute limits`, async () => {
    const { now } = Date
    let time = 1_000_000
    Date.now = () => time
    try {
      const ada = browser(fetchSend(appWith({ ...kind(), idleTimeout: 1000, absoluteTimeout: 5000 })))
      await ada.get('/count')
      for (let i = 0; i < 4; i++) {
        time += 900
        assert.is(JSON.parse(await ada.get('/')).count, 1, `${i}`)
      }
      time += 1100
      assert.is(JSON.parse(await ada.get('/')).isNew, true)
      await ada.get('/count')
      for (let i = 0; i < 6; i++) {
        time += 900
        await ada.get('/')
      }
      assert.is(JSON.parse(await ada.get('/')).isNew, true)
    } finally {
      Date.now = now
    }
  })

  test(`${name}: another secret does not open it, an older one does`, async () => {
    const [older, newer] = [secret, 'b'.repeat(32)]
    const options = kind()
    const ada = browser(fetchSend(appWith(options)))
    await ada.get('/count')
    const rotated = browser(fetchSend(appWith({ ...options, secret: [newer, older] })))
    rotated.cookie = ada.cookie
    // Values in memory are those of one app.
    assert.is(JSON.parse(await rotated.get('/')).isNew, name === 'memory')
    const strange = browser(fetchSend(appWith({ ...options, secret: newer })))
    strange.cookie = ada.cookie
    assert.is(JSON.parse(await strange.get('/')).isNew, true)
  })
}

test('without its store: 503 for a session and for a change, or none', async () => {
  const away = (): Promise<never> => Promise.reject(new Error('no route to host'))
  const store = { get: away, set: away, replace: away, delete: away }
  const kept = memoryStore()
  const ada = browser(fetchSend(appWith({ store: kept })))
  await ada.get('/count')
  const headers = { cookie: `session=${ada.cookie}` }
  const closed = fetchSend(appWith({ store }))
  assert.is((await closed('/')).status, 200)
  assert.is((await closed('/', { headers })).status, 503)
  assert.is((await closed('/count')).status, 503)
  const open = fetchSend(appWith({ store, onStoreError: 'open' }))
  const got = await open('/', { headers })
  assert.equal([got.status, JSON.parse(got.body).isNew], [200, true])
  const changed = await open('/count')
  assert.equal([changed.status, changed.headers['set-cookie']], [200, undefined])
})

test('sealed and a store contradict one another', () => {
  assert.throws(() => session({ secret, sealed: true, store: memoryStore() }), /session: sealed and store/)
})

test('memory: the oldest session gives way', async () => {
  const send = fetchSend(appWith({ maxSessions: 2 }))
  const all = [browser(send), browser(send), browser(send)]
  for (const one of all) await one.get('/count')
  const counts = await Promise.all(all.map(async (one) => JSON.parse(await one.get('/')).count))
  assert.equal(counts, [0, 1, 1])
})

test('sealed: the values are not readable, and too many are an error', async () => {
  const send = fetchSend(appWith({ sealed: true }))
  const ada = browser(send)
  await ada.get('/login?user=ada')
  assert.not.match(Buffer.from(ada.cookie, 'base64url').toString('latin1'), 'ada')
  assert.is((await send('/long')).status, 500)
})

test('without the middleware there is no session, and options are checked', async () => {
  const app = new App({ onError: () => {} }).get('/', (c) => c.sendString(sessionOf(c).id))
  assert.is((await app.test('/')).status, 500)
  for (const wrong of ['short', undefined as never, [secret, undefined as never]])
    assert.throws(() => session({ secret: wrong }), /at least 32 characters/)
  // @ts-expect-error: types do not keep JavaScript from it
  assert.throws(() => session(), /^session: options are needed/)
  assert.throws(() => session({ secret, idleTimeout: 2000, absoluteTimeout: 1000 }), /^session: idleTimeout/)
  assert.throws(() => session({ secret, onStoreError: 'memory' as never }), /^session: onStoreError/)
  assert.throws(() => session({ secret, idleTimeout: Number.NaN }), /^session: idleTimeout/)
  assert.throws(() => session({ secret, cookieName: 'a b' }), /^session: cookieName/)
})

test.run()
