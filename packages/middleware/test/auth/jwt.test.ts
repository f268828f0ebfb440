import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type JwtOptions, jwt } from '@ctxgen/middleware/jwt'
import { App, HttpError } from '@ctxgen/runtime'
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from '../support/on-each-server.ts'
import '../support/locals.ts'

const secret = 'a secret of thirty-two characters'
const other = 'another secret of as many characters'
const base = { issuer: 'https://login.example', audience: 'cars', user: ({ sub }: JWTPayload) => sub }
const withSecret: JwtOptions<string> = { ...base, algorithms: ['HS256'], secret }
const rsa = await generateKeyPair('RS256', { extractable: true })
const rsa2 = await generateKeyPair('RS256', { extractable: true })
const ec = await generateKeyPair('ES256', { extractable: true })
const pem = await exportSPKI(rsa.publicKey)
const withRsa: JwtOptions<string> = { ...base, algorithms: ['RS256'], publicKey: pem }

const now = Math.floor(Date.now() / 1000)
const claims = { sub: 'ada', iss: 'https://login.example', aud: 'cars', iat: now, exp: now + 600 }

function appWith(options: JwtOptions<string>): App {
  const app = new App({ onError: () => {} })
  return app.get('/', jwt('login', options), (c) => c.sendString(`user ${c.locals('login')}`))
}

function hs256(payload: object = claims, key: string = secret, header: object = { alg: 'HS256' }): string {
  const text = [header, payload].map((part) => encoded(JSON.stringify(part))).join('.')
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function rs256(payload: JWTPayload = claims, key = rsa.privateKey, header: object = {}): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', ...header }).sign(key)
}

