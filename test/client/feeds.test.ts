import { getEventListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { app, seen } from '../../fixtures/client/feeds/app.ts'
import * as client from '../../fixtures/client/feeds/client.ts'
import { Progress } from '../../fixtures/client/feeds/dto.bind.ts'
import * as throwing from '../../fixtures/client/feeds/throwing.ts'
import { pause } from '../../packages/codegen/src/client/parts/send.ts'

const { url: baseUrl } = await app.listen({ port: 0, host: '127.0.0.1' })

/** Over a socket, and in process. */
const apis = [
  ['a socket', { baseUrl, checked: true }],
  ['app.fetch', { fetch: app.fetch, checked: true }],
] as const

const at = new Date('2026-01-02T03:04:05.678Z')

async function all<T>(events: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = []
  for await (const one of events) list.push(one)
  return list
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  )
}

for (const [way, api] of apis) {
  test(`every event arrives once and decoded, over connections that break, over ${way}`, async () => {
    seen.since = []
    const waits: number[] = []
    const events = await all(client.feed(api, { room: 'blue' }, { onRetry: (ms) => waits.push(ms) }))
    const said = (id: bigint): client.Said => ({ event: 'said', id, text: 'é\n', at })
    assert.equal(events, [
      ...[1n, 2n, 3n, 4n].map(said),
      { ...said(5n), attached: Uint8Array.of(0, 255) },
      { event: 'left', id: 6n, who: 'ann' },
    ])
    assert.equal(seen.since, [undefined, '2', '4'])
    assert.ok(waits.length === 2 && waits.every((ms) => ms >= 1 && ms <= 1.5), `${waits}`)
  })

  test(`a feed begins after an id, over ${way}`, async () => {
    const events = await all(client.feed(api, { room: 'blue' }, { lastEventId: '5' }))
    assert.equal(events, [{ event: 'left', id: 6n, who: 'ann' }])
  })

  test(`a feed ends with the stream of the service, and with a 204, over ${way}`, async () => {
    assert.equal(await all(client.progress(api, { id: '7' })), [
      { done: 1, of: 2 },
      { done: 2, of: 2 },
    ])
    assert.equal(await all(client.progress(api, { id: 'done' })), [])
  })

  test(`an error is thrown with its problem details, over ${way}`, async () => {
    const error = await errorOf(all(client.feed(api, { room: 'none' })))
    if (!(error instanceof client.ApiError)) throw error
    const { status, problem } = error as client.FeedError
    assert.equal([status, problem.detail], [404, 'there is no such room'])
    const thrown = await errorOf(all(throwing.feed(api, { room: 'none' })))
    assert.ok(thrown instanceof throwing.ApiError && thrown.status === 404)
  })

  test(`an event of another type is an error with its path, over ${way}`, async () => {
    const error = await errorOf(all(client.feed(api, { room: 'blue', mode: 'wrong' })))
    assert.ok(error instanceof client.BindError, String(error))
    assert.is(error.path, 'who')
  })

  test(`a busy service is tried again if the call allows it, over ${way}`, async () => {
    seen.refused = 0
    const input = { room: 'blue', mode: 'busy' } as const
    assert.instance(await errorOf(all(client.feed(api, input))), client.ApiError)
    seen.refused = 0
    const failures: unknown[] = []
    const call = { retries: 2, onRetry: (_ms: number, failure: unknown) => failures.push(failure) }
    const events = await all(client.feed(api, input, call))
    assert.is(events.length, 6)
    assert.is(failures.filter((one) => one instanceof client.ApiError && one.status === 503).length, 2)
  })

  test(`leaving the loop and aborting the signal end a feed without an error, over ${way}`, async () => {
    for await (const { done } of client.open(api)) {
      assert.is(done, 0)
      break
    }
    const controller = new AbortController()
    let count = 0
    for await (const _ of client.open(api, { signal: controller.signal })) {
      count++
      controller.abort()
    }
    assert.is(count, 1)
    assert.equal(await all(client.open(api, { signal: controller.signal })), [])
  })

  test(`a feed leaves no listener on the signal of its caller, over ${way}`, async () => {
    const { signal } = new AbortController()
    const counts: number[] = []
    const count = (): void => void counts.push(getEventListeners(signal, 'abort').length)
    for await (const _ of client.feed(api, { room: 'blue' }, { signal, onRetry: count })) count()
    assert.equal(counts, [1, 1, 0, 1, 1, 0, 1, 1])
    for await (const _ of client.open(api, { signal })) break
    count()
    assert.is(counts.at(-1), 0)
  })

  test(`a silent connection is given up, over ${way}`, async () => {
    seen.since = []
    const controller = new AbortController()
    let retries = 0
    const call = {
      silence: 50,
      retries: 100,
      signal: controller.signal,
      onRetry: (_ms: number, failure: unknown) => {
        assert.match(String(failure), /nothing came for 50 ms/)
        if (++retries === 2) controller.abort()
      },
    }
    assert.equal(await all(client.silent(api, call)), [])
    assert.is(retries, 2)
  })

  test(`of an answer that may be JSON as well, events are the body, over ${way}`, async () => {
    const answer = await client.either(api, { headers: { accept: 'text/event-stream' } })
    if (answer.status !== 200 || !(Symbol.asyncIterator in answer.body)) throw new Error('no events')
    assert.equal(await all(answer.body), [{ done: 1, of: 1 }])
  })
}

