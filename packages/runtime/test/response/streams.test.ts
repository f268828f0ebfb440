import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Handler } from '../../src/index.ts'
import { rawExchange } from '../support/raw-exchange.ts'
import { pause, until, withApp } from '../support/serve.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

test("a stream is pulled at the client's pace, and closed on disconnect", async () => {
  let made = 0
  let closed = false
  async function* source(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        made += 65536
        yield new Uint8Array(65536)
      }
    } finally {
      closed = true
    }
  }
  await withApp(
    {},
    (app) => app.get('/', (c) => c.sendStream(source())),
    async ({ port }) => {
      const socket = connect(port, '127.0.0.1')
      socket.pause()
      socket.write(get)
      await pause(300)
      const before = made
      assert.ok(before < 16 * 1024 * 1024, `${before} bytes for a client that reads nothing`)
      await pause(100)
      assert.is(made, before)
      socket.destroy()
      assert.ok(await until(() => closed))
    },
  )
})

test('node, web and synchronous sources are all read, and all destroyed', async () => {
  const node = Readable.from(['a', Buffer.from('b')])
  const web = new ReadableStream<string>({
    start(controller) {
      controller.enqueue('a')
      controller.enqueue('b')
      controller.close()
    },
  })
  for (const source of [node, web, ['a', new Uint8Array([98])], 'ab']) {
    await withApp(
      {},
      (app) => app.get('/', (c) => c.sendStream(source)),
      async ({ url }) => assert.is(await (await fetch(url)).text(), 'ab'),
    )
  }
  const unread = new Readable({ read() {} })
  await withApp(
    {},
    (app) =>
      app.get('/', (c) => {
        c.sendStream(unread)
        c.sendString('instead')
      }),
    async ({ url }) => {
      assert.is(await (await fetch(url)).text(), 'instead')
      assert.ok(await until(() => unread.destroyed))
    },
  )
})

test('a failure before the first byte is an error, a later one cuts the connection', async () => {
  async function* failing(pieces: number): AsyncGenerator<string> {
    for (let i = 0; i < pieces; i++) yield 'piece'
    if (pieces > 0) await pause(20)
    throw new Error('secret')
  }
  let pieces = 0
  const told: unknown[] = []
  await withApp(
    { onError: (error) => void told.push(error) },
    (app) => app.get('/', (c) => c.sendStream(failing(pieces))),
    async ({ port }) => {
      const early = await rawExchange(port, get)
      assert.match(early, 'HTTP/1.1 500')
      assert.not.match(early, 'secret')
      pieces = 2
      const late = await rawExchange(port, get)
      assert.match(late, 'HTTP/1.1 200')
      assert.equal(told.map(String), ['Error: secret', 'Error: secret'])
      assert.not.ok(late.endsWith('0\r\n\r\n'), 'the body looks complete')
    },
  )
})

test('a stream that fails during fetch() fails the body and is reported to onError', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'piece'
    throw new Error('secret')
  }
  const told: string[] = []
  const app = new App({ onError: (error, { path }) => void told.push(`${path} ${error}`) })
  app.get('/fails', (c) => c.sendStream(failing()))
  app.get('/left', (c) => c.sendStream(failing()))
  const response = await app.test('/fails')
  assert.is(response.status, 200)
  const reader = response.body?.getReader()
  assert.equal(new TextDecoder().decode((await reader?.read())?.value), 'piece')
  let failed = false
  await reader?.read().catch(() => {
    failed = true
  })
  assert.ok(failed, 'the body looks complete')
  assert.equal(told, ['/fails Error: secret'])
  const left = await app.test('/left')
  await left.body?.cancel()
  assert.equal(told.length, 1, 'a client that cancels the rest is no error')
})

test('a response that node refuses to write is reported to onError, and the connection is cut', async () => {
  const told: string[] = []
  const closed: string[] = []
  await withApp(
    {
      // As an untyped encoder might.
      jsonEncoder: () => 5 as unknown as string,
      onError: (error, { path }) => void told.push(`${path} ${error instanceof TypeError}`),
    },
    (app) =>
      app.get('/', (c) => {
        c.locals('resource', { close: () => closed.push('closed') })
        c.json(1)
      }),
    async ({ port }) => {
      assert.is(await rawExchange(port, get), '')
      assert.equal([told, closed], [['/ true'], ['closed']])
    },
  )
})

test('a response written directly to the server is left alone', async () => {
  await withApp(
    {},
    (app) => {
      app.get('/whole', (c) => {
        const res = c.response() as ServerResponse
        res.end('by hand')
      })
      app.get('/parts', (c) => {
        const res = c.response() as ServerResponse
        res.write('by ')
        setTimeout(() => res.end('hand'), 20)
      })
    },
    async ({ url }) => {
      for (const path of ['/whole', '/parts']) assert.is(await (await fetch(url + path)).text(), 'by hand')
    },
  )
})

