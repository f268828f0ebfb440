import {
  type CsrfOptions,
  type CsrfTokenOptions,
  csrf,
  csrfToken,
  csrfTokenOf,
} from '@ctxgen/middleware/csrf'
import { memoryStore, type TextStore } from '@ctxgen/middleware/memory-store'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer, type Send } from './support/on-each-server.ts'

type Row = readonly [
  method: string,
  headers: Readonly<Record<string, string>>,
  isServed: boolean,
  options?: CsrfOptions,
]

const trusting: CsrfOptions = { trustedOrigins: ['https://app.example.com', 'https://*.example.org'] }

/** The table of Go's http.CrossOriginProtection, and more. */
const rows: readonly Row[] = [
  ['POST', { 'sec-fetch-site': 'same-origin' }, true],
  ['POST', { 'sec-fetch-site': 'none' }, true],
  ['POST', { 'sec-fetch-site': 'cross-site' }, false],
  ['POST', { 'sec-fetch-site': 'same-site' }, false],
  ['POST', { 'sec-fetch-site': 'same-site' }, true, { allowSameSite: true }],
  ['POST', { 'sec-fetch-site': 'cross-site' }, false, { allowSameSite: true }],
  ['POST', { 'sec-fetch-site': 'SAME-ORIGIN' }, false],
  ['POST', { 'sec-fetch-site': 'anything' }, false],
  ['PUT', { 'sec-fetch-site': 'cross-site' }, false],
  ['PATCH', { 'sec-fetch-site': 'cross-site' }, false],
  ['DELETE', { 'sec-fetch-site': 'cross-site' }, false],
  ['GET', { 'sec-fetch-site': 'cross-site' }, true],
  ['HEAD', { 'sec-fetch-site': 'cross-site' }, true],
  ['OPTIONS', { 'sec-fetch-site': 'cross-site' }, true],
  // No browser sends neither.
  ['POST', {}, true],
  ['POST', { origin: 'http://here.example' }, true],
  ['POST', { origin: 'https://here.example' }, true],
  ['POST', { origin: 'http://HERE.example' }, true],
  ['POST', { origin: 'https://evil.example' }, false],
  ['POST', { origin: 'http://here.example:8080' }, false],
  ['POST', { origin: 'http://here.example.evil.example' }, false],
  ['POST', { origin: 'null' }, false],
  ['POST', { origin: 'here.example' }, false],
  ['POST', { origin: 'not a url' }, false],
  ['POST', { origin: 'http://here.example@evil.example' }, false],
  ['GET', { origin: 'https://evil.example' }, true],
  // The header of the browser decides, a good Origin beside it does not help.
  ['POST', { 'sec-fetch-site': 'cross-site', origin: 'http://here.example' }, false],
  ['POST', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, true],
  ['POST', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }, true, trusting],
  ['POST', { 'sec-fetch-site': 'cross-site', origin: 'https://a.example.org' }, true, trusting],
  ['POST', { origin: 'https://a.example.org' }, true, trusting],
  ['POST', { 'sec-fetch-site': 'cross-site', origin: 'http://app.example.com' }, false, trusting],
  ['POST', { 'sec-fetch-site': 'cross-site', origin: 'null' }, false, trusting],
  ['POST', { 'sec-fetch-site': 'cross-site' }, false, trusting],
]

for (const [method, headers, isServed, options] of rows) {
  test(`${method} ${JSON.stringify(headers)} ${isServed ? 'passes' : 'is refused'} ${JSON.stringify(options ?? {})}`, async () => {
    const app = new App().use(csrf(options)).all('/', (c) => c.sendString('served'))
    const got = await fetchSend(app)('/', { method, headers: { host: 'here.example', ...headers } })
    assert.is(got.status, isServed ? 200 : 403)
  })
}

test('over every server, errors have a status and the handshake of a WebSocket is checked', () =>
  onEachServer(
    () => new App().use(csrf()).all('/', (c) => c.sendString('served')),
    async (send, server) => {
      const site = { 'sec-fetch-site': 'cross-site' }
      assert.is((await send('/', { method: 'POST', headers: site })).status, 403, server)
      assert.is((await send('/', { headers: site })).status, 200, server)
      if (server !== 'fetch') return
      for (const upgrade of ['WebSocket', 'h2c, websocket'])
        assert.is((await send('/', { headers: { ...site, upgrade } })).status, 403, upgrade)
    },
  ))

test('a page of http does not pass for one of https', async () => {
  const app = new App().use(csrf()).post('/', (c) => c.sendString(''))
  const post = async (origin: string): Promise<number> =>
    (await app.fetch(new Request('https://here.example/', { method: 'POST', headers: { origin } }))).status
  assert.equal([await post('https://here.example'), await post('http://here.example')], [200, 403])
})

