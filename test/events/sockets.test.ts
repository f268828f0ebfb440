import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { compress } from '@ctxgen/middleware/compress'
import { App, type AppConfig, type EventStream, type ListenAddress } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FeedEvent } from '../../fixtures/openapi/dto/feed.bind.ts'
import { until } from './until.ts'

const said = (id: bigint, text: string): FeedEvent => ({ event: 'said', id, text })
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

async function withApp(
  routes: (app: App) => void,
  use: (server: ListenAddress, errors: unknown[], app: App) => Promise<void>,
  config: AppConfig & { http2?: boolean } = {},
): Promise<void> {
  const errors: unknown[] = []
  const { http2 = false, ...others } = config
  const app = new App({ onError: (error) => errors.push(error), ...others })
  routes(app)
  const server = await app.listen({ host: '127.0.0.1', http2 })
  try {
    await use(server, errors, app)
  } finally {
    await app.shutdown({ timeout: 100 })
  }
}

/** All that a connection receives. */
function textOf(socket: Socket): () => string {
  let text = ''
  socket.on('data', (piece) => {
    text += piece
  })
  socket.on('error', () => {})
  return () => text
}

test('events of one turn leave together, in order, over a connection that is kept', async () => {
  let stream: EventStream<FeedEvent> | undefined
  await withApp(
    (app) =>
      app.get('/', (c) =>
        c.events(FeedEvent, (given) => {
          stream = given
        }),
      ),
    async ({ port }) => {
      const socket = connect(port, '127.0.0.1')
      const received = textOf(socket)
      socket.write(get('/'))
      assert.ok(await until(() => received().includes(':\n\n')))
      for (let i = 0n; i < 3n; i++) void stream?.send(said(i, `text ${i}`))
      assert.ok(await until(() => received().includes('text 2')))
      assert.equal(
        [...received().matchAll(/^id: (\d)$/gm)].map(([, id]) => id),
        ['0', '1', '2'],
      )
      stream?.close()
      assert.ok(await until(() => received().endsWith('0\r\n\r\n')))
      socket.write(get('/none'))
      assert.ok(await until(() => received().includes('404 Not Found')))
      socket.destroy()
    },
  )
})

for (const http2 of [false, true]) {
  const name = http2 ? 'HTTP/2' : 'HTTP/1.1'

  test(`${name}: a slow reader of sent events is dropped with a reason, and holds no others up`, async () => {
    let sent = 0
    let stream: EventStream<FeedEvent> | undefined
    let isCleaned = false
    await withApp(
      (app) =>
        app.get('/', (c) =>
          c.events(FeedEvent, (given) => {
            stream = given
            return () => {
              isCleaned = true
            }
          }),
        ),
      async ({ port }, errors) => {
        const leave = stalled(port, http2)
        assert.ok(await until(() => stream !== undefined))
        const text = 'x'.repeat(1000)
        for (; !isCleaned && sent < 100_000; sent++) {
          void stream?.send(said(BigInt(sent), text))
          if (sent % 64 === 0) await new Promise((resolve) => setImmediate(resolve))
        }
        assert.ok(isCleaned, `${sent} events of 1 kB for a client that reads nothing`)
        assert.ok(await until(() => errors.length > 0))
        assert.match(String(errors[0]), /a reader of events is too slow, and was dropped: 256 kB wait for it/)
        assert.is(errors.length, 1)
        assert.is(await stream?.send(said(0n, '')), undefined)
        leave()
      },
      { http2 },
    )
  })

  test(`${name}: an iterable waits for a slow reader, which is dropped when it takes nothing`, async () => {
    let made = 0
    let isReturned = false
    await withApp(
      (app) =>
        app.get('/', (c) =>
          c.events(
            FeedEvent,
            function* () {
              try {
                for (const text = 'x'.repeat(10_000); ; made++) yield said(0n, text)
              } finally {
                isReturned = true
              }
            },
            { heartbeat: 30 },
          ),
        ),
      async ({ port }, errors) => {
        const leave = stalled(port, http2)
        assert.ok(await until(() => isReturned))
        assert.ok(made < 2000, `${made} events of 10 kB for a client that reads nothing`)
        assert.ok(await until(() => errors.length > 0))
        assert.match(String(errors[0]), /dropped: it has taken nothing for four heartbeats/)
        leave()
      },
      { http2 },
    )
  })
}