test('a wait leaves no listener on its signal', async () => {
  const controller = new AbortController()
  const { signal } = controller
  for (let i = 0; i < 20; i++) await pause(0, signal)
  assert.is(getEventListeners(signal, 'abort').length, 0)
  const long = errorOf(pause(60_000, signal))
  assert.is(getEventListeners(signal, 'abort').length, 1)
  controller.abort(new Error('enough'))
  assert.match(String(await long), /enough/)
  assert.is(getEventListeners(signal, 'abort').length, 0)
  assert.match(String(await errorOf(pause(0, signal))), /enough/)
})

test('a service that stops is found again, after the delay that it asks for', async () => {
  const start = async (port: number): Promise<{ readonly app: App; readonly port: number }> => {
    const own = new App()
    own.get('/open', (c) =>
      c.events(Progress, (stream) => void stream.send({ done: Number(stream.since ?? 0) + 1, of: 9 }), {
        retry: 1,
        id: ({ done }) => done,
      }),
    )
    return { app: own, port: (await own.listen({ port, host: '127.0.0.1' })).port }
  }
  let running = await start(0)
  const { port } = running
  const waits: [number, unknown][] = []
  const call = { onRetry: (ms: number, failure: unknown) => waits.push([ms, failure]) }
  const done: number[] = []
  for await (const one of client.open({ baseUrl: `http://127.0.0.1:${port}` }, call)) {
    done.push(one.done)
    if (done.length === 3) break
    await running.app.shutdown()
    running = await start(port)
  }
  assert.equal(done, [1, 2, 3])
  assert.equal(waits[0], [1, undefined])
  await running.app.shutdown()
})

test('a feed that never reached the service fails at once, and as often as the call says', async () => {
  const { port } = await listening(createServer())
  const gone = { baseUrl: `http://127.0.0.1:${port}` }
  assert.instance(await errorOf(all(client.open(gone))), TypeError)
  let tries = 0
  assert.instance(await errorOf(all(client.open(gone, { retries: 1, onRetry: () => tries++ }))), TypeError)
  assert.is(tries, 1)
})

