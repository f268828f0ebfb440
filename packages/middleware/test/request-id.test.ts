import { requestId, requestIdOf } from '@ctxgen/middleware/request-id'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, http1Send, onEachServer } from './support/on-each-server.ts'

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

test('each answer has an id, errors among them, and handlers see it', () =>
  onEachServer(
    () => {
      const app = new App().use(requestId())
      app.get('/', (c) => c.sendString(requestIdOf(c)))
      return app.get('/broken', () => {
        throw new HttpError(418)
      })
    },
    async (send, server) => {
      const { headers, body } = await send('/')
      assert.match(headers['x-request-id'] ?? '', uuid, server)
      assert.is(body, headers['x-request-id'])
      for (const path of ['/broken', '/nowhere'])
        assert.match((await send(path)).headers['x-request-id'] ?? '', uuid, `${server} ${path}`)
    },
  ))

const long = 'a'.repeat(128)
const sentIds: readonly (readonly [sent: string | readonly string[], isAccepted: boolean])[] = [
  ['abc-123', true],
  [long, true],
  [`${long}a`, false],
  ['with a blank', false],
  ['é', false],
  ['a\tb', false],
  [['one', 'two'], false],
]

for (const [sent, isAccepted] of sentIds) {
  test(`of a trusted proxy the id ${JSON.stringify(sent).slice(0, 20)} is ${isAccepted ? '' : 'not '}taken over`, async () => {
    const app = new App({ trustProxy: true, trustProxyConfig: { loopback: true } }).use(requestId())
    const { port } = await app.listen({ host: '127.0.0.1' })
    const { headers } = await http1Send(port)('/', { headers: { 'X-Request-ID': sent } })
    await app.shutdown()
    assert.is(headers['x-request-id'] === sent, isAccepted)
    if (!isAccepted) assert.match(headers['x-request-id'] ?? '', uuid)
  })
}

test('a client chooses its id only with trust: true', async () => {
  for (const [trust, config, isTaken] of [
    ['proxies', {}, false],
    ['proxies', { trustProxy: true }, false],
    [false, { trustProxy: true, trustProxyConfig: { loopback: true } }, false],
    [true, {}, true],
  ] as const) {
    const send = fetchSend(new App(config).use(requestId({ trust })))
    const { headers } = await send('/', { headers: { 'X-Request-ID': 'mine' } })
    assert.is(headers['x-request-id'] === 'mine', isTaken, `${trust}`)
  }
})

test('header and generator', async () => {
  const send = fetchSend(new App().use(requestId({ header: 'X-Trace', generator: (c) => `${c.method()}-1` })))
  assert.is((await send('/')).headers['x-trace'], 'GET-1')
  assert.throws(() => requestId({ header: 'a b' }), /not a token/)
})

test.run()
