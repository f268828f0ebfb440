import { EventEmitter, on } from 'node:events'
import { App, type AppConfig, type EventStream, HttpError } from '@ctxgen/runtime'
import { eventsOf } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Entry, FeedEvent, Progress } from '../../fixtures/openapi/dto/feed.bind.ts'
import { until } from './until.ts'

const at = new Date(0)
const joined = (id: bigint): FeedEvent => ({ event: 'joined', id, who: 'ann', at })

function appOf(config: AppConfig = {}): { readonly app: App; readonly errors: unknown[] } {
  const errors: unknown[] = []
  return { app: new App({ onError: (error) => errors.push(error), ...config }), errors }
}

test('a union with a literal event has names and ids, and sends nothing that is not declared', async () => {
  const { app } = appOf()
  app.get('/', (c) =>
    c.events(FeedEvent, function* () {
      yield { ...joined(9007199254740993n), secret: 'HASH' }
      yield { event: 'said', id: 2n, text: 'one\ntwo' }
    }),
  )
  const answer = await app.test('/')
  assert.is(answer.status, 200)
  assert.is(answer.headers.get('content-type'), 'text/event-stream')
  assert.is(answer.headers.get('cache-control'), 'no-cache, no-transform')
  assert.is(answer.headers.get('x-accel-buffering'), 'no')
  assert.is(answer.headers.get('connection'), null)
  assert.is(
    await answer.text(),
    'event: joined\nid: 9007199254740993\ndata: {"event":"joined","id":9007199254740993,"who":"ann","at":"1970-01-01T00:00:00.000Z"}\n\n' +
      'event: said\nid: 2\ndata: {"event":"said","id":2,"text":"one\\ntwo"}\n\n',
  )
})

test('a free text named event chooses no listener', async () => {
  const { app } = appOf()
  app.get('/', (c) =>
    c.events(Entry, () => [
      { event: 'error', id: 'a', day: at },
      { event: '\r\ndata: x', day: at },
    ]),
  )
  const events = []
  for await (const one of eventsOf(await app.test('/'))) events.push(one)
  assert.equal(
    events.map(({ event, id }) => [event, id]),
    [
      ['message', 'a'],
      ['message', 'a'],
    ],
  )
  assert.is(JSON.parse(events[1]?.data ?? '').event, '\r\ndata: x')
})

test('ids and delays come from options as well', async () => {
  const { app, errors } = appOf()
  app.get('/', (c) =>
    c.events(
      Progress,
      async (stream) => {
        await stream.send({ done: 1, of: 2 })
        await stream.send({ done: 2, of: 2 }, { id: 'x', retry: 5 })
        stream.close()
      },
      { retry: 70, id: ({ done }) => done },
    ),
  )
  assert.is(
    await (await app.test('/')).text(),
    'retry: 70\n\nid: 1\ndata: {"done":1,"of":2}\n\nid: x\nretry: 5\ndata: {"done":2,"of":2}\n\n',
  )
  assert.equal(errors, [])
})

test('an id that the server refuses is not sent, and goes to onError unless it is awaited', async () => {
  const { app, errors } = appOf()
  let caught: unknown
  const refused = ['a\n', 'a\rdata: b', 'a\0', '\x1b', '\x7f']
  app.get('/', (c) =>
    c.events(Progress, async (stream) => {
      for (const id of [...refused, 'x'.repeat(513)]) void stream.send({ done: 1, of: 2 }, { id })
      caught = await stream.send({ done: 1, of: 2 }, { id: '\n' }).catch((error: unknown) => error)
      void stream.send({ done: 2, of: 2 }, { id: 'x'.repeat(512) })
      stream.close()
    }),
  )
  app.get('/yield', (c) => c.events(Entry, () => [{ event: '', id: 'a\n', day: at }]))
  assert.is(await (await app.test('/')).text(), `id: ${'x'.repeat(512)}\ndata: {"done":2,"of":2}\n\n`)
  assert.instance(caught, TypeError)
  assert.ok(await until(() => errors.length === 6))
  assert.ok(errors.every((error) => String(error).includes('the id of an event has a control character, or')))
  assert.is((await app.test('/yield')).status, 500)
})

test('a value of no branch is an error of its stream alone', async () => {
  const { app, errors } = appOf()
  app.get('/', (c) =>
    c.events(FeedEvent, function* () {
      yield joined(1n)
      yield { event: 'left' } as never
    }),
  )
  assert.match(await (await app.test('/')).text(), /^event: joined\nid: 1\n.*\n\nretry: \d+\n\n$/)
  assert.match(String(errors[0]), /FeedEvent/)
})

