import { keyAuth, keyList } from '@ctxgen/middleware/key-auth'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import '../support/locals.ts'
import { onEachServer, type Sent } from '../support/on-each-server.ts'

const validate = keyList({ 'key-1': 'ada', __proto__x: 'eve' })

function app(): App {
  const all = keyAuth('login', { validate, cookie: 'key', query: 'key', realm: 'all' })
  return new App()
    .get('/all', all, (c) => c.sendString(c.locals('login')))
    .get('/', keyAuth('login', { validate, header: 'X-Token' }), (c) => c.sendString(c.locals('login')))
}

const rows: readonly (readonly [path: string, headers: Sent['headers'], status: number, body?: string])[] = [
  ['/', { 'X-Token': 'key-1' }, 200, 'ada'],
  ['/', { 'X-Token': 'key-2' }, 401],
  ['/', { 'X-Token': '__proto__' }, 401],
  ['/', { 'X-API-Key': 'key-1' }, 401],
  ['/?key=key-1', {}, 401],
  ['/', { cookie: 'key=key-1' }, 401],
  ['/all', { 'X-API-Key': 'key-1' }, 200, 'ada'],
  ['/all', { cookie: 'key=key-1' }, 200, 'ada'],
  ['/all?key=key-1', {}, 200, 'ada'],
  // The header comes first, even a wrong one.
  ['/all?key=key-1', { 'X-API-Key': 'wrong' }, 401],
]

test('a key is read from where the options say', () =>
  onEachServer(app, async (send, server) => {
    for (const [path, headers = {}, status, body] of rows) {
      const got = await send(path, { headers })
      assert.is(got.status, status, `${server} ${path} ${JSON.stringify(headers)}`)
      if (body !== undefined) assert.is(got.body, body)
      const realm = path.startsWith('/all') ? 'all' : 'Restricted'
      assert.is(got.headers['www-authenticate'], status === 401 ? `ApiKey realm="${realm}"` : undefined)
    }
  }))

test('two lines of the header are refused by servers that keep them apart', () =>
  onEachServer(app, async (send, server) => {
    for (const lines of [
      ['wrong', 'key-1'],
      ['key-1', 'wrong'],
      ['key-1', 'key-1'],
    ]) {
      const { status } = await send('/', { headers: { 'X-Token': lines } })
      // Request joins them to an unknown key.
      assert.is(status, server === 'fetch' ? 401 : 400, server)
    }
  }))

test.run()
