import { AsyncLocalStorage } from 'node:async_hooks'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fromConnect } from '../../src/adapters.ts'
import { App, type Ctx, HttpError } from '../../src/index.ts'
import { endStream, frameType } from '../support/http2-frames.ts'
import { Http2Wire } from '../support/http2-wire.ts'
import { rawExchange, responseCount } from '../support/raw-exchange.ts'
import { until, withApp } from '../support/serve.ts'

/** An unfinished upload, and what the server has sent so far. */
function upload(port: number, head: string, body = ''): { answer(): string; end(rest: string): void } {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => {})
  socket.write(`${head}\r\nHost: a\r\n\r\n${body}`)
  return { answer: () => answer, end: (rest) => socket.end(rest) }
}

const half = 'POST /up HTTP/1.1\r\nContent-Length: 8'

function guarded(app: App): void {
  app.use('/up', (c) => {
    if (c.get('Authorization') === '') throw new HttpError(401)
    return c.next()
  })
  app.post('/up', (c) => c.sendString(`${c.body().length}`))
  app.get('/', (c) => c.sendString('next'))
}

test('a refused request, and one without a route, is answered before its body', async () => {
  await withApp({}, guarded, async ({ port }) => {
    for (const [head, status] of [
      [half, '401'],
      [half.replace('/up', '/nowhere'), '404'],
      [half.replace('POST', 'PUT').replace('/up', '/nowhere'), '404'],
      [half.replace('Content-Length: 8', 'Transfer-Encoding: chunked'), '401'],
      [`${half}000000`, '401'],
    ] as const) {
      const client = upload(port, head)
      assert.ok(await until(() => client.answer().startsWith(`HTTP/1.1 ${status}`)), head)
      client.end('')
    }
    const welcome = upload(port, `${half}\r\nAuthorization: x`, 'half')
    welcome.end('half')
    assert.ok(await until(() => welcome.answer().endsWith('\r\n\r\n8')))
  })
})

test('100 Continue is sent when a handler wants the body', async () => {
  await withApp({ bodyLimit: 100 }, guarded, async ({ port }) => {
    const expect = `${half}\r\nExpect: 100-continue`
    const refused = upload(port, expect)
    assert.ok(await until(() => refused.answer().includes('"status":401')))
    assert.match(refused.answer(), /^HTTP\/1\.1 401/)
    const client = upload(port, `${expect}\r\nAuthorization: x`)
    assert.ok(await until(() => client.answer() === 'HTTP/1.1 100 Continue\r\n\r\n'))
    client.end('12345678')
    assert.ok(await until(() => /100 Continue[\s\S]*200 OK[\s\S]*8$/.test(client.answer())))
  })
})

test('a small unwanted body is discarded, and its connection serves the next request', async () => {
  await withApp({}, guarded, async ({ port }) => {
    const next = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    for (const size of [10, 150_000]) {
      const post = `POST /up HTTP/1.1\r\nHost: a\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`
      const answer = await rawExchange(port, post + next)
      assert.match(answer, /^HTTP\/1\.1 401[\s\S]*HTTP\/1\.1 200[\s\S]*next$/)
      assert.not.match(answer.slice(0, answer.indexOf('200')), /connection: close/i)
    }
    // A larger one is the last of its connection.
    const large = `POST /up HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`
    const answer = await rawExchange(port, large + next)
    assert.is(responseCount(answer), 1)
    assert.match(answer, /connection: close/i)
  })
})

test('a client that sends 20 MB and reads afterwards gets its answer', async () => {
  await withApp({ bodyLimit: 200_000 }, guarded, async ({ port }) => {
    for (const [lines, status] of [
      ['', 401],
      ['Authorization: x\r\n', 413],
      ['Connection: close\r\nAuthorization: x\r\n', 413],
    ] as const) {
      const head = `POST /up HTTP/1.1\r\nHost: a\r\n${lines}Content-Length: 20000000\r\n\r\n`
      for (let i = 0; i < 5; i++) {
        const socket = connect(port, '127.0.0.1')
        await new Promise<void>((resolve, reject) => {
          socket.on('error', reject)
          socket.write(head)
          socket.write(Buffer.alloc(20_000_000), (error) => (error ? reject(error) : resolve()))
        })
        const answer = (await socket.toArray()).join('')
        assert.match(answer, new RegExp(`^HTTP/1.1 ${status}`))
      }
    }
  })
})

