import { basicAuth, hashedUsers, hashPassword, isPassword } from '@ctxgen/middleware/basic-auth'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import '../support/locals.ts'
import { fetchSend, onEachServer } from '../support/on-each-server.ts'

const seen: string[] = []

function app(): App {
  const login = basicAuth('login', {
    authorize: (name, password) => {
      seen.push(`${name}:${password}`)
      return password === 'doe' || password === 'é' || password === 'a:b' ? name : undefined
    },
  })
  // The type of the local is a string behind the guard.
  return new App().get('/', login, (c) => c.sendString(c.locals('login').toUpperCase()))
}

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64')
const doe = base64('john:doe')

/** Fiber's table, but that several blanks before the credentials are allowed (RFC 9110 section 11.4). */
const rows: readonly (readonly [header: string, status: number, body?: string])[] = [
  [`Basic ${doe}`, 200, 'JOHN'],
  [`basic ${doe}`, 200, 'JOHN'],
  [`Basic  ${doe}`, 200, 'JOHN'],
  [`Basic ${doe.replace(/=+$/, '')}`, 200, 'JOHN'],
  [`Basic ${base64('josé:é')}`, 200, 'JOSÉ'],
  // The same password in its decomposed form.
  [`Basic ${base64('jose:é')}`, 200, 'JOSE'],
  [`Basic ${base64('john:a:b')}`, 200, 'JOHN'],
  [`Basic ${base64('john:wrong')}`, 401],
  ['', 401],
  ['Bearer token', 401],
  ['Basic', 400],
  ['Basic notbase64!', 400],
  [`Basic ${base64('nocolon')}`, 400],
  [`Basic\t${doe}`, 400],
  [`Basic ${doe.slice(0, 4)} ${doe.slice(4)}`, 400],
  [`Basic ${base64('john:\x01doe')}`, 400],
  [`Basic ${base64('jo\x7fhn:doe')}`, 400],
  [`Basic ${base64('john:\u0085doe')}`, 400],
  [`Basic ${base64(Uint8Array.of(106, 58, 0xff))}`, 400],
  [`Basic ${'A'.repeat(8192)}`, 431],
]

test('each header has its answer', () =>
  onEachServer(app, async (send, server) => {
    for (const [authorization, status, body] of rows) {
      const at = `${server} ${authorization.slice(0, 40)}`
      seen.length = 0
      const got = await send('/', authorization === '' ? {} : { headers: { authorization } })
      assert.is(got.status, status, at)
      if (body !== undefined) assert.is(got.body, body, at)
      const challenge = status === 401 ? 'Basic realm="Restricted", charset="UTF-8"' : undefined
      assert.is(got.headers['www-authenticate'], challenge, at)
      if (status === 401) assert.is(got.headers['cache-control'], 'no-store')
      if (status === 401) assert.match(got.headers['vary'] ?? '', 'Authorization')
      if (status !== 401) assert.is(seen.length, status === 200 ? 1 : 0, at)
    }
  }))

test('two Authorization headers are refused', async () => {
  const request = new Request('http://localhost/', { headers: [['Authorization', `Basic ${doe}`]] })
  assert.is((await app().fetch(request)).status, 200)
  request.headers.append('Authorization', 'Basic x')
  // Request joins the lines, node does not.
  assert.is((await app().fetch(request)).status, 400)
})

test('a realm is quoted, and refused with control characters', async () => {
  const options = { authorize: () => undefined, realm: 'a "b" \\' }
  const { headers } = await fetchSend(new App().get('/', basicAuth('login', options), () => {}))('/')
  assert.is(headers['www-authenticate'], 'Basic realm="a \\"b\\" \\\\", charset="UTF-8"')
  assert.throws(() => basicAuth('login', { ...options, realm: 'a\nb' }), /^basicAuth: realm/)
})

test('hashed passwords: right, wrong, unknown, and the same password again', async () => {
  const check = hashedUsers({ ada: await hashPassword('Zürich'), bob: await hashPassword('b') })
  assert.is(await check('ada', 'Zürich'), 'ada')
  assert.is(await check('ada', 'Zürich'), 'ada')
  assert.is(await check('ada', 'b'), undefined)
  assert.is(await check('ada', 'Zürich'), 'ada')
  assert.is(await check('bob', 'b'), 'bob')
  for (const name of ['eve', '__proto__', 'constructor', '']) assert.is(await check(name, 'b'), undefined)
})

test('a user has one cached password, which costs no hash', async () => {
  const check = hashedUsers({ ada: await hashPassword('a') })
  await check('ada', 'a')
  const started = performance.now()
  for (let i = 0; i < 100; i++) await check('ada', 'a')
  assert.ok(performance.now() - started < 1000)
})

test('a password is checked against its hash, and against none', async () => {
  const hash = await hashPassword('Zürich')
  assert.equal(
    await Promise.all([
      isPassword('Zürich', hash),
      isPassword('Zu\u0308rich', hash),
      isPassword('zürich', hash),
      isPassword('', hash),
      isPassword('Zürich', undefined),
      isPassword('', undefined),
    ]),
    [true, true, false, false, false, false],
  )
  await isPassword('a', 'secret').then(
    () => assert.unreachable(),
    (error: unknown) => assert.instance(error, TypeError),
  )
})

test('two hashes of one password differ, and a plain password is refused at start', async () => {
  assert.is.not(await hashPassword('a'), await hashPassword('a'))
  for (const text of ['secret', '{SHA256}abc', '$2b$10$abc', '$scrypt$ln=15,r=8,p=1$abc$def'])
    assert.throws(() => hashedUsers({ ada: text }), /^basicAuth: the password of ada/)
})

test.run()
