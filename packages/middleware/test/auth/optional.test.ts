import { basicAuth } from '@ctxgen/middleware/basic-auth'
import { bearerAuth } from '@ctxgen/middleware/bearer-auth'
import { jwt } from '@ctxgen/middleware/jwt'
import { keyAuth, keyList } from '@ctxgen/middleware/key-auth'
import { optional } from '@ctxgen/middleware/optional'
import { App, type Handler } from '@ctxgen/runtime'
import { SignJWT } from 'jose'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import '../support/locals.ts'
import { onEachServer, type Sent } from '../support/on-each-server.ts'

const secret = 'a secret of thirty-two characters'
const ofUser = (sub: string, end = '1h'): Promise<string> =>
  new SignJWT({ sub }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(end).sign(Buffer.from(secret))
const [ada, gone, old] = await Promise.all([ofUser('ada'), ofUser('gone'), ofUser('ada', '1h ago')])

const isAda = (text: string): string | undefined => (text === 'ada' ? text : undefined)
const ofToken = jwt('login', {
  scheme: 'Token',
  secret,
  algorithms: ['HS256'],
  issuer: false,
  audience: false,
  user: ({ sub = '' }) => isAda(sub),
})
const logins: Readonly<Record<string, Handler>> = {
  basic: optional(basicAuth('login', { authorize: isAda })),
  bearer: optional(bearerAuth('login', { validate: async (token) => isAda(token) })),
  key: optional(keyAuth('login', { validate: keyList({ right: 'ada' }) })),
  jwt: optional(ofToken),
}

function app(): App {
  const all = new App()
  for (const [name, login] of Object.entries(logins))
    all.get(`/${name}`, login, (c) => c.sendString(c.locals('login') ?? 'nobody'))
  return all.get('/required', ofToken, (c) => c.sendString(c.locals('login')))
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

const rows: readonly (readonly [path: string, headers: Sent['headers'], answer: number | string])[] = [
  ['/basic', {}, 'nobody'],
  ['/basic', { Authorization: basic('ada:x') }, 'ada'],
  ['/basic', { Authorization: basic('eve:x') }, 401],
  ['/basic', { Authorization: 'Basic' }, 400],
  ['/bearer', {}, 'nobody'],
  ['/bearer', { Authorization: 'Bearer ada' }, 'ada'],
  ['/bearer', { Authorization: 'Bearer eve' }, 401],
  ['/bearer', { Authorization: 'Bearer' }, 400],
  // Credentials for somebody else, such as a proxy.
  ['/bearer', { Authorization: basic('ada:x') }, 'nobody'],
  ['/key', {}, 'nobody'],
  ['/key', { 'X-API-Key': 'right' }, 'ada'],
  ['/key', { 'X-API-Key': 'wrong' }, 401],
  ['/jwt', {}, 'nobody'],
  ['/jwt', { Authorization: `Token ${ada}` }, 'ada'],
  ['/jwt', { Authorization: `token ${ada}` }, 'ada'],
  ['/jwt', { Authorization: `Bearer ${ada}` }, 'nobody'],
  ['/jwt', { Authorization: `Token ${ada}x` }, 401],
  ['/jwt', { Authorization: `Token ${gone}` }, 401],
  ['/jwt', { Authorization: `Token ${old}` }, 401],
  ['/jwt', { Authorization: 'Token' }, 401],
  ['/required', {}, 401],
  ['/required', { Authorization: `Token ${ada}` }, 'ada'],
  ['/required', { Authorization: `Bearer ${ada}` }, 401],
]

test('without credentials nobody, with wrong ones refused', () =>
  onEachServer(app, async (send, server) => {
    for (const [path, headers = {}, answer] of rows) {
      const got = await send(path, { headers })
      const at = `${server} ${path} ${JSON.stringify(headers)}`
      assert.is(got.status === 200 ? got.body : got.status, answer, at)
      // A cache must not give a user the answer for nobody.
      if (path !== '/required') assert.match(got.headers['vary'] ?? '', 'Authorization', at)
    }
  }))

test('the challenge names the scheme', () =>
  onEachServer(app, async (send) => {
    const none = await send('/required')
    assert.is(none.headers['www-authenticate'], 'Token realm="Restricted"')
    const wrong = await send('/jwt', { headers: { Authorization: 'Token x' } })
    assert.is(wrong.headers['www-authenticate'], 'Token realm="Restricted", error="invalid_token"')
  }))

test('the user of an optional login may be nobody, by type', () => {
  new App().get('/', optional(ofToken), (c) => {
    // @ts-expect-error it may be undefined
    const user: string = c.locals('login')
    c.sendString(user)
  })
})

test('logins without their function are refused at start', () => {
  for (const options of [undefined as never, {} as never]) {
    assert.throws(() => basicAuth('login', options), /^basicAuth: (?:options are|authorize is) needed/)
    assert.throws(() => bearerAuth('login', options), /^bearerAuth: (?:options are|validate is) needed/)
    assert.throws(() => keyAuth('login', options), /^keyAuth: (?:options are|validate is) needed/)
    assert.throws(() => jwt('login', options), /^jwt: (?:options are|user is) needed/)
  }
  for (const absent of ['', String(undefined)])
    assert.throws(() => keyList({ [absent]: 'ada' }), /^keyList: a key is absent/)
})

test('a scheme is one word', () => {
  const options = {
    secret,
    algorithms: ['HS256'],
    issuer: false,
    audience: false,
    user: () => 'ada',
  } as const
  for (const scheme of ['', 'a b', 'a,', 'a\r\nb'])
    assert.throws(() => jwt('login', { ...options, scheme }), /^jwt: scheme/)
})

test.run()
