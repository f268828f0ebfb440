import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { app, seen } from '../../fixtures/client/parking/app.ts'
import * as client from '../../fixtures/client/parking/client.ts'
import * as throwing from '../../fixtures/client/parking/throwing.ts'

const { url: baseUrl } = await app.listen({ port: 0, host: '127.0.0.1' })

/** Over a socket, and in process. */
const apis = [
  ['a socket', { baseUrl }],
  ['app.fetch', { fetch: app.fetch }],
] as const

const owner = { name: 'Ann', birthDate: new Date('2001-02-03T04:05:06.007Z') }

for (const [way, api] of apis) {
  test(`each property goes where it belongs, over ${way}`, async () => {
    const input = { garage: 7, plate: 'ZH 1', mileage: 9007199254740993n, owner, dryRun: true }
    const answer = await client.parkCar(api, { ...input, requestId: 'r 1', session: 'a;b é' })
    assert.is(answer.status, 201)
    assert.equal(seen.value, { ...input, colour: 'unknown', requestId: 'r 1', session: 'a;b é' })
    if (answer.status !== 201) return
    const { body } = answer
    assert.equal(body.owner, owner)
    assert.ok(body.since instanceof Date)
    assert.is(body.mileage, 9007199254740993n)
    assert.equal(body.key, Uint8Array.of(0, 127, 255))
  })

  test(`a query has the format of its tags, over ${way}`, async () => {
    const area = { width: 1.5, length: -2 }
    const since = new Date('2026-01-02T03:04:05.000Z')
    const input = {
      garage: 7,
      colours: ['red', 'blue'] as const,
      words: ['a b', 'c&d'],
      area,
      near: area,
      since,
    }
    const answer = await client.listCars(api, input)
    assert.is(answer.status, 200)
    assert.equal(seen.value, { ...input, page: 1 })
  })

  test(`errors are answers with problem details, over ${way}`, async () => {
    const input = { garage: 7, mileage: 1n, owner: null }
    const full = await client.parkCar(api, { ...input, plate: 'FULL' })
    assert.is(full.ok, false)
    if (full.ok) return
    assert.is(full.status, 409)
    assert.is(full.problem.detail, 'the garage is full')
    const long = await client.parkCar(api, { ...input, plate: 'far too long a plate' })
    if (long.ok) throw new Error('it is too long')
    assert.is(long.status, 400)
    assert.is(long.problem.errors?.[0]?.path, 'plate')
  })

  test(`files keep their names and bytes, over ${way}`, async () => {
    const photo = new File([Uint8Array.of(1, 2, 255)], 'a "b" é.png', { type: 'image/png' })
    const answer = await client.uploadPhoto(api, { title: 'a\nb', photo, others: [photo] })
    if (answer.status !== 200) throw new Error(`${answer.status}`)
    assert.equal(answer.body, { title: 'a\nb', names: ['a "b" é.png', 'a "b" é.png'], size: 3 })
  })

  test(`a body that is one value is one property, over ${way}`, async () => {
    const body = { kind: 'paid', amount: 2n ** 62n } as const
    const answer = await client.sendEvent(api, { body })
    assert.equal(seen.value, body)
    if (answer.status !== 200) throw new Error(`${answer.status}`)
    assert.equal(answer.body, body)
  })

  test(`answers of other formats are decoded, over ${way}`, async () => {
    for (const answer of [await client.packed(api), await client.cborCar(api)]) {
      assert.ok(answer.body.since instanceof Date)
      assert.is(answer.body.mileage, 9007199254740993n)
      assert.equal([...answer.body.key], [0, 127, 255])
    }
  })

  test(`XML is decoded by type, over ${way}`, async () => {
    const { body } = await client.xmlCars({ ...api, checked: true })
    const { owner, since, mileage, key } = body.cars[1] ?? {}
    assert.equal([body.cars.length, body.next, owner, mileage], [2, 2, null, 9007199254740993n])
    assert.ok(since instanceof Date && key instanceof Uint8Array)
    const label = await client.label({ ...api, checked: true })
    assert.equal(label.body, { label: { words: ['a', '<b>'], flag: true } })
  })

  test(`a file is a stream with its name, over ${way}`, async () => {
    const { body } = await client.fileWithWildcard(api, { wildcard: 'x y/é' })
    assert.is(body.name, 'a b.txt')
    assert.is(await (await body.blob()).text(), 'x y/é')
  })

  test(`redirects are answers, over ${way}`, async () => {
    const answer = await client.moved(api)
    assert.is(answer.location, '/new')
  })

  test(`events come one by one, over ${way}`, async () => {
    const { body } = await client.ticks(api)
    const events = []
    for await (const one of body) events.push(one)
    assert.equal(events, [
      { event: 'message', data: '1', id: '' },
      { event: 'tick', data: '2\n3', id: '7' },
    ])
  })

  test(`a body of the caller's own keeps its type, over ${way}`, async () => {
    const answer = await client.raw(api, { body: new Blob(['hi'], { type: 'text/markdown' }) })
    if (answer.status !== 200) throw new Error(`${answer.status}`)
    assert.is(answer.body, 'text/markdown hi')
  })

  test(`a stream is a body, over ${way}`, async () => {
    const answer = await client.raw(api, { body: new Blob(['hi ', 'there']).stream() })
    if (answer.status !== 200) throw new Error(`${answer.status}`)
    assert.match(answer.body, /hi there$/)
  })

  test(`throwing functions return the body, over ${way}`, async () => {
    const input = { garage: 7, plate: 'ZH 1', mileage: 1n, owner: null }
    assert.is((await throwing.parkCar(api, input)).plate, 'ZH 1')
    try {
      await throwing.parkCar(api, { ...input, plate: 'FULL' })
      assert.unreachable()
    } catch (error) {
      assert.instance(error, throwing.ApiError)
      const failure = error as throwing.ParkCarError
      assert.is(failure.status, 409)
      assert.is(failure.problem.detail, 'the garage is full')
    }
  })
}

