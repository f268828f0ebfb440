import { connect } from 'node:net'
import { type AccessFacts, type LoggerOptions, logger } from '@ctxgen/middleware/logger'
import { requestId } from '@ctxgen/middleware/request-id'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { timeText } from '../src/log/time-text.ts'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

function logged(options: LoggerOptions): { readonly app: App; readonly facts: AccessFacts[] } {
  const facts: AccessFacts[] = []
  const to = { info: (one: AccessFacts): unknown => facts.push(one) }
  const app = new App({ onError: () => {}, onResponse: logger({ to, ...options }) })
  app.use(requestId({ generator: () => 'id-1' }))
  app.get('/cars/:id', (c) => c.sendString('four'))
  app.get('/broken', () => {
    throw new Error('broken')
  })
  return { app, facts }
}

test('one entry for each answer, with the route and never the query', async () => {
  const all: AccessFacts[][] = []
  const make = (): App => {
    const { app, facts } = logged({})
    all.push(facts)
    return app
  }
  await onEachServer(make, async (send) => {
    const headers = { 'user-agent': 'test', referer: 'https://a.example/page?token=secret#x' }
    await send('/cars/1?token=secret', { headers })
    await send('/nowhere')
    await send('/broken')
  })
  assert.is(all.length, 3)
  for (const facts of all) {
    const shown = facts.map(({ time, ms, ip, ...rest }) => {
      assert.match(time, /^\d{4}-\d\d-\d\dT/)
      assert.type(ms, 'number')
      return rest
    })
    const usual = { requestId: 'id-1', method: 'GET' }
    assert.equal(shown[0], {
      ...usual,
      path: '/cars/1',
      route: '/cars/:id',
      status: 200,
      bytes: 4,
      userAgent: 'test',
      referer: 'https://a.example/page',
    })
    assert.equal([shown[1]?.status, shown[1]?.route], [404, undefined])
    assert.equal([shown[2]?.status, shown[2]?.route], [500, '/broken'])
  }
})

test('secrets of headers and of the query are replaced, however they are spelled', async () => {
  const { app, facts } = logged({ query: true, requestHeaders: ['Authorization', 'Cookie', 'X-Plan'] })
  const headers = { authorization: 'Bearer abc', cookie: 'a=secret', 'x-plan': 'large' }
  await fetchSend(app)('/cars/1?page=2&Token=abc&%61ccess_token=abc&key&x=%E0', { headers })
  assert.is(facts[0]?.path, '/cars/1?page=2&Token=[redacted]&%61ccess_token=[redacted]&key=[redacted]&x=%E0')
  await fetchSend(app)('/cars/1?token[]=abc&login%5Bpassword%5D=abc&login.pwd=abc&tokens=1&a[x]=1')
  assert.is(
    facts[1]?.path,
    '/cars/1?token[]=[redacted]&login%5Bpassword%5D=[redacted]&login.pwd=[redacted]&tokens=1&a[x]=1',
  )
  for (const key of [
    ...['passwd', 'otp', 'jwt', 'session', 'PHPSESSIONID', 'sid', 'reset-token', 'resetToken', 'invite_code'],
    ...[
      'verificationCode',
      'client_secret',
      'X-Amz-Signature',
      'X-Amz-Security-Token',
      'new_password',
      'api-key',
    ],
  ]) {
    await fetchSend(app)(`/cars?${key}=abc`)
    assert.is(facts.at(-1)?.path, `/cars?${key}=[redacted]`)
  }
  await fetchSend(app)('/cars?zip_code=1&sort_key=a&spin=1')
  assert.is(facts.at(-1)?.path, '/cars?zip_code=1&sort_key=a&spin=1')
  const own = logged({ query: true, redactQuery: ['plan_id', '*name'] })
  await fetchSend(own.app)('/cars?planId=1&last_name=a&token=1')
  assert.is(own.facts[0]?.path, '/cars?planId=[redacted]&last_name=[redacted]&token=1')
  assert.equal(facts[0]?.headers, { authorization: '[redacted]', cookie: '[redacted]', 'x-plan': 'large' })
})

test('lines of text and JSON; nobody forges one', async () => {
  const lines: string[] = []
  const to = (line: string): unknown => lines.push(line)
  for (const format of ['text', 'json', (facts: AccessFacts) => `${facts.status}`] as const) {
    const app = new App({ onResponse: logger({ to, format }) })
    await app.fetch(new Request('http://localhost/a', { headers: { 'user-agent': 'a\u0085b' } }))
  }
  assert.match(lines[0] ?? '', /^\S+Z - GET \/a 404 [\d.]+ ms \d+ B$/)
  const { path, status, userAgent } = JSON.parse(lines[1] ?? '')
  assert.equal([path, status], ['/a', 404])
  assert.is(userAgent, 'a\\u0085b')
  assert.is(lines[2], '404')
})

test('times are those of toISOString(), also when the clock is set back', () => {
  const { now } = Date
  try {
    const second = Date.UTC(2026, 1, 3, 4, 5, 6)
    for (const ms of [0, 7, 42, 999, 1000, 61_001, -1, 0, 86_400_000]) {
      Date.now = () => second + ms
      assert.is(timeText(), new Date(second + ms).toISOString())
    }
  } finally {
    Date.now = now
  }
})

test('a line of text has the request headers that were asked for, quoted', async () => {
  const lines: string[] = []
  const requestHeaders = ['X-Plan', 'Authorization', 'X-Absent']
  const app = new App({ onResponse: logger({ to: (line) => lines.push(line), requestHeaders }) })
  const headers = { 'x-plan': 'a "b" x-role="admin"\u0085', authorization: 'Bearer abc' }
  await app.fetch(new Request('http://localhost/', { headers }))
  const shown = String.raw`x-plan="a \"b\" x-role=\"admin\"\\u0085" authorization="[redacted]"`
  assert.ok(lines[0]?.endsWith(` B ${shown}`), lines[0])
})

test('a client that left is 499, a refused request has an entry, and a logger of errors gets those of 500', async () => {
  const seen: string[] = []
  const to = {
    info: (_: object, text: string): unknown => seen.push(`info ${text}`),
    error: (_: object, text: string): unknown => seen.push(`error ${text}`),
  }
  const app = new App({
    onError: () => {},
    onResponse: logger({ to, skip: ({ path }) => path === '/livez' }),
  })
  app.get('/slow', async (c) => {
    await new Promise((resolve) => c.signal().addEventListener('abort', resolve))
  })
  app.get('/livez', (c) => c.sendString('OK'))
  app.get('/broken', () => {
    throw new Error('broken')
  })
  const { port } = await app.listen({ host: '127.0.0.1' })
  const exchange = (text: string, ends: boolean): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.once('close', () => resolve())
      socket.resume()
      if (!ends) setTimeout(() => socket.destroy(), 100)
    })
  await exchange('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n', false)
  await exchange('GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', true)
  await exchange('GET /broken HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', true)
  await exchange('BROKEN\r\n\r\n', true)
  await app.shutdown()
  assert.equal(seen, ['info GET /slow 499', 'error GET /broken 500', 'info   400'])
})

test.run()
