import { rmSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as feeds from '../../fixtures/client/feeds/client.ts'
import * as client from '../../fixtures/client/parking/client.ts'
import { type Handlers, loadMocks } from './load-mocks.ts'

/*
 * Handlers for MSW with a stand-in for it; test/compat/client has the real one.
 */

const { folder, mocks } = await loadMocks('fixtures/client/parking/app.ts')
const shop = await loadMocks('fixtures/client/shop/app.ts')
const feed = await loadMocks('fixtures/client/feeds/app.ts')
test.after(() => {
  for (const one of [folder, shop.folder, feed.folder]) rmSync(one, { recursive: true, force: true })
})

/** Answers as the first handler whose method and path fit. */
function fetchOf(handlers: Handlers): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname, origin } = new URL(request.url)
    const found = handlers.find(({ method, path }) => {
      const words = path.replace(/\*/g, '(.*)').replace(/:\w+/g, '[^/]+')
      return method === request.method.toLowerCase() && new RegExp(`^${words}$`).test(origin + pathname)
    })
    if (found === undefined) throw new Error(`no handler for ${request.method} ${request.url}`)
    return found.resolver({ request })
  }
}

const base = { baseUrl: 'https://cars.example' }

test('each operation is answered with a sample of its type', async () => {
  const api = { ...base, fetch: fetchOf(mocks.handlers(base)), checked: true }
  const listed = await client.listCars(api, { garage: 7 })
  assert.ok(listed.ok && listed.body.cars[0]?.since instanceof Date)
  assert.is(listed.ok && listed.body.cars[0]?.mileage, 1n)
  const parked = await client.parkCar(api, { garage: 7, plate: 'ZH 1', mileage: 1n, owner: null })
  assert.is(parked.status, 201)
  for (const answer of [await client.packed(api), await client.cborCar(api)])
    assert.equal(answer.body, { ...answer.body, plate: 'plate', colour: 'red', mileage: 1n })
  assert.equal((await client.xmlCars(api)).body, listed.ok && listed.body)
  assert.ok((await client.sendEvent(api, { body: { kind: 'failed', reason: 'x' } })).ok)
  assert.is((await client.moved(api)).location, '/')
  assert.is((await client.removeCar(api, { plate: 'A', canton: 'B' })).status, 204)
  assert.is(
    await (await client.fileWithWildcard(api, { wildcard: 'a/b' })).body.blob().then((one) => one.text()),
    'file',
  )
  const events = []
  for await (const one of (await client.ticks(api)).body) events.push(one)
  assert.equal(events, [{ event: 'message', data: 'data', id: '' }])
})

test('a handler sends a given answer, also one made of the request', async () => {
  const problem = { type: 'about:blank', title: 'Conflict', status: 409, detail: 'the garage is full' }
  const refusing = mocks['parkCarHandler']?.(base, { status: 409, problem })
  const echoing = mocks['listCarsHandler']?.(base, (request: Request) => ({
    status: 200,
    body: { cars: [], next: Number(new URL(request.url).searchParams.get('page')) },
  }))
  const api = { ...base, fetch: fetchOf([refusing, echoing].filter((one) => one !== undefined)) }
  const full = await client.parkCar(api, { garage: 7, plate: 'ZH 1', mileage: 1n, owner: null })
  assert.is(!full.ok && full.problem.detail, 'the garage is full')
  const page = await client.listCars(api, { garage: 7, page: 5 })
  assert.equal(page.ok && page.body, { cars: [], next: 5 })
})

test('samples take values of their own, and end where a type holds itself', () => {
  const { sampleGood, sampleOrder } = shop.mocks
  assert.equal(sampleGood?.({ name: 'saw' }), {
    id: 1,
    code: 'g-1',
    name: 'saw',
    parts: [],
    price: 1n,
    added: new Date('2026-01-01T00:00:00.000Z'),
  })
  assert.is(sampleOrder?.()['good']['code'], 'g-1')
})

test('an operation with events gives a sample of each type, or those that it is given', async () => {
  const of = (handlers: Handlers) => ({ ...base, fetch: fetchOf(handlers), checked: true })
  const events = []
  for await (const one of feeds.feed(of(feed.mocks.handlers(base)), { room: 'blue' })) events.push(one)
  const said = { event: 'said', id: 1n, text: 'text', at: new Date('2026-01-01T00:00:00.000Z') }
  assert.equal(events, [
    { event: 'left', id: 1n, who: 'who' },
    { ...said, attached: Uint8Array.of(1) },
  ])
  const left = { event: 'left', id: 2n ** 60n, who: 'ann' }
  const own = feed.mocks['feedHandler']?.(base, { status: 200, body: [left, left] })
  const given = []
  for await (const one of feeds.feed(of([own]), { room: 'blue' })) given.push(one)
  assert.equal(given, [left, left])
})

test.run()