const api = { fetch: app.fetch }

test('a refusal names the property that cannot be sent', async () => {
  const refused = async (sent: Promise<unknown>, message: RegExp): Promise<void> => {
    try {
      await sent
      assert.unreachable()
    } catch (error) {
      assert.instance(error, TypeError)
      assert.match((error as TypeError).message, message)
    }
  }
  const input = { garage: 7, plate: 'ZH 1', mileage: 1n, owner: null }
  await refused(client.listCars(api, { garage: 7, words: [] }), /^words is empty/)
  await refused(client.listCars(api, { garage: 7, words: ['a', 'b|c'] }), /^words\.1 holds "\|"/)
  await refused(client.listCars(api, { garage: Number.NaN }), /^garage must be a whole number/)
  await refused(client.listCars(api, { garage: 7, since: new Date(Number.NaN) }), /^since must be a date/)
  await refused(client.parkCar(api, { ...input, plate: '\ud800' }), /^plate must be well-formed text/)
  await refused(client.parkCar(api, { ...input, requestId: ' a' }), /^requestId has characters/)
  await refused(client.parkCar(api, { ...input, session: 'a\nb' }), /^session has control characters/)
  await refused(client.removeCar(api, { plate: 'a-b', canton: 'c' }), /^plate must not hold -/)
  await refused(client.fileWithWildcard(api, { wildcard: 'a/../b' }), /^wildcard cannot hold \.\./)
})

test('wrong answers are BindErrors with a path when they are checked', async () => {
  const wrong = async (): Promise<Response> => Response.json({ cars: [{ plate: 1 }] })
  const trusted = await client.listCars({ fetch: wrong }, { garage: 7 })
  assert.ok(trusted.ok && trusted.body)
  try {
    await client.listCars({ fetch: wrong, checked: true }, { garage: 7 })
    assert.unreachable()
  } catch (error) {
    assert.instance(error, client.BindError)
    assert.is((error as client.BindError).path, 'cars.0.number_plate')
  }
})