async function statusOf(options: JwtOptions<string>, token: string): Promise<number> {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` }
  return (await fetchSend(appWith(options))('/', { headers })).status
}

test('a valid token has its user, others 401 with a challenge', () =>
  onEachServer(
    () => appWith(withSecret),
    async (send, server) => {
      const good = await send('/', { headers: { authorization: `bearer ${hs256()}` } })
      assert.equal([good.status, good.body], [200, 'user ada'], server)
      const none = await send('/')
      assert.equal(
        [none.status, none.headers['www-authenticate']],
        [401, 'Bearer realm="Restricted"'],
        server,
      )
      const wrong = await send('/', { headers: { authorization: `Bearer ${hs256(claims, other)}` } })
      assert.is(wrong.status, 401)
      assert.is(wrong.headers['www-authenticate'], 'Bearer realm="Restricted", error="invalid_token"')
      assert.is(wrong.headers['cache-control'], 'no-store')
    },
  ))

const [head = '', body = '', signature = ''] = hs256().split('.')
const none = encoded('{"alg":"none"}')

const attacks: readonly (readonly [
  name: string,
  options: JwtOptions<string>,
  token: string | Promise<string>,
])[] = [
  ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg) =>
    ['', signature].flatMap((end) =>
      [withSecret, withRsa].map(
        (options) =>
          [`alg ${alg} ${end}`, options, `${encoded(JSON.stringify({ alg }))}.${body}.${end}`] as const,
      ),
    ),
  ),
  ['no alg', withSecret, `${encoded('{}')}.${body}.${signature}`],
  ['two parts', withSecret, `${none}.${body}`],
  ['the public key as the secret', withRsa, hs256(claims, pem)],
  ['the public key as the secret, without its last line break', withRsa, hs256(claims, pem.trim())],
  [
    'the key in the header',
    withRsa,
    rs256(claims, rsa2.privateKey, { jwk: await exportJWK(rsa2.publicKey) }),
  ],
  [
    'the URL of a key in the header',
    withRsa,
    rs256(claims, rsa2.privateKey, { jku: 'https://evil.example' }),
  ],
  [
    'another algorithm of the same key',
    withRsa,
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'PS256' })
      .sign((await generateKeyPair('PS256')).privateKey),
  ],
  [
    'another kind of key',
    withRsa,
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(ec.privateKey),
  ],
  ['an unknown critical header', withSecret, hs256(claims, secret, { alg: 'HS256', crit: ['exp'], exp: 1 })],
  [
    'a changed claim',
    withSecret,
    `${head}.${encoded(JSON.stringify({ ...claims, sub: 'eve' }))}.${signature}`,
  ],
  ['an empty signature', withSecret, `${head}.${body}.`],
  ['claims that are no JSON', withSecret, hs256Text('no JSON')],
  ['claims that are no object', withSecret, hs256Text('"ada"')],
  ['an end in the past', withSecret, hs256({ ...claims, exp: now - 6 })],
  ['a beginning in the future', withSecret, hs256({ ...claims, nbf: now + 600 })],
  ['no end', withSecret, hs256({ ...claims, exp: undefined })],
  ['an end that is a text', withSecret, hs256({ ...claims, exp: `${now + 600}` })],
  ['another issuer', withSecret, hs256({ ...claims, iss: 'https://evil.example' })],
  ['no issuer', withSecret, hs256({ ...claims, iss: undefined })],
  ['another audience', withSecret, hs256({ ...claims, aud: 'bikes' })],
  ['no audience', withSecret, hs256({ ...claims, aud: undefined })],
  ['another type', { ...withSecret, type: 'at+jwt' }, hs256()],
  ['too old', { ...withSecret, maxAge: 10 }, hs256({ ...claims, iat: now - 20 })],
  ['a user that is not there', { ...withSecret, user: () => undefined }, hs256()],
  ['nonsense', withSecret, 'nonsense'],
  ['a lone dot', withSecret, '.'],
]

function hs256Text(text: string): string {
  const signed = `${encoded('{"alg":"HS256"}')}.${encoded(text)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

for (const [name, options, token] of attacks)
  test(`401: ${name}`, async () => assert.is(await statusOf(options, await token), 401))

test('valid tokens of each kind of key', async () => {
  assert.is(await statusOf(withRsa, await rs256()), 200)
  assert.is(await statusOf({ ...withRsa, publicKey: await exportJWK(rsa.publicKey) }, await rs256()), 200)
  assert.is(await statusOf({ ...withRsa, publicKey: rsa.publicKey }, await rs256()), 200)
  assert.is(await statusOf({ ...withSecret, secret: [other, secret] }, hs256()), 200)
  assert.is(await statusOf({ ...withSecret, secret: Buffer.from(secret) }, hs256()), 200)
  assert.is(await statusOf({ ...withSecret, clockTolerance: 600 }, hs256({ ...claims, exp: now - 2 })), 200)
  assert.is(await statusOf(withSecret, hs256({ ...claims, aud: ['bikes', 'cars'] })), 200)
  assert.is(
    await statusOf({ ...withSecret, type: 'at+jwt' }, hs256(claims, secret, { alg: 'HS256', typ: 'at+jwt' })),
    200,
  )
  const any = { ...withSecret, issuer: false, audience: false } as const
  assert.is(await statusOf(any, hs256({ sub: 'ada', exp: claims.exp })), 200)
  const more = { ...withSecret, algorithms: ['HS256', 'HS384'], secret: secret.repeat(2) } as const
  assert.is(await statusOf(more, hs256(claims, secret.repeat(2))), 200)
})

test('the end of a token is needed beside other claims', async () => {
  const { exp, ...endless } = claims
  for (const requiredClaims of [[], ['sub'], ['exp']]) {
    assert.is(await statusOf({ ...withSecret, requiredClaims }, hs256(endless)), 401)
    assert.is(await statusOf({ ...withSecret, requiredClaims }, hs256()), 200)
  }
  const { sub, ...nobody } = claims
  assert.is(await statusOf({ ...withSecret, requiredClaims: ['sub'] }, hs256(nobody)), 401)
})

test('claims of another type than RFC 7519 says are 401', async () => {
  const any = { ...withSecret, issuer: false, audience: false } as const
  for (const wrong of [
    { sub: 1 },
    { sub: null },
    { sub: ['ada'] },
    { iss: {} },
    { jti: 1 },
    { aud: 1 },
    { aud: [1] },
  ])
    assert.is(await statusOf(any, hs256({ ...claims, ...wrong })), 401, JSON.stringify(wrong))
})

test('a PEM is no secret', () => {
  for (const key of [pem, Buffer.from(pem), [secret, `\n${pem}`]])
    assert.throws(() => jwt('login', { ...withSecret, secret: key }), /^jwt: a PEM is no secret/)
})

test('an error of user is its own', async () => {
  const user = (): never => {
    throw new HttpError(403)
  }
  assert.is(await statusOf({ ...withSecret, user }, hs256()), 403)
  const broken = (): never => {
    throw new Error('broken')
  }
  assert.is(await statusOf({ ...withSecret, user: broken }, hs256()), 500)
})

test('a cookie with the token, unless there is an Authorization header', async () => {
  const send = fetchSend(appWith({ ...withSecret, cookie: 'token' }))
  const good = await send('/', { headers: { cookie: `token=${hs256()}` } })
  assert.equal([good.status, good.headers['vary']], [200, 'Cookie'])
  assert.is((await send('/', { headers: { cookie: 'token=x' } })).status, 401)
  assert.is(
    (await send('/', { headers: { cookie: `token=${hs256()}`, authorization: 'Bearer x' } })).status,
    401,
  )
})

/** Serves a key set that changes, and counts. */
async function keyServer(): Promise<{
  url: string
  keys: JWK[]
  asked: () => number
  fail: (to: boolean) => void
  close: () => void
}> {
  const keys: JWK[] = []
  let asked = 0
  let fails = false
  const server = createServer((_, res) => {
    asked++
    if (fails) res.writeHead(500).end()
    else res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const fail = (to: boolean): void => {
    fails = to
  }
  return { url: `http://127.0.0.1:${port}/jwks`, keys, asked: () => asked, fail, close: () => server.close() }
}

test('keys of a URL: fetched once, again for a new key, and seldom for unknown ones', async () => {
  const keys = await keyServer()
  const { now: clock } = Date
  let passed = 0
  Date.now = () => clock() + passed
  try {
    keys.keys.push({ ...(await exportJWK(rsa.publicKey)), kid: '1', alg: 'RS256' })
    const send = fetchSend(appWith({ ...base, algorithms: ['RS256'], jwks: keys.url }))
    const ask = async (token: string): Promise<number> =>
      (await send('/', { headers: { authorization: `Bearer ${token}` } })).status
    const first = await rs256(claims, rsa.privateKey, { kid: '1' })
    assert.equal(await Promise.all([ask(first), ask(first), ask(first)]), [200, 200, 200])
    assert.is(keys.asked(), 1)
    for (let i = 0; i < 20; i++)
      assert.is(await ask(await rs256(claims, rsa2.privateKey, { kid: `x${i}` })), 401)
    assert.is(keys.asked(), 1)
    assert.is(await ask(hs256(claims, pem, { alg: 'HS256', kid: '1' })), 401)

    keys.keys.splice(0, 1, { ...(await exportJWK(rsa2.publicKey)), kid: '2', alg: 'RS256' })
    const second = await rs256(claims, rsa2.privateKey, { kid: '2' })
    passed = 20_000
    assert.equal([await ask(second), keys.asked()], [401, 1])
    passed = 31_000
    assert.equal([await ask(second), keys.asked()], [200, 2])
    assert.equal([await ask(first), keys.asked()], [401, 2])
  } finally {
    Date.now = clock
    keys.close()
  }
})

test('keys that cannot be had are 503, and not for ever', async () => {
  const keys = await keyServer()
  try {
    keys.keys.push({ ...(await exportJWK(rsa.publicKey)), kid: '1', alg: 'RS256' })
    keys.fail(true)
    const send = fetchSend(appWith({ ...base, algorithms: ['RS256'], jwks: new URL(keys.url) }))
    const sent = { headers: { authorization: `Bearer ${await rs256(claims, rsa.privateKey, { kid: '1' })}` } }
    const away = await send('/', sent)
    assert.equal([away.status, away.headers['retry-after']], [503, '5'])
    keys.fail(false)
    assert.is((await send('/', sent)).status, 200)
  } finally {
    keys.close()
  }
})

test('a key set at hand: by key id, or each that fits', async () => {
  const keys = [
    { ...(await exportJWK(rsa2.publicKey)), kid: '2', alg: 'RS256' },
    { ...(await exportJWK(rsa.publicKey)), kid: '1', alg: 'RS256' },
  ]
  const options: JwtOptions<string> = { ...base, algorithms: ['RS256'], jwks: { keys } }
  assert.is(await statusOf(options, await rs256(claims, rsa.privateKey, { kid: '1' })), 200)
  assert.is(await statusOf(options, await rs256(claims, rsa.privateKey, { kid: '2' })), 401)
  assert.is(await statusOf(options, await rs256()), 200)
  assert.is(await statusOf(options, await rs256(claims, (await generateKeyPair('RS256')).privateKey)), 401)
})

const refused: readonly (readonly [options: object, text: RegExp])[] = [
  [{ algorithms: [] }, /algorithms are needed/],
  [{ algorithms: undefined }, /algorithms are needed/],
  [{ algorithms: ['none'] }, /none is no algorithm of a secret/],
  [{ algorithms: ['HS256', 'RS256'] }, /RS256 is no algorithm of a secret/],
  [{ algorithms: ['toString'] }, /toString is no algorithm of a secret/],
  [{ secret: undefined }, /one of secret, publicKey and jwks/],
  [{ publicKey: pem }, /one of secret, publicKey and jwks/],
  [{ secret: 'short' }, /at least 32 bytes/],
  [{ algorithms: ['HS512'] }, /at least 64 bytes/],
  [{ secret: [] }, /at least 32 bytes/],
  [{ secret: undefined, publicKey: pem }, /HS256 is no algorithm of public keys/],
  [{ secret: undefined, publicKey: secret, algorithms: ['RS256'] }, /not a public key/],
  [{ secret: undefined, publicKey: { kty: 'oct', k: 'AA' }, algorithms: ['RS256'] }, /not a public key/],
  [{ secret: undefined, jwks: 'http://login.example/jwks', algorithms: ['RS256'] }, /could be anybody's/],
  [{ issuer: undefined }, /issuer is needed/],
  [{ audience: '' }, /audience is needed/],
  [{ audience: [] }, /audience is needed/],
  [{ clockTolerance: Number.NaN }, /clockTolerance/],
]

for (const [change, text] of refused)
  test(`${JSON.stringify(change)} is refused at start`, () => {
    assert.throws(() => jwt('login', { ...withSecret, ...change }), text)
  })

test.run()