test('HTTP/2 ends the answer before it resets the stream', async () => {
  const app = new App({ bodyLimit: 1000 })
  guarded(app)
  const { port } = await app.listen({ host: '127.0.0.1', http2: true })
  const wire = await Http2Wire.open(port)
  for (const [i, path] of ['/up', '/nowhere', '/up', '/nowhere'].entries()) {
    const stream = 2 * i + 1
    wire.request(stream, 'POST', path, [], true)
    wire.data(stream, 'x'.repeat(500))
    await wire.until(() => wire.answer(stream).reset !== undefined)
    const { status, endedBy, reset } = wire.answer(stream)
    assert.equal([status, endedBy, reset], [path === '/up' ? 401 : 404, 'data', 0])
    // With END_STREAM, then RST_STREAM.
    const last = wire.frames.filter((one) => one.stream === stream).slice(-2)
    assert.equal(
      last.map(({ type, flags }) => [type, flags & endStream]),
      [
        [frameType.data, endStream],
        [frameType.reset, 0],
      ],
    )
  }
  await app.shutdown({ timeout: 1000 })
})

test('reading a body before it is there is an error with the way to get it', async () => {
  const errors: unknown[] = []
  await withApp({ onError: (error) => errors.push(error) }, asking, async ({ url }) => {
    for (const ask of asks) {
      const answer = await fetch(`${url}/early?${ask}`, { method: 'POST', body: 'text' })
      assert.is(answer.status, 500, ask)
      assert.match(String(errors.pop()), /\{ body: true \}.*await c\.readBody\(\)/)
      assert.is((await fetch(`${url}/early?${ask}`, { method: 'DELETE' })).status < 500, true)
    }
  })
})

const asks = ['body', 'bodyRaw', 'formValue', 'formFile', 'multipartForm', 'json'] as const

function asking(app: App): void {
  app.use('/early', (c) => {
    const calls: Readonly<Record<string, () => unknown>> = {
      body: () => c.body(),
      bodyRaw: () => c.bodyRaw(),
      formValue: () => c.formValue('a'),
      formFile: () => c.formFile('a'),
      multipartForm: () => c.multipartForm(),
      json: () => c.bind().json(),
    }
    calls[c.originalURL().split('?')[1] ?? '']?.()
    return c.next()
  })
  app.all('/early', (c) => c.sendString('ok'))
}

test('options and readBody() give the body to middleware', async () => {
  const seen: string[] = []
  const note = (c: Ctx): void | Promise<void> => {
    seen.push(`${c.bodyRaw().length}`)
    return c.next()
  }
  const app = new App()
  app.use('/use', { body: true }, note)
  app.use({ body: true }, (c) => c.next())
  app.group('/group', { body: true }, note).post('/', (c) => c.sendString('group'))
  app.post('/route', { body: true }, note, (c) => c.sendString('route'))
  app.use('/reads', async (c) => {
    const [one, two] = await Promise.all([c.readBody(), c.readBody()])
    seen.push(`${one === two}`, `${c.is('txt')}`)
    return c.next()
  })
  app.post('/*', (c) => c.sendString(`${c.body().length}`))
  const post = async (path: string): Promise<string> =>
    (await app.test(path, { method: 'POST', body: '12345' })).text()
  assert.equal(
    [await post('/use'), await post('/group'), await post('/route'), await post('/reads')],
    ['5', 'group', 'route', '5'],
  )
  assert.equal(seen, ['5', '5', '5', 'true', 'true'])
})

test('the asynchronous context of middleware reaches the handler', async () => {
  const store = new AsyncLocalStorage<string>()
  const make = (): App => {
    const app = new App()
    app.use((c) => store.run(c.get('X-Id'), () => c.next()))
    return app.post('/', (c) => c.sendString(`${store.getStore()} ${c.body().length}`))
  }
  const ids = Array.from({ length: 20 }, (_, i) => `${i}`)
  const init = (id: string): RequestInit => ({
    method: 'POST',
    body: 'x'.repeat(70_000),
    headers: { 'X-Id': id },
  })
  const expected = ids.map((id) => `${id} 70000`)
  const app = make()
  assert.equal(await Promise.all(ids.map(async (id) => (await app.test('/', init(id))).text())), expected)
  const http1 = await app.listen({ host: '127.0.0.1' })
  assert.equal(await Promise.all(ids.map(async (id) => (await fetch(http1.url, init(id))).text())), expected)
  const http2 = await app.listen({ host: '127.0.0.1', http2: true })
  const wire = await Http2Wire.open(http2.port)
  for (const id of ids) wire.request(2 * Number(id) + 1, 'POST', '/', [['x-id', id]], true)
  for (const id of ids.toReversed()) wire.data(2 * Number(id) + 1, 'x', true)
  for (const id of ids) assert.is((await wire.over(2 * Number(id) + 1)).body, `${id} 1`)
  await app.shutdown({ timeout: 1000 })
})