test('texts of a template have its form, on the way there and in checked answers', async () => {
  const note = { text: 'a', tags: [], ref: 'N-1.5' } as const
  const answer = await client.addNote({ ...api, checked: true }, note)
  assert.equal(answer.ok && answer.body, note)
  const other = { ...note, ref: 'N-x' } as unknown as typeof note
  await client.addNote(api, other).then(
    () => assert.unreachable(),
    (error) => assert.match(String(error), /^TypeError: ref must match /),
  )
  const fetch = async (): Promise<Response> => Response.json(other)
  assert.ok((await client.addNote({ fetch }, note)).ok)
  await client.addNote({ fetch, checked: true }, note).then(
    () => assert.unreachable(),
    (error) => assert.ok(error instanceof client.BindError && error.path === 'ref'),
  )
})

test('checked answers are what the binders of the service take', async () => {
  const good = await (await app.fetch(new Request('http://localhost/garages/7/cars'))).text()
  const errorOf = async (from: string, to: string): Promise<unknown> => {
    assert.ok(good.includes(from), good)
    const fetch = async (): Promise<Response> => new Response(good.replace(from, to))
    return client.listCars({ fetch, checked: true }, { garage: 7 }).then(
      () => undefined,
      (error: unknown) => (error instanceof client.BindError ? error.path : error),
    )
  }
  const since = '"2026-01-02T03:04:05.678Z"'
  for (const text of ['2026-01-02T03:04:05-23:59', '0000-02-29T00:00:00.123456789Z'])
    assert.is(await errorOf(since, JSON.stringify(text)), undefined, text)
  for (const text of [
    '2026-01-02T03:04:05',
    '2026-01-02',
    '2026-02-29T03:04:05Z',
    '2026-01-02T24:00:00Z',
    '2026-01-02T03:04Z',
    '2026-01-02t03:04:05z',
    '2026-01-02T03:04:05+24:00',
    '9999-12-31T23:59:59-01:00',
    '+012026-01-02T03:04:05Z',
    'yesterday',
  ])
    assert.is(await errorOf(since, JSON.stringify(text)), 'cars.0.since', text)
  const mileage = '9007199254740993'
  for (const text of ['-9223372036854775808', '9223372036854775807', '7.0'])
    assert.is(await errorOf(mileage, text), undefined, text)
  for (const text of ['9223372036854775808', '-9223372036854775809', '1e30', '1.5', '"1"'])
    assert.is(await errorOf(mileage, text), 'cars.0.mileage', text)
})

test('a status that the service does not know is an ApiError', async () => {
  const proxy = async (): Promise<Response> => new Response('<h1>Bad Gateway</h1>', { status: 502 })
  try {
    await client.listCars({ fetch: proxy }, { garage: 7 })
    assert.unreachable()
  } catch (error) {
    assert.instance(error, client.ApiError)
    assert.is((error as client.ApiError).status, 502)
    assert.is((error as client.ApiError).body, '<h1>Bad Gateway</h1>')
  }
})

test('XML of any other service is read, or is an error', async () => {
  const xml = (text: string) => async (): Promise<Response> =>
    new Response(text, { headers: { 'content-type': 'application/xml' } })
  const texts = [
    '<?xml version="1.0"?>\n<root a="1>">\n<cars/><!-- <cars> -->\n<next>2</next></root>',
    '<root><next><![CDATA[2]]></next><next>3</next></root>',
    '<root><next>&#x32;</next></root>\n',
  ]
  for (const text of texts) assert.is((await client.xmlCars({ fetch: xml(text) })).body.next, 2)
  for (const text of [
    '',
    'a',
    '<root>',
    '<root></a>',
    '<a/><b/>',
    '</root>',
    '<root><',
    '<root>&#99999999;</root>',
  ]) {
    const error = await client.xmlCars({ fetch: xml(text), checked: true }).catch((one: unknown) => one)
    assert.instance(error, client.BindError, text)
  }
})

