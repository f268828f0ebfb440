import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type StreamWriter } from '../../src/index.ts'
import { rawExchange, responseCount } from '../support/raw-exchange.ts'
import { pause, until, withApp } from '../support/serve.ts'

const get = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

test('a stream writer is slowed down by the client, and learns of its disconnect', async () => {
  let flushed = 0
  let failure: unknown
  const write = async (writer: StreamWriter): Promise<void> => {
    try {
      for (;;) {
        writer.write(new Uint8Array(65536))
        await writer.flush()
        flushed++
      }
    } catch (error) {
      failure = error
      throw error
    }
  }
  await withApp(
    {},
    (app) => app.get('/', (c) => c.sendStreamWriter(write)),
    async ({ port }) => {
      const socket = connect(port, '127.0.0.1')
      socket.pause()
      socket.write(get)
      await pause(200)
      const before = flushed
      await pause(100)
      assert.is(flushed, before)
      assert.ok(before < 256)
      socket.destroy()
      assert.ok(await until(() => failure !== undefined))
      assert.instance(failure, Error)
    },
  )
})

test('a flush without data sends the head', async () => {
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await withApp(
    {},
    (app) =>
      app.get('/', (c) =>
        c.sendStreamWriter(async (writer) => {
          await writer.flush()
          await held
          writer.write('late')
        }),
      ),
    async ({ url }) => {
      const response = await fetch(url)
      assert.is(response.status, 200)
      release()
      assert.is(await response.text(), 'late')
    },
  )
})

test('an error handler may answer a refused request with a stream', async () => {
  await withApp(
    { bodyLimit: 4, errorHandler: (c) => c.status(413).sendStream(['too ', 'large']) },
    () => {},
    async ({ port }) => {
      const answer = await rawExchange(
        port,
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n123456789',
      )
      assert.match(answer, 'HTTP/1.1 413')
      assert.match(answer, 'too ')
      assert.ok(answer.endsWith('0\r\n\r\n'))
    },
  )
})

test('early hints come first, and again with the response', async () => {
  await withApp(
    {},
    (app) =>
      app.get('/', async (c) => {
        await c.sendEarlyHints(['</a.css>; rel=preload; as=style', '</b.js>; rel=preload; as=script'])
        c.sendString('ok')
      }),
    async ({ port }) => {
      const answer = await rawExchange(port, get)
      assert.ok(answer.indexOf('HTTP/1.1 103') < answer.indexOf('HTTP/1.1 200'))
      assert.is(answer.split('</a.css>').length, 3)
      const old = await rawExchange(port, 'GET / HTTP/1.0\r\nHost: a\r\n\r\n')
      assert.not.match(old, ' 103 ')
      assert.match(old, '</b.js>')
    },
  )
})

test('end() sends at once, streams too, and nothing comes after it', async () => {
  let isChained = false
  await withApp(
    {},
    (app) =>
      app.get('/', async (c) => {
        c.sendStream(['a', 'b'])
        c.end()
        isChained = c.set('X-Late', '1') === c
        await pause(20)
        throw new Error('too late')
      }),
    async ({ url }) => {
      const response = await fetch(url)
      assert.is(await response.text(), 'ab')
      assert.is(response.headers.get('x-late'), null)
      assert.ok(isChained)
    },
  )
})

test('end() closes the connection: a pipelined request is not answered', async () => {
  const seen: string[] = []
  await withApp(
    {},
    (app) =>
      app.get('/*', (c) => {
        seen.push(c.path())
        c.sendString(c.path())
        if (c.path() === '/last') c.end()
      }),
    async ({ port }) => {
      const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
      const text = await rawExchange(port, get('/first') + get('/last') + get('/never'))
      assert.is(responseCount(text), 2)
      assert.match(text, /Connection: close\r\n/i)
      assert.ok(text.endsWith('\r\n\r\n/last'))
    },
  )
})

