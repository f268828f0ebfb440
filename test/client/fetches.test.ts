import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as client from '../../fixtures/client/parking/client.ts'

/** Requests that wait for `land`. */
function slowFetch(): {
  readonly fetch: (request: Request) => Promise<Response>
  readonly requests: Request[]
  land(response: Response): void
} {
  const requests: Request[] = []
  const waiting: ((response: Response) => void)[] = []
  return {
    requests,
    fetch: (request) => {
      requests.push(request)
      return new Promise((resolve, reject) => {
        waiting.push(resolve)
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
      })
    },
    land: (response) => waiting.shift()?.(response),
  }
}

const page = (next: number): Response => Response.json({ cars: [], next })

/** Lets requests leave, which takes some turns. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const failed = (sent: Promise<unknown>): Promise<Error> =>
  sent.then(
    () => assert.unreachable() as never,
    (error: Error) => error,
  )

test('equal GETs under way are one request, and each caller has an answer of its own', async () => {
  const slow = slowFetch()
  const api = { fetch: client.deduplicated(slow.fetch), baseUrl: 'http://a' }
  const all = [client.listCars(api, { garage: 7 }), client.listCars(api, { garage: 7 })]
  const other = client.listCars(api, { garage: 8 })
  const withHeader = client.listCars(api, { garage: 7 }, { headers: { 'x-a': '1' } })
  await turn()
  assert.is(slow.requests.length, 3)
  for (const next of [1, 2, 3]) slow.land(page(next))
  const [first, second] = await Promise.all(all)
  assert.equal(first?.ok && first.body, { cars: [], next: 1 })
  assert.equal(second?.ok && second.body, { cars: [], next: 1 })
  assert.is.not(first?.ok && first.body, second?.ok && second.body)
  assert.equal([(await other).status, (await withHeader).status], [200, 200])
  const later = client.listCars(api, { garage: 7 })
  await turn()
  assert.is(slow.requests.length, 4)
  slow.land(page(4))
  assert.ok((await later).ok)
})

test('the signal of one caller ends its own call alone, and the request ends with the last', async () => {
  const slow = slowFetch()
  const api = { fetch: client.deduplicated(slow.fetch), baseUrl: 'http://a' }
  const [one, two] = [new AbortController(), new AbortController()]
  const first = failed(client.listCars(api, { garage: 7 }, { signal: one.signal }))
  const second = failed(client.listCars(api, { garage: 7 }, { signal: two.signal }))
  await turn()
  one.abort(new Error('enough'))
  assert.is((await first).message, 'enough')
  assert.is(slow.requests[0]?.signal.aborted, false)
  const third = client.listCars(api, { garage: 7 })
  await turn()
  assert.is(slow.requests.length, 1)
  two.abort()
  assert.is((await second).name, 'AbortError')
  slow.land(page(1))
  assert.ok((await third).ok)

  const last = new AbortController()
  const only = failed(client.listCars(api, { garage: 7 }, { signal: last.signal }))
  await turn()
  last.abort()
  await only
  assert.is(slow.requests[1]?.signal.aborted, true)
  const again = client.listCars(api, { garage: 7 })
  await turn()
  slow.land(page(1))
  slow.land(page(2))
  assert.ok((await again).ok)
  assert.is(slow.requests.length, 3)
})

test('a failure reaches every caller, and the next call tries again', async () => {
  let count = 0
  const fetching = async (): Promise<Response> => {
    if (count++ === 0) throw new TypeError('fetch failed')
    return page(1)
  }
  const api = { fetch: client.deduplicated(fetching), baseUrl: 'http://a' }
  const all = [client.listCars(api, { garage: 7 }), client.listCars(api, { garage: 7 })].map(failed)
  for (const error of await Promise.all(all)) assert.is(error.message, 'fetch failed')
  assert.ok((await client.listCars(api, { garage: 7 })).ok)
})

test('writes, events and redirects are never one request', async () => {
  let count = 0
  const fetching = async (): Promise<Response> => {
    count++
    const headers = { location: '/', 'content-type': 'text/event-stream' }
    return new Response('data: 1\n\n', { status: count > 2 ? 303 : 200, headers })
  }
  const api = { fetch: client.deduplicated(fetching), baseUrl: 'http://a' }
  await Promise.all([client.ticks(api), client.ticks(api)])
  await Promise.all([client.moved(api), client.moved(api)])
  assert.is(count, 4)
  const note = { text: 'a', tags: [] }
  const posting = {
    fetch: client.deduplicated(async () => Response.json({ ...note, text: `${++count}` })),
    baseUrl: 'http://a',
  }
  await Promise.all([client.addNote(posting, note), client.addNote(posting, note)])
  assert.is(count, 6)
})

test('calls that are refused together refresh once', async () => {
  let refreshes = 0
  let token = 'old'
  const auth = async (isRefused: boolean): Promise<string> => {
    if (!isRefused) return token
    await turn()
    token = `new ${++refreshes}`
    return token
  }
  const fetching = async (request: Request): Promise<Response> =>
    request.headers.get('authorization') === 'old' ? new Response('', { status: 401 }) : page(1)
  const api = { fetch: fetching, auth, baseUrl: 'http://a' }
  const answers = await Promise.all([1, 2, 3].map((garage) => client.listCars(api, { garage })))
  assert.ok(answers.every(({ ok }) => ok))
  assert.is(refreshes, 1)
  token = 'old'
  assert.ok((await client.listCars(api, { garage: 7 })).ok)
  assert.is(refreshes, 2)
})

test.run()
