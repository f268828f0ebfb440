import { bearerAuth, insufficientScope, isSameSecret } from '@ctxgen/middleware/bearer-auth'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import '../support/locals.ts'
import { onEachServer } from '../support/on-each-server.ts'

function app(): App {
  const login = bearerAuth('login', {
    realm: 'cars',
    scope: ['read'],
    validate: async (token) => {
      if (token === 'narrow') throw insufficientScope('write', 'cars')
      return isSameSecret(token, 'right') ? 'ada' : null
    },
  })
  return new App().get('/', login, (c) => c.sendString(c.locals('login')))
}

const wrongToken = 'Bearer realm="cars", scope="read", error="invalid_token"'
const malformed = 'Bearer realm="cars", error="invalid_request"'

const rows: readonly (readonly [header: string, status: number, challenge?: string])[] = [
  ['Bearer right', 200],
  ['bearer right', 200],
  ['', 401, 'Bearer realm="cars", scope="read"'],
  ['Basic abc', 401, 'Bearer realm="cars", scope="read"'],
  ['Bearer wrong', 401, wrongToken],
  ['Bearer rightx', 401, wrongToken],
  ['Bearer', 400, malformed],
  ['Bearer a b', 400, malformed],
  ['Bearer a,b', 400, malformed],
  ['Bearer "right"', 400, malformed],
  ['Bearer narrow', 403, 'Bearer realm="cars", error="insufficient_scope", scope="write"'],
]

test('each header has its answer and challenge (RFC 6750)', () =>
  onEachServer(app, async (send, server) => {
    for (const [authorization, status, challenge] of rows) {
      const { headers, ...got } = await send('/', authorization === '' ? {} : { headers: { authorization } })
      assert.equal(
        [got.status, headers['www-authenticate']],
        [status, challenge],
        `${server} ${authorization}`,
      )
    }
  }))

test('a scope with a quote is refused at start', () => {
  assert.throws(() => bearerAuth('login', { scope: ['a"b', 'c d'], validate: () => null }), /not a token/)
  assert.throws(() => insufficientScope('a b'), /not a token/)
})

test.run()