test('until the first event, status and headers change, and an error is an ordinary answer', async () => {
  const { app, errors } = appOf()
  app.use(async (c) => {
    await c.next()
    c.set('X-After', 'yes')
  })
  app.get('/made', (c) =>
    c.events(FeedEvent, async function* () {
      await Promise.resolve()
      c.status(202).set('X-Late', 'yes')
      yield joined(1n)
    }),
  )
  app.get('/thrown', (c) =>
    c.set('Cache-Control', 'no-store').events(FeedEvent, async function* () {
      await Promise.resolve()
      if (at.getTime() === 0) throw new HttpError(404, 'No such room')
      yield joined(1n)
    }),
  )
  app.get('/rejected', (c) => c.events(FeedEvent, () => Promise.reject(new HttpError(403))))
  app.get('/sync', (c) =>
    c.events(FeedEvent, () => {
      throw new Error('secret')
    }),
  )
  app.get('/none', (c) =>
    c.events(FeedEvent, async () => {
      c.status(204)
      return []
    }),
  )
  const made = await app.test('/made')
  assert.equal([made.status, made.headers.get('x-late'), made.headers.get('x-after')], [202, 'yes', 'yes'])
  await made.body?.cancel()
  const thrown = await app.test('/thrown')
  assert.is(thrown.status, 404)
  assert.is(thrown.headers.get('x-accel-buffering'), null)
  assert.match(thrown.headers.get('cache-control') ?? '', /no-store/)
  assert.match(await thrown.text(), /No such room/)
  const { status, headers } = await app.test('/rejected')
  assert.equal([status, headers.get('cache-control')], [403, null])
  assert.is((await app.test('/sync')).status, 500)
  const none = await app.test('/none')
  assert.equal([none.status, none.body], [204, null])
  assert.equal(errors.map(String), ['Error: secret'])
})

test('HEAD runs no function', async () => {
  const { app } = appOf()
  let runs = 0
  app.get('/', (c) =>
    c.events(FeedEvent, () => {
      runs++
      return [joined(1n)]
    }),
  )
  const answer = await app.test('/', { method: 'HEAD' })
  assert.equal([answer.status, answer.headers.get('content-type'), runs], [200, 'text/event-stream', 0])
  assert.is(await answer.text(), '')
})

test('the head leaves when a subscription stands, at open(), and after a time', async () => {
  const { app } = appOf()
  const never = new Promise<never>(() => {})
  async function* silent({ open }: EventStream<FeedEvent>, opens: boolean): AsyncGenerator<FeedEvent> {
    if (opens) open()
    yield await never
  }
  app.get('/subscribed', (c) => c.events(FeedEvent, () => {}, { openAfter: false }))
  app.get('/opened', (c) => c.events(FeedEvent, (stream) => silent(stream, true), { openAfter: false }))
  app.get('/later', (c) => c.events(FeedEvent, (stream) => silent(stream, false), { openAfter: 5 }))
  for (const path of ['/subscribed', '/opened', '/later']) {
    const answer = await app.test(path)
    const reader = answer.body?.getReader()
    assert.is(new TextDecoder().decode((await reader?.read())?.value), ':\n\n', path)
    await reader?.cancel()
  }
})

test('heartbeats begin behind the first event', async () => {
  const { app } = appOf()
  async function* late(): AsyncGenerator<FeedEvent> {
    await new Promise((resolve) => setTimeout(resolve, 50))
    throw new HttpError(409)
  }
  app.get('/', (c) => c.events(FeedEvent, late, { heartbeat: 5, openAfter: false }))
  assert.is((await app.test('/')).status, 409)
})

test('a silent stream gets comments, unless they are off', async () => {
  const { app } = appOf()
  app.get('/', (c) => c.events(FeedEvent, () => {}, { heartbeat: 5 }))
  const reader = (await app.test('/')).body?.getReader()
  // A heartbeat holds no process; a connection would.
  const held = setInterval(() => {}, 1000)
  for (let i = 0; i < 3; i++) assert.is(new TextDecoder().decode((await reader?.read())?.value), ':\n\n')
  clearInterval(held)
  await reader?.cancel()
  app.get('/off', (c) =>
    c.events(
      FeedEvent,
      async (stream) => {
        stream.open()
        await new Promise((resolve) => setTimeout(resolve, 50))
        stream.close()
      },
      { heartbeat: false },
    ),
  )
  assert.is(await (await app.test('/off')).text(), ':\n\n')
})

test('an event larger than what may wait is sent, alone or after others', async () => {
  const { app, errors } = appOf()
  const large = 'x'.repeat(300 * 1024)
  const said = (id: bigint, text: string): FeedEvent => ({ event: 'said', id, text })
  app.get('/yields', (c) => c.events(FeedEvent, () => [said(1n, 'a'), said(2n, large), said(3n, 'b')]))
  app.get('/sends', (c) =>
    c.events(FeedEvent, async ({ send, close }) => {
      await send(said(1n, large))
      await send(said(2n, 'a'))
      close()
    }),
  )
  for (const [path, count] of [
    ['/yields', 3],
    ['/sends', 2],
  ] as const) {
    const ids = []
    for await (const { id } of eventsOf(await app.test(path))) ids.push(id)
    assert.is(ids.length, count, path)
  }
  assert.equal(errors, [])
})