test('next() gives a promise in middleware whenever the request has a body, and otherwise as before', async () => {
  const kinds: unknown[] = []
  const app = new App()
  app.use('/guarded', (c) => void kinds.push(c.next()))
  app.use((c) => void kinds.push(c.next()))
  app.use('/guarded', (c) => c.sendStatus(204))
  app.all('/', (c) => c.sendString('ok'))
  await app.test('/', { method: 'POST', body: 'x' })
  await app.test('/guarded', { method: 'POST', body: 'x' })
  await app.test('/')
  assert.equal(
    kinds.map((kind) => kind instanceof Promise),
    [true, true, true, false],
  )
})

test('a promise of next() that is not awaited ends no process when its handler fails', async () => {
  const unhandled: unknown[] = []
  const note = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', note)
  try {
    const app = new App({ onError: () => {}, bodyLimit: 10 })
    app.use('/throws', (c) => {
      void c.next()
      throw new HttpError(418)
    })
    app.use('/ends', (c) => {
      void c.next()
      c.end()
    })
    app.use('/later', (c) => {
      return new Promise<void>((resolve) => {
        setImmediate(() => {
          void c.next()
          resolve()
        })
      })
    })
    app.use('/other', (c) => {
      void c.next()
      return Promise.resolve()
    })
    app.use('/*', (c) => c.next())
    app.post('/*', () => {
      throw new HttpError(409)
    })
    const statuses: number[][] = []
    for (const path of ['/throws', '/ends', '/later', '/other', '/passed']) {
      const post = async (body: string): Promise<number> =>
        (await app.test(path, { method: 'POST', body })).status
      statuses.push([await post('x'), await post('x'.repeat(11))])
    }
    assert.equal(statuses, [
      [418, 418],
      [200, 200],
      [409, 413],
      [409, 413],
      [409, 413],
    ])
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(unhandled, [])
  } finally {
    process.off('unhandledRejection', note)
  }
})

test('a hint names middleware that changes the answer after a next() that it did not wait for', async () => {
  const { warn } = console
  const environment = process.env['NODE_ENV'] ?? 'test'
  const hints: string[] = []
  console.warn = (text: string) => void hints.push(text)
  try {
    const app = new App()
    app.use('/sync', function stamp(c) {
      void c.next()
      c.set('X-Late', '1')
    })
    app.use('/async', async function stampLater(c) {
      void c.next()
      c.set('X-Late', '1')
    })
    app.use('/right', async function stampRight(c) {
      await c.next()
      c.set('X-Late', '1')
    })
    app.use('/silent', function silent(c) {
      c.set('X-Early', '1')
      void c.next()
    })
    app.post('/*', (c) => c.sendString('ok'))
    for (const path of ['/sync', '/sync', '/async', '/right', '/silent']) {
      const answer = await app.test(path, { method: 'POST', body: 'x' })
      assert.equal([answer.status, await answer.text()], [200, 'ok'])
    }
    assert.equal(hints.length, 2)
    assert.match(hints[0] ?? '', /^POST \/sync: stamp of \/sync called next\(\) without returning it/)
    assert.match(hints[1] ?? '', /stampLater of \/async/)
    process.env['NODE_ENV'] = 'production'
    const quiet = new App()
    quiet.use(function stampQuietly(c) {
      void c.next()
      c.set('X-Late', '1')
    })
    quiet.post('/', (c) => c.sendString('ok'))
    await quiet.test('/', { method: 'POST', body: 'x' })
    assert.is(hints.length, 2)
  } finally {
    process.env['NODE_ENV'] = environment
    console.warn = warn
  }
})