test('an answer that is no JSON names what it is', async () => {
  const login = async (): Promise<Response> =>
    new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } })
  for (const sent of [client.listCars({ fetch: login }, { garage: 7 }), client.ticks({ fetch: login })]) {
    const error = await sent.then(
      () => undefined,
      (one: unknown) => one,
    )
    assert.instance(error, client.BindError)
    assert.match((error as Error).message, /^the answer .*: it is text\/html$/)
  }
})

/** Answers each request alike. */
function liar(body: string, status: number, headers: Record<string, string>): client.Api {
  return { fetch: async () => new Response(body, { status, statusText: 'Odd', headers }) }
}

test('problem details of other types are ignored, and the status stays', async () => {
  const input = { garage: 7, plate: 'ZH 1', mileage: 1n, owner }
  const problemOf = async (body: string, type: string): Promise<unknown> => {
    const answer = await client.parkCar(liar(body, 409, { 'content-type': type }), input)
    if (answer.status !== 409) throw new Error(`${answer.status}`)
    return { ...answer.problem, fields: client.fieldErrors(answer.problem) }
  }
  const odd = { type: 'about:blank', title: 'Odd', status: 409, fields: {} }
  const details = 'application/problem+json'
  for (const body of ['{"type":5,"title":[],"status":"x","detail":{},"errors":5}', '{}'])
    assert.equal(await problemOf(body, details), odd)
  const issues = [null, 5, { path: 5, message: 'a' }, { path: 'b', message: 5 }, { path: 'c', message: 'd' }]
  assert.equal(await problemOf(JSON.stringify({ errors: issues, more: 1 }), details), {
    ...odd,
    errors: [{ path: 'c', message: 'd' }],
    more: 1,
    fields: { c: 'd' },
  })
  for (const body of ['null', '[1]', '"a"', '<p>', ''])
    assert.equal(await problemOf(body, details), { ...odd, detail: body === '"a"' ? 'a' : body })
  assert.equal(await problemOf('{"a":1}', 'application/json'), { ...odd, detail: '{"a":1}' })
  const other = client.parkCar(liar('null', 418, { 'content-type': details }), input)
  const error = await other.catch((thrown: unknown) => thrown)
  assert.ok(error instanceof client.ApiError && error.status === 418)
})

test('a name of a file that is no UTF-8 is left out', async () => {
  const nameOf = async (disposition: string): Promise<unknown> => {
    const answer = await client.fileWithWildcard(liar('x', 200, { 'content-disposition': disposition }), {
      wildcard: 'x',
    })
    return answer.ok && answer.body.name
  }
  assert.is(await nameOf("attachment; filename*=UTF-8''%ff%zz"), undefined)
  assert.is(await nameOf(`attachment; filename="a.txt"; filename*=UTF-8''%ff%zz`), 'a.txt')
  assert.is(await nameOf(`attachment;filename=a.txt;filename*=utf-8'de'%C3%A4.txt`), 'ä.txt')
  assert.is(await nameOf('attachment; filename=a.txt'), 'a.txt')
  assert.is(await nameOf('attachment'), undefined)
  for (const path of [
    '../../etc/passwd',
    '/etc/passwd',
    'C:\\etc\\passwd',
    './/passwd',
    ' x/\u0001passwd ',
  ]) {
    const encoded = encodeURIComponent(path)
    assert.is(await nameOf(`attachment; filename*=UTF-8''${encoded}`), 'passwd', path)
  }
  assert.is(await nameOf(String.raw`attachment; filename="..\\..\\etc\\passwd"`), 'passwd')
  for (const path of ['..', '.', '/', 'etc/', '../..', 'a/ ..'])
    assert.is(await nameOf(`attachment; filename="${path}"`), undefined, path)
})

