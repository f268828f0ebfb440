import { type HealthOptions, livez, readyz, startupz } from '@ctxgen/middleware/healthcheck'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, http1Send, onEachServer } from './support/on-each-server.ts'

test('each path answers 200 OK, HEAD as well, and is not cached', () =>
  onEachServer(
    () => new App().get('/livez', livez()).get('/readyz', readyz()).get('/startupz', startupz()),
    async (send, server) => {
      for (const path of ['/livez', '/readyz', '/startupz']) {
        const { status, body, headers } = await send(path)
        assert.equal([status, body, headers['cache-control']], [200, 'OK', 'no-store'], `${server} ${path}`)
        assert.is((await send(path, { method: 'HEAD' })).status, 200)
        assert.is((await send(path, { method: 'POST' })).status, 405)
      }
    },
  ))

const probes: readonly (readonly [name: string, HealthOptions, status: number, error?: string])[] = [
  ['true', { probe: () => true }, 200],
  ['false', { probe: () => false }, 503],
  ['later true', { probe: async () => true }, 200],
  ['later false', { probe: async () => false }, 503],
  [
    'thrown',
    {
      probe: () => {
        throw new Error('down')
      },
    },
    503,
    'down',
  ],
  ['rejected', { probe: () => Promise.reject(new Error('down')) }, 503, 'down'],
  ['late', { probe: () => new Promise(() => {}), timeout: 20 }, 503, 'the probe took longer than 20 ms'],
]

for (const [name, options, status, error] of probes) {
  test(`a probe: ${name}`, async () => {
    const errors: unknown[] = []
    const onError = (one: unknown): unknown => errors.push(one)
    const send = fetchSend(new App({ onError }).get('/livez', livez(options)).get('/readyz', readyz(options)))
    for (const path of ['/livez', '/readyz']) {
      const got = await send(path)
      assert.equal([got.status, got.body], [status, status === 200 ? 'OK' : 'Service Unavailable'])
    }
    assert.equal(
      errors.map((one) => (one instanceof Error ? one.message : one)),
      error === undefined ? [] : [error, error],
    )
  })
}

test('readyz is 503 from shutdown() on, livez is not', async () => {
  const app = new App().get('/livez', livez()).get('/readyz', readyz({ probe: () => true }))
  const { port } = await app.listen({ host: '127.0.0.1' })
  const send = http1Send(port)
  const stopped = app.shutdown({ drainDelay: 200 })
  assert.is((await send('/readyz')).status, 503)
  assert.is((await send('/livez')).status, 200)
  await stopped
})

test.run()
