import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig, type ListenOptions } from '../../src/index.ts'
import { selfSigned } from '../support/self-signed.ts'

test('a limit that is not a number is refused, as nothing would exceed it', () => {
  for (const name of [
    'bodyLimit',
    'maxKeys',
    'maxDepth',
    'maxArrayLength',
    'maxParts',
    'maxRanges',
  ] as const) {
    for (const limit of [Number.NaN, -1, Number.NEGATIVE_INFINITY, Number('4 MB')]) {
      const config: AppConfig = { [name]: limit }
      assert.throws(() => new App(config), new RegExp(`^${name}: not a limit: ${limit}$`))
    }
    for (const limit of [0, 1, Number.POSITIVE_INFINITY, undefined]) new App({ [name]: limit })
  }
})

test('a server with invalid options does not open', async () => {
  const { cert, key } = selfSigned()
  const wrong: readonly ListenOptions[] = [
    { workers: 0 },
    { workers: -1 },
    { workers: 1.5 },
    { workers: Number.NaN },
    { key },
    { cert },
    { http2: true, key },
    { port: Number.NaN },
    { port: 70_000 },
  ]
  for (const options of wrong) {
    const app = new App()
    try {
      const { url } = await app.listen(options)
      assert.unreachable(`${JSON.stringify(options)} listens on ${url}`)
    } catch (error) {
      assert.ok(error instanceof RangeError || error instanceof TypeError, String(error))
    } finally {
      await app.shutdown()
    }
  }
})

test('app.test() takes the arguments of fetch, including a Request, and always returns a promise', async () => {
  const app = new App().all('/*', (c) =>
    c.json([c.method(), c.path(), c.get('X-A'), c.request() === request]),
  )
  const request = new Request('http://localhost/a', { headers: { 'X-A': '1' } })
  assert.equal(await (await app.test(request)).json(), ['GET', '/a', '1', true])
  assert.equal(await (await app.test(request, { method: 'PUT' })).json(), ['PUT', '/a', '1', false])
  assert.equal(await (await app.test('a?b', { method: 'PUT' })).json(), ['PUT', '/a', '', false])
  const error = await app.test('http://').catch((reason: unknown) => reason)
  assert.instance(error, TypeError)
})

test.run()
