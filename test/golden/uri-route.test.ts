import { App, type Ctx, type Handler } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Everywhere } from '../../fixtures/valid/all-precedence/dto.bind.ts'
import { bindUriPlace, Place } from '../../fixtures/valid/uri/dto.bind.ts'
import { bindInput } from '../support/bind-input.ts'

async function exchange(pattern: string, path: string, handler: Handler): Promise<[number, string]> {
  const told: unknown[] = []
  const app = new App({ onError: (error) => told.push(error) })
  app.get(pattern, handler)
  const { status } = await app.test(path)
  return [status, told.join()]
}

test("a route without the parameter of a required property is the service's mistake", async () => {
  const bindings: readonly Handler[] = [
    (c) => void c.bind().uri(Place),
    (c) => void c.bind().withAutoHandling().all(Place),
    (c) => void c.bind().skipValidation(true).uri(Place),
    (c) => void bindUriPlace(c),
  ]
  for (const bind of bindings) {
    const [status, told] = await exchange('/places/:garage/:id', '/places/1/2', bind)
    assert.is(status, 500)
    assert.match(
      told,
      /bind "carId" from uri: is required, and the route GET \/places\/:garage\/:id has no such parameter/,
    )
    // A client's mistake beside it does not make it the client's.
    assert.is((await exchange('/places/:garage/:id', '/places/x/2', bind))[0], 500)
    const right = await exchange('/places/:garage/:carId', '/places/1/2', bind)
    assert.equal(right, [200, ''])
  }
})

test('a parameter in the pattern that the client omitted is the client’s mistake', async () => {
  const handler = (c: Ctx): void => void c.bind().uri(Place)
  assert.equal(await exchange('/places/:garage/:carId?', '/places/1', handler), [400, ''])
  assert.equal(await exchange('/places/:garage/:carId', '/places/1/x', handler), [400, ''])
})

test('so is a property that other sources may supply', async () => {
  const handler = (c: Ctx): void => c.json(c.bind().all(Everywhere))
  const [status] = await exchange('/things', '/things', handler)
  assert.is(status, 400)
})

test('if the pattern is unknown, the parameter is required as usual', () => {
  assert.throws(
    () => bindUriPlace(bindInput({ params: { garage: '1' } })),
    /bind "carId" from uri: is required/,
  )
})

test.run()