test('an origin that no browser sends is refused at start', () => {
  for (const origin of ['example.com', 'null', '*', 'https://a.example/x'])
    assert.throws(() => csrf({ trustedOrigins: [origin] }), /^csrf: /)
})

const secret = 'a secret of at least 32 characters'

function tokenApp(session = ''): App {
  const app = new App().use(csrfToken({ secret, sessionId: (c) => c.query('session', session) }))
  return app.get('/', (c) => c.sendString(csrfTokenOf(c))).post('/', (c) => c.sendString('done'))
}

async function tokenOf(send: Send, path: string = '/'): Promise<readonly [cookie: string, token: string]> {
  const { headers, body } = await send(path)
  return [headers['set-cookie']?.split(';')[0] ?? '', body]
}

test('token: the cookie and the header have to agree, and to be ours', () =>
  onEachServer(tokenApp, async (send, server) => {
    const [cookie, token] = await tokenOf(send)
    const [, other] = await tokenOf(send)
    assert.is(cookie, `csrf=${token}`)
    assert.is.not(token, other)
    const [random = ''] = token.split('.')
    for (const [sent, header, status] of [
      [cookie, token, 200],
      [cookie, '', 403],
      [cookie, other, 403],
      ['', token, 403],
      // A host of the same site can set cookies, but not sign them.
      ['csrf=a', 'a', 403],
      ['csrf=a.b', 'a.b', 403],
      [`csrf=${random}.`, `${random}.`, 403],
      [`csrf=${token}.x`, `${token}.x`, 403],
    ] as const) {
      const headers = {
        ...(sent !== '' && { cookie: sent }),
        ...(header !== '' && { 'x-csrf-token': header }),
      }
      const got = await send('/', { method: 'POST', headers })
      assert.is(got.status, status, `${server} ${sent} ${header}`)
    }
    const again = await send('/', { headers: { cookie } })
    assert.equal(
      [again.body, again.headers['set-cookie'], again.headers['vary']],
      [token, undefined, 'Cookie'],
    )
  }))

test('token: of another session it does not count', async () => {
  const send = fetchSend(tokenApp())
  const [cookie, token] = await tokenOf(send, '/?session=a')
  const headers = { cookie, 'x-csrf-token': token }
  assert.is((await send('/?session=a', { method: 'POST', headers })).status, 200)
  assert.is((await send('/?session=b', { method: 'POST', headers })).status, 403)
})

test('token: an older secret is still accepted', async () => {
  const [cookie, token] = await tokenOf(fetchSend(tokenApp()))
  const app = new App()
    .use(csrfToken({ secret: ['b'.repeat(32), secret] }))
    .post('/', (c) => c.sendString(''))
  const headers = { cookie, 'x-csrf-token': token }
  assert.is((await fetchSend(app)('/', { method: 'POST', headers })).status, 200)
  const strange = new App().use(csrfToken({ secret: 'b'.repeat(32) })).post('/', (c) => c.sendString(''))
  assert.is((await fetchSend(strange)('/', { method: 'POST', headers })).status, 403)
})