test('a client that leaves ends the iterable, and sends after it do nothing', async () => {
  const { app, errors } = appOf()
  const bus = new EventEmitter()
  const ended: string[] = []
  let stream: EventStream<FeedEvent> | undefined
  app.get('/yields', (c) =>
    c.events(FeedEvent, async function* ({ signal }) {
      try {
        yield joined(1n)
        for await (const [one] of on(bus, 'said', { signal })) yield one
      } finally {
        ended.push('yields')
      }
    }),
  )
  app.get('/sends', (c) =>
    c.events(FeedEvent, async (given) => {
      stream = given
      await given.send(joined(1n))
      given.signal.addEventListener('abort', () => ended.push('signal'))
      return () => ended.push('cleaned')
    }),
  )
  for (const path of ['/yields', '/sends']) {
    const answer = await app.test(path)
    for await (const { id } of eventsOf(answer)) {
      assert.is(id, '1')
      break
    }
  }
  assert.ok(await until(() => ended.length === 3), ended.join())
  assert.equal(ended.sort(), ['cleaned', 'signal', 'yields'])
  assert.is(bus.listenerCount('said'), 0)
  assert.is(await stream?.send(joined(2n)), undefined)
  assert.is(await stream?.send({ event: 'no' } as never), undefined)
  stream?.open()
  stream?.close()
  assert.equal(errors, [])
})

test('errors of a clean-up and of the iterable after its end go to onError', async () => {
  const { app, errors } = appOf()
  app.get('/', (c) =>
    c.events(FeedEvent, (stream) => {
      void stream.send(joined(1n))
      stream.close()
      return () => Promise.reject(new Error('cleaning'))
    }),
  )
  app.get('/yields', (c) =>
    c.events(FeedEvent, function* ({ close }) {
      try {
        yield joined(1n)
        close()
        yield joined(2n)
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: the test is about it
        throw new Error('returning')
      }
    }),
  )
  await (await app.test('/')).text()
  assert.match(await (await app.test('/yields')).text(), /^event: joined\nid: 1\n/)
  assert.ok(await until(() => errors.length === 2))
  assert.equal(errors.map(String), ['Error: cleaning', 'Error: returning'])
})

test('a stop sends a delay and ends the streams, also those that begin later', async () => {
  const { app } = appOf()
  const ended: string[] = []
  app.get('/:name', (c) => c.events(FeedEvent, () => () => ended.push(c.params('name')), { retry: 2000 }))
  const answer = await app.test('/early')
  const texts = answer.text()
  await app.shutdown()
  assert.match(await texts, /^retry: 2000\n\n:\n\nretry: (1\d{3}|2000)\n\n$/)
  assert.match(await (await app.test('/late')).text(), /^retry: 2000\n\nretry: \d+\n\n$/)
})

test('Last-Event-ID is one line of text, else 400', async () => {
  const { app } = appOf()
  app.get('/', (c) => c.events(Entry, ({ since }) => [{ event: since ?? 'none', day: at }]))
  const seen = async (headers: Record<string, string>, query = ''): Promise<unknown> => {
    const answer = await app.test(`/${query}`, { headers })
    if (answer.status !== 200) return answer.status
    for await (const { data } of eventsOf(answer)) return JSON.parse(data).event
    return undefined
  }
  const id = { 'Last-Event-ID': 'a, b: "c"' }
  assert.is(await seen({}), 'none')
  assert.is(await seen({ 'Last-Event-ID': '' }), 'none')
  assert.is(await seen(id), 'a, b: "c"')
  assert.is(await seen({}, '?lastEventId=q%20r'), 'q r')
  assert.is(await seen(id, '?lastEventId=q'), 'a, b: "c"')
  assert.is(await seen({ 'Last-Event-ID': 'Z\u00c3\u00bcrich' }), 'Zürich')
  assert.is(await seen({ 'Last-Event-ID': '\u00fcber' }), 400)
  assert.is(await seen({ 'Last-Event-ID': 'x'.repeat(512) }), 'x'.repeat(512))
  assert.is(await seen({ 'Last-Event-ID': 'x'.repeat(513) }), 400)
  for (const control of ['%0d', '%0a', '%00', '%1b', '%7f', 'x'.repeat(513)])
    assert.is(await seen({}, `?lastEventId=${control}`), 400, control)
})

test('an invalid time, DTO or function is refused when the handler runs', async () => {
  const { app, errors } = appOf()
  const wrong = [{ retry: -1 }, { heartbeat: 0.5 }, { openAfter: Number.NaN }, { heartbeat: 2 ** 31 }]
  for (const [i, options] of wrong.entries()) app.get(`/${i}`, (c) => c.events(Entry, () => [], options))
  app.get('/dto', (c) => c.events({ name: 'Car' } as never, () => []))
  app.get('/function', (c) => c.events(Entry, undefined as never))
  for (const path of ['/0', '/1', '/2', '/3', '/dto', '/function'])
    assert.is((await app.test(path)).status, 500, path)
  assert.equal(
    errors.map((error) => (error as Error).name),
    [...Array.from({ length: 4 }, () => 'RangeError'), 'TypeError', 'TypeError'],
  )
})

test.run()