test('a given size must match the bytes sent', async () => {
  async function* short(): AsyncGenerator<string> {
    yield 'ab'
    await pause(20)
  }
  const told: unknown[] = []
  await withApp(
    { onError: (error) => told.push(String(error)) },
    (app) => {
      app.get('/long', (c) => c.sendStream(['abcdef'], 3))
      app.get('/none', (c) => {
        for (const size of [Number.NaN, 1.5, Number.POSITIVE_INFINITY]) {
          assert.throws(() => c.sendStream(['a'], size), RangeError)
        }
      })
      app.get('/short', (c) => c.sendStream(short(), 3))
    },
    async ({ url }) => {
      assert.is(await (await fetch(`${url}/long`)).text(), 'abc')
      const cut = await fetch(`${url}/short`)
      let failed = false
      await cut.text().catch(() => {
        failed = true
      })
      assert.ok(failed)
      assert.equal(told, ['Error: the body is shorter than its given size'])
      assert.is((await fetch(`${url}/none`)).status, 200)
    },
  )
})

test('signal() aborts on disconnect, but not after success', async () => {
  let signal: AbortSignal | undefined
  await withApp(
    {},
    (app) => {
      app.get('/slow', async (c) => {
        signal = c.signal()
        assert.is(c.signal(), signal)
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      })
      app.get('/fine', (c) => {
        signal = c.signal()
        c.sendString('ok')
      })
    },
    async ({ port, url }) => {
      const socket = connect(port, '127.0.0.1')
      socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
      assert.ok(await until(() => signal !== undefined))
      assert.not.ok(signal?.aborted)
      socket.destroy()
      assert.ok(await until(() => signal?.aborted === true))
      await (await fetch(`${url}/fine`)).text()
      await pause(50)
      assert.not.ok(signal?.aborted)
    },
  )
})

test('streams and aborts work the same through fetch()', async () => {
  let closed = false
  const app = new App()
  app.get('/', (c) =>
    c.sendStream(
      new ReadableStream({
        pull(controller) {
          controller.enqueue('x')
        },
        cancel() {
          closed = true
        },
      }),
    ),
  )
  app.get('/sized', (c) => c.sendStream(['ab', 'c'], 3))
  app.get('/wait', async (c) => {
    await new Promise((resolve) => c.signal().addEventListener('abort', resolve))
    c.sendString('aborted')
  })
  const response = await app.test('/')
  const reader = response.body?.getReader()
  assert.is((await reader?.read())?.value?.length, 1)
  await reader?.cancel()
  assert.ok(await until(() => closed))
  const sized = await app.test('/sized')
  assert.is(sized.headers.get('content-length'), '3')
  assert.is(await sized.text(), 'abc')
  const controller = new AbortController()
  const waiting = app.test('/wait', { signal: controller.signal })
  await pause(10)
  controller.abort()
  assert.is(await (await waiting).text(), 'aborted')
})

test('an error of a source after the client has left goes to onError, once', async () => {
  const endless = async function* (): AsyncGenerator<string> {
    for (;;) {
      yield 'a'
      await pause(1)
    }
  }
  const failing = async function* (name: string): AsyncGenerator<string> {
    try {
      yield* endless()
    } finally {
      // biome-ignore lint/correctness/noUnsafeFinally: a clean-up that fails
      throw new Error(name)
    }
  }
  const waiting = async function* (signal: AbortSignal, error: () => Error): AsyncGenerator<string> {
    yield 'a'
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    throw error()
  }
  const told: Readonly<Record<string, Handler>> = {
    generator: (c) => c.sendStream(failing('generator')),
    return: (c) => {
      const end = (): never => {
        throw new Error('return')
      }
      const source = endless()
      c.sendStream({ [Symbol.asyncIterator]: () => ({ next: () => source.next(), return: end }) })
    },
    web: (c) => {
      const cancel = (): never => {
        throw new Error('web')
      }
      c.sendStream(new ReadableStream({ pull: (to) => pause(1).then(() => to.enqueue('a')), cancel }))
    },
    opened: (c) => c.sendStream(() => failing('opened'), 1_000_000),
    reading: (c) => c.sendStream(waiting(c.signal(), () => new Error('reading'))),
    writer: (c) =>
      c.sendStreamWriter(async (writer) => {
        try {
          for await (const piece of endless()) {
            writer.write(piece)
            await writer.flush()
          }
        } finally {
          // biome-ignore lint/correctness/noUnsafeFinally: a clean-up that fails
          throw new Error('writer')
        }
      }),
  }
  let ended = 0
  const quiet: Readonly<Record<string, Handler>> = {
    aborted: (c) => {
      const signal = c.signal()
      c.sendStream(waiting(signal, () => signal.reason))
    },
    node: (c) => c.sendStream(Readable.from(endless())),
    wrote: (c) =>
      c.sendStreamWriter(async ({ write, flush }) => {
        for await (const piece of endless()) {
          write(piece)
          await flush()
        }
      }),
  }
  const errors: string[] = []
  await withApp(
    { onError: (error) => errors.push((error as Error).message), onResponse: () => ended++ },
    (app) => {
      for (const [path, handler] of Object.entries({ ...told, ...quiet })) app.get(`/${path}`, handler)
    },
    async ({ port }) => {
      const paths = Object.keys({ ...told, ...quiet })
      for (const path of paths) {
        const socket = connect(port, '127.0.0.1')
        socket.write(`GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
        await once(socket, 'data')
        socket.destroy()
      }
      assert.ok(await until(() => ended === paths.length && errors.length >= Object.keys(told).length))
    },
  )
  assert.equal(errors.sort(), Object.keys(told).sort())
})

test.run()