test('Connect middleware that reads the request takes the body from the handlers behind it', async () => {
  const errors: unknown[] = []
  let taken = ''
  const routes = (app: App): void => {
    const take = (req: IncomingMessage, _res: unknown, next: () => void): void => {
      req.setEncoding('utf8').on('data', (chunk: string) => {
        taken += chunk
      })
      req.on('end', next)
    }
    app.use('/took', fromConnect(take))
    app.use(fromConnect((_req: unknown, _res: unknown, next: () => void) => next()))
    app.post('/took', (c) => c.sendString('begun'))
    app.post('/took/asks', (c) => c.send(c.bodyRaw()))
    app.post('/left', (c) => c.send(c.bodyRaw()))
  }
  await withApp({ onError: (error) => errors.push(error) }, routes, async ({ url }) => {
    const post = (path: string): Promise<Response> => fetch(url + path, { method: 'POST', body: 'text' })
    assert.is(await (await post('/took')).text(), 'begun')
    assert.is((await post('/took/asks')).status, 500)
    assert.match(String(errors), /the body was read from the server's own request/)
    assert.is(await (await post('/left')).text(), 'text')
    assert.is(taken, 'texttext')
  })
})

test('a client that leaves, and a malformed chunk, are a 400 where the handler would begin', async () => {
  const caught: number[] = []
  let reached = 0
  const routes = (app: App): void => {
    app.use(async (c) => {
      try {
        await c.next()
      } catch (error) {
        caught.push(error instanceof HttpError ? error.status : 0)
        c.set('X-Seen', '1')
        throw error
      }
    })
    app.post('/', () => void reached++)
  }
  await withApp({}, routes, async ({ port }) => {
    const leaving = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Length': 9 } })
    leaving.on('error', () => {}).write('half')
    await until(() => leaving.socket?.connecting === false)
    leaving.destroy()
    assert.ok(await until(() => caught.length === 1))
    const chunked = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    const answer = await rawExchange(port, `${chunked}3\r\nabcXX`)
    assert.match(answer, /^HTTP\/1\.1 400[\s\S]*X-Seen: 1/)
    assert.is(responseCount(answer), 1)
  })
  assert.equal([caught, reached], [[400, 400], 0])
})

test('an error handler has an empty body, and readBody() reads one that no handler has begun', async () => {
  const seen: string[] = []
  const app = new App({
    bodyLimit: 10,
    errorHandler: async (c) => {
      seen.push(`${c.body().length} ${c.formValue('a')} ${(await c.readBody()).length} ${c.body().length}`)
      c.sendStatus(400)
    },
    onResponse: ({ c }) => void seen.push(`${c?.bodyRaw().length}`),
  })
  app.use('/guarded', () => {
    throw new HttpError(401)
  })
  app.post('/', (c) => c.sendString('ok'))
  const headers = { 'Content-Encoding': 'gzip', 'Content-Type': 'application/x-www-form-urlencoded' }
  await app.test('/', { method: 'POST', body: 'x'.repeat(11), headers })
  assert.equal(seen.splice(0), ['0  0 0', '0'])
  await app.test('/guarded', { method: 'POST', body: 'x'.repeat(11) })
  assert.equal(seen.splice(0), ['0  0 0', '0'])
  await app.test('/guarded', { method: 'POST', body: 'x'.repeat(9) })
  assert.equal(seen.splice(0), ['0  9 9', '9'])
})

test('the error handler of a mounted app has an empty body, and the middleware around it an error', async () => {
  const seen: string[] = []
  const ask = (c: Ctx): void => {
    try {
      seen.push(`${c.bodyRaw().length}`)
    } catch (error) {
      seen.push(/not read yet/.test(String(error)) ? 'unread' : String(error))
    }
  }
  const answer = (c: Ctx): void => {
    ask(c)
    c.sendStatus(400)
  }
  const handlers: Record<string, (c: Ctx) => void | Promise<void>> = {
    '/sync': answer,
    '/async': async (c) => {
      await Promise.resolve()
      answer(c)
    },
    '/reads': async (c) => {
      await c.readBody()
      answer(c)
    },
    '/throws': (c) => {
      ask(c)
      throw new Error('again')
    },
    '/rejects': async (c) => {
      ask(c)
      throw new Error('again')
    },
  }
  const app = new App({ errorHandler: answer })
  app.use(async (c) => {
    try {
      await c.next()
    } finally {
      ask(c)
    }
  })
  for (const [path, errorHandler] of Object.entries(handlers)) {
    const mounted = new App({ errorHandler })
    mounted.use(() => {
      throw new HttpError(401)
    })
    app.use(path, mounted)
  }
  for (const [path, expected] of [
    ['/sync', ['0', 'unread']],
    ['/async', ['0', 'unread']],
    ['/reads', ['4', '4']],
    ['/throws', ['0', 'unread', '0']],
    ['/rejects', ['0', 'unread', '0']],
  ] as const) {
    assert.is((await app.test(path, { method: 'POST', body: 'text' })).status, 400)
    assert.equal(seen.splice(0), expected, path)
  }
})

test.run()