/** A client that sends a request and reads nothing. @returns a function that leaves */
function stalled(port: number, http2: boolean): () => void {
  if (http2) {
    const session = connectHttp2(`http://127.0.0.1:${port}`)
    const stream = session.request({ ':path': '/' })
    for (const one of [session, stream]) one.on('error', () => {})
    return () => session.destroy()
  }
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.pause()
  socket.write(get('/'))
  return () => socket.destroy()
}

test('HTTP/2: events arrive, without a Connection header, and end with the stream', async () => {
  let isCleaned = false
  let stream: EventStream<FeedEvent> | undefined
  await withApp(
    (app) =>
      app.get('/', (c) =>
        c.events(FeedEvent, (given) => {
          stream = given
          return () => {
            isCleaned = true
          }
        }),
      ),
    async ({ port }) => {
      const session = connectHttp2(`http://127.0.0.1:${port}`)
      const request = session.request({ ':path': '/' })
      let headers: Record<string, unknown> = {}
      let text = ''
      request.on('response', (all) => {
        headers = all
      })
      request.on('data', (piece) => {
        text += piece
      })
      assert.ok(await until(() => stream !== undefined))
      void stream?.send(said(1n, 'über'))
      assert.ok(await until(() => text.includes('über')))
      assert.equal([headers['content-type'], headers['connection']], ['text/event-stream', undefined])
      request.close()
      assert.ok(await until(() => isCleaned))
      session.destroy()
    },
    { http2: true },
  )
})

test('clients that leave, by thousands, leave nothing behind', async () => {
  const streams = new Set<EventStream<FeedEvent>>()
  await withApp(
    (app) =>
      app.get('/', (c) =>
        c.events(FeedEvent, (stream) => {
          streams.add(stream)
          return () => streams.delete(stream)
        }),
      ),
    async ({ port }, errors) => {
      for (let round = 0; round < 4; round++) {
        const sockets = Array.from({ length: 500 }, () => connect(port, '127.0.0.1'))
        for (const socket of sockets) {
          socket.on('error', () => {})
          socket.write(get('/'))
        }
        assert.ok(await until(() => streams.size === 500))
        for (const stream of streams) void stream.send(said(1n, 'all'))
        for (const socket of sockets) socket.resetAndDestroy()
        assert.ok(await until(() => streams.size === 0), `${streams.size} streams left`)
      }
      assert.equal(errors, [])
    },
  )
})

test('a shutdown ends open streams, and waits for no deadline', async () => {
  await withApp(
    (app) => app.get('/', (c) => c.events(FeedEvent, () => {})),
    async ({ port, url }, _errors, app) => {
      const answers = await Promise.all([fetch(url), fetch(url)])
      const texts = answers.map((answer) => answer.text())
      assert.is(await app.shutdown({ timeout: 60_000 }), true)
      for (const text of texts) assert.match(await text, /^:\n\nretry: \d+\n\n$/)
      assert.ok(port > 0)
    },
  )
})

test('compress leaves events alone, which leave one by one', async () => {
  let stream: EventStream<FeedEvent> | undefined
  await withApp(
    (app) => {
      app.use(compress({ threshold: 0, filter: () => true }))
      app.get('/', (c) =>
        c.events(FeedEvent, (given) => {
          stream = given
        }),
      )
    },
    async ({ url }) => {
      const answer = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
      assert.is(answer.headers.get('content-encoding'), null)
      const reader = answer.body?.getReader()
      await reader?.read()
      void stream?.send(said(7n, 'now'))
      assert.match(new TextDecoder().decode((await reader?.read())?.value), /^event: said\nid: 7\n/)
      await reader?.cancel()
    },
  )
})

test('a failure after the first event ends the stream with a delay, and is reported', async () => {
  await withApp(
    (app) =>
      app.get('/', (c) =>
        c.events(FeedEvent, async function* () {
          yield said(1n, 'one')
          await new Promise((resolve) => setTimeout(resolve, 5))
          throw new Error('secret')
        }),
      ),
    async ({ url }, errors) => {
      assert.match(await (await fetch(url)).text(), /^event: said\nid: 1\n.*\n\nretry: \d+\n\n$/)
      assert.equal(errors.map(String), ['Error: secret'])
    },
  )
})

test.run()