test('an answer that cannot be decoded is a BindError, and base64 is strict where answers are checked', async () => {
  const calls = {
    '/garages/7/cars': (api: client.Api) => client.listCars(api, { garage: 7 }),
    '/packed': (api: client.Api) => client.packed(api),
    '/cbor': (api: client.Api) => client.cborCar(api),
    '/xml': (api: client.Api) => client.xmlCars(api),
    '/label': (api: client.Api) => client.label(api),
  }
  const random = randomOf(1)
  const seenErrors = new Map<string, number>()
  for (const [path, call] of Object.entries(calls)) {
    const response = await app.fetch(new Request(`http://localhost${path}`))
    const good = new Uint8Array(await response.arrayBuffer())
    for (let i = 0; i < 400; i++) {
      const bytes = good.slice(0, i % 2 === 0 ? good.length : random(good.length))
      if (bytes.length > 0) bytes[random(bytes.length)] = random(256)
      const fetch = async (): Promise<Response> => new Response(bytes, { headers: response.headers })
      const error = await call({ fetch, checked: i % 4 < 2 }).then(
        () => undefined,
        (one: unknown) => one,
      )
      if (error === undefined) continue
      assert.instance(error, client.BindError, `${path} ${new TextDecoder().decode(bytes)}`)
      seenErrors.set(path, (seenErrors.get(path) ?? 0) + 1)
    }
  }
  for (const path of Object.keys(calls)) assert.ok((seenErrors.get(path) ?? 0) > 50, path)
  const torn = await client.packed(liar('\x81', 200, {})).catch((one: unknown) => one)
  assert.instance(torn, client.BindError)
  assert.ok((torn as Error).cause instanceof Error)

  const json = await (await app.fetch(new Request('http://localhost/garages/7/cars'))).text()
  const keyOf = async (key: string, checked: boolean): Promise<unknown> => {
    const answer = client.listCars(
      { ...liar(json.replace('"AH//"'.slice(0, -1), `"${key}`), 200, {}), checked },
      { garage: 7 },
    )
    return answer.then(
      (one) => one.ok && one.body.cars[0]?.key,
      (error) => (error instanceof client.BindError ? error.path : error),
    )
  }
  assert.equal(await keyOf('AH/=', true), Uint8Array.of(0, 127))
  for (const key of ['AH', 'A H/', 'AH//\\n', 'AH=/', '====', 'AH--'])
    assert.is(await keyOf(key, true), 'cars.0.key', key)
  assert.equal(await keyOf('A H', false), Uint8Array.of(0))
})

test('a page without TLS sends files and reads exact integers', async () => {
  // It has no `randomUUID`.
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true })
  try {
    const answer = await client.uploadPhoto(api, { title: 'a', photo: new File(['x'], 'a.png') })
    assert.is(answer.status, 200)
    const { body } = await client
      .listCars(api, { garage: 7 })
      .then((one) => (one.ok ? one : (assert.unreachable() as never)))
    assert.is(body.cars[0]?.mileage, 9007199254740993n)
  } finally {
    Reflect.deleteProperty(crypto, 'randomUUID')
  }
})

/** Whole numbers below a limit, the same ones for a seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

test('headers come from the api and from the call', async () => {
  let seenHeaders = new Headers()
  const fetching = async (request: Request): Promise<Response> => {
    seenHeaders = request.headers
    return app.fetch(request)
  }
  const headers = async (): Promise<Record<string, string>> => ({ 'x-a': '1', 'x-b': '1' })
  await client.listCars({ fetch: fetching, headers }, { garage: 7 }, { headers: { 'x-b': '2' } })
  assert.is(seenHeaders.get('x-a'), '1')
  assert.is(seenHeaders.get('x-b'), '2')
  assert.is(seenHeaders.get('accept'), 'application/json')
})

test('a call ends with its signal', async () => {
  try {
    await client.listCars({ baseUrl }, { garage: 7 }, { signal: AbortSignal.abort() })
    assert.unreachable()
  } catch (error) {
    assert.is((error as Error).name, 'AbortError')
  }
})

/** Answers in turn, and the requests that it got. */
function fetchOf(...answers: readonly (() => Response)[]): {
  readonly fetch: (request: Request) => Promise<Response>
  readonly requests: Request[]
} {
  const requests: Request[] = []
  const next = async (request: Request): Promise<Response> => {
    const answer = answers[requests.push(request) - 1]
    if (answer === undefined) throw new Error('one request too many')
    return answer()
  }
  return { fetch: next, requests }
}

