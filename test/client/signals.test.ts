import { getEventListeners } from 'node:events'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as feeds from '../../fixtures/client/feeds/client.ts'
import * as client from '../../fixtures/client/parking/client.ts'
import { raced } from '../../packages/codegen/src/client/parts/send.ts'

// A timeout of a signal keeps no process.
const alive = setInterval(() => {}, 1000)

/** They do not know of signals. */
const deaf = (): Promise<Response> => new Promise(() => {})
const deafBody = async (): Promise<Response> =>
  new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } })

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

test('a call ends with its signal and its longest time, whatever fetch does', async () => {
  for (const fetch of [deaf, deafBody]) {
    const late = await failureOf(client.listCars({ fetch, timeout: 5 }, { garage: 7 }))
    assert.is((late as Error).name, 'TimeoutError')
    const stop = new AbortController()
    const call = failureOf(client.listCars({ fetch }, { garage: 7 }, { signal: stop.signal }))
    setImmediate(() => stop.abort('enough'))
    assert.is(await call, 'enough')
    assert.is(getEventListeners(stop.signal, 'abort').length, 0)
  }
})

test('a call with a signal that has aborted sends nothing, and asks for no headers', async () => {
  const unused = (): never => {
    throw new Error('it is used')
  }
  const signal = AbortSignal.abort('before')
  const failure = await failureOf(
    client.listCars({ fetch: unused, headers: unused, auth: unused }, { garage: 7 }, { signal }),
  )
  assert.is(failure, 'before')
})

test('a call that is over leaves no listener on its signal', async () => {
  const { signal } = new AbortController()
  assert.is(await raced(signal, async () => 1), 1)
  assert.is(await failureOf(raced(signal, () => Promise.reject('down'))), 'down')
  assert.is(getEventListeners(signal, 'abort').length, 0)
})

test('retries that are no number of attempts are none', async () => {
  for (const retries of [-1, Number.NaN]) {
    let count = 0
    const fetch = async (): Promise<Response> => {
      count++
      throw new Error('down')
    }
    assert.is(String(await failureOf(client.listCars({ fetch, retries }, { garage: 7 }))), 'Error: down')
    assert.is(count, 1)
    const next = feeds.feed({ fetch }, { room: 'blue' }, { retries })[Symbol.asyncIterator]()
    assert.is(String(await failureOf(next.next())), 'Error: down')
  }
})

test('the time of a loop over events is no silence of the service, and a silent one ends even if fetch is deaf', async () => {
  const send = new TextEncoder().encode('data: {"done":1,"of":2}\n\n')
  const fetch = async (): Promise<Response> => {
    let isFirst = true
    const pull = (controller: ReadableStreamDefaultController): Promise<void> | void => {
      if (!isFirst) return new Promise(() => {})
      isFirst = false
      controller.enqueue(send)
      controller.enqueue(send)
    }
    const body = new ReadableStream({ pull })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  const failures: unknown[] = []
  const stop = new AbortController()
  let count = 0
  const onRetry = (_ms: number, failure: unknown): void => {
    failures.push(failure)
    stop.abort()
  }
  for await (const _ of feeds.open({ fetch }, { silence: 20, signal: stop.signal, onRetry })) {
    // Longer than the service may be silent.
    await new Promise((resolve) => setTimeout(resolve, 60))
    assert.equal(failures, [])
    count++
  }
  assert.is(count, 2)
  assert.match(String(failures), /nothing came for 20 ms/)
})

test('cookies of the input join those of the headers', async () => {
  const sent: (string | null)[] = []
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request.headers.get('cookie'))
    return new Response(null, { status: 500 })
  }
  const input = { garage: 7, plate: 'ZH 1', mileage: 1n, owner: null }
  const headers = { Cookie: 'a=1' }
  await failureOf(client.parkCar({ fetch, headers }, { ...input, session: 'x' }))
  await failureOf(client.parkCar({ fetch, headers }, input))
  await failureOf(client.parkCar({ fetch }, { ...input, session: 'x' }))
  await failureOf(
    client.parkCar({ fetch, headers }, { ...input, session: 'x' }, { headers: { cookie: 'a=2' } }),
  )
  assert.equal(sent, ['a=1; session=x', 'a=1', 'session=x', 'a=2; session=x'])
})

test.after(() => clearInterval(alive))

test.run()
