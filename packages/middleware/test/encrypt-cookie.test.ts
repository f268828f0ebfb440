import { encryptCookie } from '@ctxgen/middleware/encrypt-cookie'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

const secret = 'only for this test: thirty-two characters'
const old = 'the secret before this one: forty characters'

function appWith(secrets: string | readonly string[] = secret): App {
  const app = new App({ onError: () => {} }).use(encryptCookie({ secret: secrets, except: ['plain'] }))
  app.get('/set', (c) => {
    c.cookie({ name: 'a', value: 'Zoë; "x"', httpOnly: true }).cookie({ name: 'b', value: 'b' })
    c.cookie({ name: 'plain', value: 'plain' }).clearCookie('gone').sendString('')
  })
  app.get('/error', (c) => {
    c.cookie({ name: 'a', value: 'secret' })
    throw new HttpError(409)
  })
  return app.get('/read', (c) => {
    const seen = Object.fromEntries(['a', 'b', 'plain'].map((name) => [name, c.cookies(name)]))
    c.json({ ...seen, header: c.get('cookie'), bound: c.bind().cookie() })
  })
}

async function cookiesOf(app: App): Promise<Record<string, string>> {
  const lines = (await app.fetch(new Request('http://localhost/set'))).headers.getSetCookie()
  return Object.fromEntries(lines.map((line) => /^(\w+)=([^;]*)/.exec(line)?.slice(1) ?? []))
}

function sent(cookies: Readonly<Record<string, string | undefined>>): { headers: Record<string, string> } {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  return { headers: { cookie: pairs.join('; ') } }
}

test('handlers see plain cookies, clients sealed ones', () =>
  onEachServer(
    () => appWith(),
    async (send, server) => {
      const set = String((await send('/set')).headers['set-cookie'])
      const [, a = '', b = ''] = /^a=([\w-]{40,}); [^,]*HttpOnly[^,]*, b=([\w-]{39,})/.exec(set) ?? []
      assert.match(set, /plain=plain/, server)
      assert.match(set, /gone=;/, server)
      const got = JSON.parse((await send('/read', sent({ a, b, plain: 'plain' }))).body)
      assert.equal([got.a, got.b, got.plain], ['Zoë; "x"', 'b', 'plain'], server)
      assert.equal(got.bound, { a: ['Zoë; "x"'], b: ['b'], plain: ['plain'] }, server)
    },
  ))

test('the same value is another text each time', async () => {
  const app = appWith()
  assert.is.not((await cookiesOf(app))['a'], (await cookiesOf(app))['a'])
})

test('a cookie that was not sealed here is not there', async () => {
  const app = appWith()
  const { a = '', b = '' } = await cookiesOf(app)
  const foreign = (await cookiesOf(appWith(old)))['a'] ?? ''
  const flipped = a.slice(0, 20) + (a[20] === 'A' ? 'B' : 'A') + a.slice(21)
  for (const wrong of ['x', '', 'Zo%C3%AB', b, foreign, flipped, a.slice(0, -1), a.slice(0, 10)]) {
    const got = JSON.parse((await fetchSend(app)('/read', sent({ a: wrong, b }))).body)
    assert.equal([got.a, got.b], ['', 'b'], wrong)
    assert.is(got.header, 'b=b')
  }
})

test('an older secret still opens', async () => {
  const { a } = await cookiesOf(appWith(old))
  const got = JSON.parse((await fetchSend(appWith([secret, old]))('/read', sent({ a }))).body)
  assert.is(got.a, 'Zoë; "x"')
})

test('a cookie of an answer that fails is sealed as well', async () => {
  const got = await fetchSend(appWith())('/error')
  assert.is(got.status, 409)
  assert.match(String(got.headers['set-cookie']), /^a=[\w-]{40,};/)
})

test('a short secret is refused', () => {
  for (const secret of ['short', undefined as never])
    assert.throws(() => encryptCookie({ secret }), /encryptCookie: a secret/)
})

test.run()