/** Writes as fast as possible, yielding to others; never flushes. */
const hasty = async (writer: StreamWriter): Promise<void> => {
  for (let i = 0; i < 1000; i++) {
    writer.write(new Uint8Array(65536))
    await pause(0)
  }
}

for (const http2 of [false, true]) {
  test(`a writer that does not flush ends if the client reads nothing, over HTTP/${http2 ? 2 : 1.1}`, async () => {
    const told: unknown[] = []
    const app = new App({ onError: (error) => void told.push(error) })
    let written = 0
    app.get('/', (c) =>
      c.sendStreamWriter(async ({ write }) => {
        for (;;) {
          written += write(new Uint8Array(65536))
          await pause(0)
        }
      }),
    )
    const { port } = await app.listen({ host: '127.0.0.1', http2 })
    const client = http2 ? connectHttp2(`http://127.0.0.1:${port}`) : undefined
    const socket = client?.request({ ':path': '/' }) ?? connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    if (!http2) socket.write(get)
    assert.ok(await until(() => told.length > 0))
    assert.match(String(told[0]), /await flush/)
    // The system's socket buffers add to it.
    assert.ok(written < 12e6, `${written}`)
    let bytes = 0
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    socket.resume()
    assert.ok(await until(() => socket.closed))
    assert.ok(bytes < written)
    client?.destroy()
    assert.is(told.length, 1)
    await app.shutdown()
  })
}

test('a writer that does not flush keeps pace with a reading client, also by fetch', async () => {
  await withApp(
    {},
    (app) =>
      app.get('/', (c) =>
        c.sendStreamWriter(async ({ write }) => {
          for (let i = 0; i < 100; i++) {
            write(new Uint8Array(65536))
            await pause(1)
          }
        }),
      ),
    async ({ url }, app) => {
      assert.is((await (await fetch(url)).arrayBuffer()).byteLength, 6_553_600)
      assert.is((await (await app.test('/')).arrayBuffer()).byteLength, 6_553_600)
    },
  )
})

test('a writer that writes too much at once fails before anything is sent; small writes and flushes pass', async () => {
  const told: string[] = []
  await withApp(
    { onError: (error) => void told.push(String(error)) },
    (app) =>
      app
        .get('/large', (c) =>
          c.sendStreamWriter(({ write }) => {
            for (let i = 0; i < 240; i++) write(new Uint8Array(65536))
          }),
        )
        .get('/caught', (c) =>
          c.sendStreamWriter(({ write }) => {
            for (let i = 0; i < 240; i++) {
              try {
                write(new Uint8Array(65536))
              } catch {}
            }
          }),
        )
        .get('/small', (c) =>
          c.sendStreamWriter(({ write }) => {
            for (let i = 0; i < 1e6; i++) write('')
          }),
        )
        .get('/flushes', (c) =>
          c.sendStreamWriter(({ write, flush }) => {
            for (let i = 0; i < 1e6; i++) {
              write('x')
              void flush()
            }
          }),
        )
        .get('/one', (c) => c.sendStreamWriter(({ write }) => write(new Uint8Array(3e6)))),
    async ({ url }) => {
      for (const path of ['/large', '/caught', '/small', '/flushes'])
        assert.is((await fetch(url + path)).status, 500, path)
      assert.is(told.length, 4)
      assert.ok(told.every((error) => error.includes('await flush()')))
      // A single large piece is the handler's own choice.
      assert.is((await (await fetch(`${url}/one`)).arrayBuffer()).byteLength, 3e6)
    },
  )
})

test('an unread stream of fetch ends as well', async () => {
  const told: unknown[] = []
  const app = new App({ onError: (error) => void told.push(error) })
  app.get('/', (c) => c.sendStreamWriter(hasty))
  const response = await app.test('/')
  assert.ok(await until(() => told.length > 0))
  let failure: unknown
  await response.arrayBuffer().catch((error) => {
    failure = error
  })
  assert.match(String(failure), /await flush/)
  assert.is(told.length, 1)
})

test.run()