const busy = (): Response => new Response('', { status: 503, headers: { 'retry-after': '0' } })
const lost = (): Response => {
  throw new TypeError('fetch failed')
}
const page = (): Response => Response.json({ cars: [] })

test('idempotent requests are sent again, as often as is asked for', async () => {
  const enough = fetchOf(busy, busy, page)
  assert.ok((await client.listCars({ ...enough, retries: 2 }, { garage: 7 })).ok)
  const few = fetchOf(busy, busy)
  await client.listCars({ ...few, retries: 1 }, { garage: 7 }).then(
    () => assert.unreachable(),
    (error) => assert.is(error.status, 503),
  )
  const broken = fetchOf(lost, page)
  assert.ok((await client.listCars({ ...broken, retries: 1 }, { garage: 7 })).ok)
  const post = fetchOf(busy)
  await client.addNote({ ...post, retries: 5 }, { text: 'a', tags: [] }).then(
    () => assert.unreachable(),
    (error) => assert.is(error.status, 503),
  )
  const withKey = fetchOf(busy, () => Response.json({ text: 'a', tags: [] }))
  assert.ok(
    (await client.addNote({ ...withKey, retries: 1 }, { text: 'a', tags: [], idempotencyKey: 'k' })).ok,
  )
  assert.equal(
    withKey.requests.map(({ headers }) => headers.get('idempotency-key')),
    ['k', 'k'],
  )
  const later = fetchOf(() => new Response('', { status: 429, headers: { 'retry-after': '3600' } }))
  await client.listCars({ ...later, retries: 5 }, { garage: 7 }).then(
    () => assert.unreachable(),
    (error) => assert.is(error.status, 429),
  )
})

test('a wait for another attempt ends with the signal of the call', async () => {
  const end = new AbortController()
  const slow = fetchOf(() => {
    setImmediate(() => end.abort())
    return new Response('', { status: 503, headers: { 'retry-after': '60' } })
  })
  const waiting = client.listCars({ ...slow, retries: 1 }, { garage: 7 }, { signal: end.signal })
  await waiting.then(
    () => assert.unreachable(),
    (error) => assert.is(error.name, 'AbortError'),
  )
})

test('authorization is refreshed once after a 401', async () => {
  const refused = (): Response => new Response('', { status: 401 })
  const auth = async (isRefused: boolean): Promise<string> => (isRefused ? 'Bearer new' : 'Bearer old')
  const good = fetchOf(refused, () => Response.json({ text: 'a', tags: [] }))
  assert.ok((await client.addNote({ ...good, auth }, { text: 'a', tags: [] })).ok)
  assert.equal(
    good.requests.map(({ headers }) => headers.get('authorization')),
    ['Bearer old', 'Bearer new'],
  )
  assert.is(await good.requests[1]?.text(), '{"text":"a","tags":[]}')
  const bad = fetchOf(refused, refused)
  await client.addNote({ ...bad, auth }, { text: 'a', tags: [] }).then(
    () => assert.unreachable(),
    (error) => assert.is(error.status, 401),
  )
})

test('an attempt ends after its longest time', async () => {
  const never = (request: Request): Promise<Response> =>
    new Promise((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  await client.listCars({ fetch: never, timeout: 5 }, { garage: 7 }).then(
    () => assert.unreachable(),
    (error) => assert.is(error.name, 'TimeoutError'),
  )
})

test('URLs can be built without a call', () => {
  assert.is(client.listCarsUrl({ garage: 7, colours: ['red'] }), '/garages/7/cars?colours=red')
  assert.is(client.movedUrl(), '/old')
})

test.after(async () => {
  await app.shutdown()
})

test.run()