test('the delay grows, and an end comes, while connections bring no event', async () => {
  const stream = (text: string): Response =>
    new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  const waitsOf = async (
    answer: () => Response,
    retries?: number,
  ): Promise<{ readonly waits: readonly number[]; readonly error: unknown; readonly events: number }> => {
    const waits: number[] = []
    const controller = new AbortController()
    const onRetry = (ms: number): void => {
      waits.push(ms)
      if (waits.length === 3) controller.abort()
    }
    const call = { signal: controller.signal, onRetry, ...(retries !== undefined && { retries }) }
    let events = 0
    const error = await errorOf(
      (async () => {
        for await (const _ of client.open({ fetch: async () => answer() }, call)) events++
      })(),
    )
    return { waits, error, events }
  }
  const isBackOff = (waits: readonly number[]): boolean =>
    waits.every((ms, i) => ms >= 500 * 2 ** i && ms <= 1000 * 2 ** i)
  for (const answer of [() => stream('retry: 0\n\n'), () => stream('id: 1\n\nretry: 1\n\n')]) {
    const { waits, error } = await waitsOf(answer)
    assert.ok(waits.length === 3 && isBackOff(waits), `${waits}`)
    assert.is(error, undefined)
    const limited = await waitsOf(answer, 1)
    assert.ok(limited.waits.length === 1 && isBackOff(limited.waits), `${limited.waits}`)
    assert.match(String(limited.error), /2 streams ended without an event/)
  }
  const busy = await waitsOf(() => new Response('', { status: 503, headers: { 'retry-after': '0' } }), 1)
  assert.ok(busy.waits.length === 1 && busy.waits.every((ms) => ms >= 500), `${busy.waits}`)
  assert.instance(busy.error, client.ApiError)
  // An event starts the count anew.
  const good = await waitsOf(() => stream('data: {"done":1,"of":2}\n\nretry: 2\n\n'), 1)
  assert.equal(good, { waits: [2, 2, 2], error: undefined, events: 3 })
  const once = await waitsOf(() => stream('data: {"done":1,"of":2}\n\nretry: 2\n\n'), 0)
  assert.equal(once, { waits: [], error: undefined, events: 1 })
})

test('an answer that is no stream of events fails at once, and names what it is', async () => {
  let requests = 0
  const login = async (): Promise<Response> => {
    requests++
    return new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } })
  }
  const error = await errorOf(all(client.feed({ fetch: login }, { room: 'blue' }, { retries: 5 })))
  assert.instance(error, client.BindError)
  assert.is((error as Error).message, 'the answer is no stream of events: it is text/html')
  assert.is(requests, 1)
  const broken = async (): Promise<Response> =>
    new Response('data: {"event":\n\n', { headers: { 'content-type': 'text/event-stream' } })
  const torn = await errorOf(all(client.feed({ fetch: broken }, { room: 'blue' })))
  assert.is((torn as Error).message, 'the answer has an event that cannot be read: {"event":')
})

test('an event is read in any pieces and with any line ends, and an id is remembered without data', async () => {
  const text =
    '\uFEFFid: z\r\ndata: {"done":1,\rdata:"of":2}\n\r\n: comment\n\nid: \u00fc\n\ndata: {"done":3,"of":3}\n'
  const ids: (string | null)[] = []
  const fetch = async (request: Request): Promise<Response> => {
    ids.push(request.headers.get('last-event-id'))
    if (ids.length > 1) return new Response(null, { status: 204 })
    const bytes = new TextEncoder().encode(text).values()
    const pull = (controller: ReadableStreamDefaultController): void => {
      const { value } = bytes.next()
      if (value === undefined) controller.error(new Error('broken'))
      else controller.enqueue(Uint8Array.of(value))
    }
    return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } })
  }
  assert.equal(await all(client.open({ fetch })), [{ done: 1, of: 2 }])
  // The bytes of the id in UTF-8.
  assert.equal(ids, [null, '\u00c3\u00bc'])
})

function listening(server: Server): Promise<AddressInfo> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address() as AddressInfo
      server.close(() => resolve(address))
    })
  })
}

test.after(async () => {
  await app.shutdown({ timeout: 1000 })
})

test.run()