test('token: over HTTPS the cookie is one of this host alone', async () => {
  const answer = await tokenApp().fetch(new Request('https://here.example/'))
  const [cookie = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
  assert.match(cookie, /^__Host-csrf=[\w.-]+$/)
  assert.equal(attributes.sort(), ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure'])
})

function onceApp(options: Partial<CsrfTokenOptions> = {}): App {
  const app = new App({ onError() {} }).use(csrfToken({ secret, store: memoryStore(), ...options }))
  app.get('/', (c) => c.sendString(csrfTokenOf(c)))
  return app.post('/', (c) => {
    if (c.query('wrong') !== '') throw new HttpError(400)
    c.sendString(csrfTokenOf(c))
  })
}

test('token: with a store it counts once, and each answer has the next one', () =>
  onEachServer(
    () => onceApp(),
    async (send, server) => {
      let [cookie, token] = await tokenOf(send)
      for (const path of ['/', '/?wrong=1', '/']) {
        const headers = { cookie, 'x-csrf-token': token }
        const answers = await Promise.all([1, 2, 3].map(() => send(path, { method: 'POST', headers })))
        const status = path === '/' ? 200 : 400
        assert.equal(answers.map((answer) => answer.status).sort(), [status, 403, 403].sort(), server)
        // The answer may be lost, so a refused token brings the next one as well.
        const next = answers[Math.floor(Math.random() * 3)]?.headers ?? {}
        cookie = next['set-cookie']?.split(';')[0] ?? ''
        token = next['x-csrf-token'] ?? ''
        assert.is(cookie, `csrf=${token}`, server)
      }
    },
  ))

test('token: with a store a refusal brings a token that counts, to a browser with a cookie of ours', async () => {
  const send = fetchSend(onceApp())
  const [cookie, token] = await tokenOf(send)
  for (const header of ['', 'of an older page']) {
    const refused = await send('/', { method: 'POST', headers: { cookie, 'x-csrf-token': header } })
    assert.is(refused.status, 403)
    const [next = ''] = (refused.headers['set-cookie'] ?? '').split(';')
    const again = { cookie: next, 'x-csrf-token': refused.headers['x-csrf-token'] ?? '' }
    assert.is((await send('/', { method: 'POST', headers: again })).status, 200)
  }
  const { status, headers } = await send('/', { method: 'POST', headers: { 'x-csrf-token': token } })
  assert.equal([status, headers['set-cookie'], headers['x-csrf-token']], [403, undefined, undefined])
})

test('token: with a lifetime it ends, also if its own end is changed', async () => {
  const send = fetchSend(onceApp({ lifetime: 60_000 }))
  const [cookie, token] = await tokenOf(send)
  const post = async (cookie: string, sent: string): Promise<number> =>
    (await send('/', { method: 'POST', headers: { cookie, 'x-csrf-token': sent } })).status
  const later = token.replace(/~\d+/, `~${Date.now() + 1e9}`)
  const [endless] = (await tokenOf(fetchSend(tokenApp()))).slice(1)
  for (const changed of [later, endless ?? '', token.replace(/~\d+/, '~'), token.replace(/~\d+/, '~NaN')])
    assert.is(await post(`csrf=${changed}`, changed), 403, changed)
  const { now } = Date
  try {
    Date.now = () => now() + 60_001
    assert.is(await post(cookie, token), 403)
  } finally {
    Date.now = now
  }
  assert.is(await post(cookie, token), 200)
})

test('token: without its store it does as its option says', async () => {
  for (const [onStoreError, first, second] of [
    [undefined, 503, 503],
    ['closed', 503, 503],
    ['open', 200, 200],
    ['memory', 200, 403],
  ] as const) {
    const away = (): Promise<never> => Promise.reject(new Error('no route to host'))
    const store: TextStore = { get: away, set: away, replace: away, delete: away }
    const send = fetchSend(onceApp({ store, ...(onStoreError && { onStoreError }) }))
    const [cookie, token] = await tokenOf(send)
    for (const status of [first, second]) {
      const got = await send('/', { method: 'POST', headers: { cookie, 'x-csrf-token': token } })
      assert.is(got.status, status, onStoreError)
    }
  }
})

test('token: options that cannot be are refused at start', () => {
  for (const lifetime of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => csrfToken({ secret, lifetime }), /^csrfToken: lifetime/)
  assert.throws(
    () => csrfToken({ secret, store: memoryStore(), onStoreError: 'shut' as never }),
    /onStoreError/,
  )
})

test('token: a short secret is refused at start', () => {
  for (const wrong of ['', 'short', [], [secret, 'short'], undefined as never, [secret, undefined as never]])
    assert.throws(() => csrfToken({ secret: wrong }), /at least 32 characters/)
})

test('both modes check, neither switches the other off', async () => {
  const app = new App().use(csrf(), csrfToken({ secret }))
  app.get('/', (c) => c.sendString(csrfTokenOf(c))).post('/', (c) => c.sendString('done'))
  const send = fetchSend(app)
  const [cookie, token] = await tokenOf(send)
  const valid = { cookie, 'x-csrf-token': token }
  for (const [headers, status] of [
    [{ ...valid, 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 403],
    [{ ...valid, 'sec-fetch-site': 'cross-site' }, 403],
  ] as const)
    assert.is((await send('/', { method: 'POST', headers })).status, status)
})

test('no line of several is passed over', () =>
  onEachServer(
    () => new App().use(csrf()).all('/', (c) => c.sendString('served')),
    async (send, server) => {
      for (const headers of [
        { 'sec-fetch-site': ['cross-site', 'same-origin'] },
        { 'sec-fetch-site': ['same-origin', 'cross-site'] },
        { origin: ['https://evil.example', 'http://localhost'] },
      ]) {
        const got = await send('/', { method: 'POST', headers: { host: 'localhost', ...headers } })
        assert.is(got.status, 403, `${server} ${JSON.stringify(headers)}`)
      }
    },
  ))

test('a token beside another line is refused', () =>
  onEachServer(
    () => {
      const app = new App().use(csrfToken({ secret: 's'.repeat(32) }))
      return app.all('/', (c) => c.sendString(csrfTokenOf(c)))
    },
    async (send, server) => {
      const { body: token, headers } = await send('/')
      const [cookie = ''] = (headers['set-cookie'] ?? '').split(';')
      for (const [sent, status] of [
        [token, 200],
        [['x', token], 403],
        [[token, 'x'], 403],
      ] as const) {
        const got = await send('/', { method: 'POST', headers: { cookie, 'X-CSRF-Token': sent } })
        assert.is(got.status, status, `${server} ${JSON.stringify(sent)}`)
      }
    },
  ))

test.run()
