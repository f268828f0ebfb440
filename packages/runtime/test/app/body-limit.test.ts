import { request as httpRequest } from 'node:http'
import { connect } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, HttpError, type ListenOptions } from '../../src/index.ts'
import { rawExchange, responseCount } from '../support/raw-exchange.ts'
import { selfSigned } from '../support/self-signed.ts'
import { pause } from '../support/serve.ts'

const limit = 1000
const tooMuch = 'x'.repeat(limit + 1)

interface Answer {
  readonly status: number
  readonly text: string
  readonly requestId: string | null
}

interface Sent {
  readonly method?: string
  readonly path: string
  readonly body?: string | Buffer
  readonly announced?: boolean
  readonly encoding?: string
}

type Post = (sent: Sent) => Promise<Answer>

/** A service whose middleware reports its observations; `reached` are the route handlers that began. */
function service(): { app: App; reached: string[]; seen: number[] } {
  const reached: string[] = []
  const seen: number[] = []
  const app = new App({ bodyLimit: limit, onError: () => {} })
  app.use(async (c) => {
    c.set('X-Request-Id', '7')
    await pause(5)
    try {
      await c.next()
    } catch (error) {
      seen.push(error instanceof HttpError ? error.status : 0)
      throw error
    }
  })
  app.use('/guarded', (c) => c.status(401).sendString('who are you?'))
  app.use('/asks/body', { body: true }, () => void reached.push('/asks/body'))
  app.use('/asks/readBody', async (c) => void (await c.readBody()))
  app.use('/asks/is', (c) => c.sendString(String(c.is('txt'))))
  const handler = (c: Ctx): void => {
    reached.push(c.path())
    c.sendString(`${c.bodyRaw().length} ${c.body().length}`)
  }
  app.post('/small', (c) => c.set('X-Route', 'yes').next(), handler)
  app.post('/large', { bodyLimit: 5000 }, handler)
  app.all('/all/:id', { bodyLimit: 5000 }, handler)
  app.post('/large', handler)
  app.group('/group').put('/large', { bodyLimit: 5000 }, handler)
  app.route('/path').post({ bodyLimit: 10 }, handler)
  app.add(['POST', 'PUT'], '/added', { bodyLimit: 5000 }, handler)
  const mounted = new App({ bodyLimit: 10 })
  mounted.post('/large', { bodyLimit: 5000 }, handler).post('/usual', handler)
  app.use('/mounted', mounted)
  app.post('/swallows', (c) => {
    reached.push('/swallows')
    c.sendString('swallowed')
  })
  return { app, reached, seen }
}

function overHttp1(port: number, secure: boolean): Post {
  return ({ method = 'POST', path, body = tooMuch, announced = true, encoding }) =>
    new Promise((resolve, reject) => {
      const options = {
        port,
        path,
        method,
        host: '127.0.0.1',
        rejectUnauthorized: false,
        agent: false,
        headers: {
          'content-type': 'text/plain',
          ...(announced ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }),
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
        },
      }
      const req = (secure ? httpsRequest : httpRequest)(options, (res) => {
        let text = ''
        res.on('data', (chunk) => {
          text += chunk
        })
        res.on('end', () => {
          const id = res.headers['x-request-id']
          resolve({ status: res.statusCode ?? 0, text, requestId: typeof id === 'string' ? id : null })
        })
      })
      req.on('error', reject)
      req.end(body)
    })
}

function overHttp2(port: number): Post {
  return ({ method = 'POST', path, body = tooMuch, announced = true, encoding }) =>
    new Promise((resolve, reject) => {
      const session = connect(`http://127.0.0.1:${port}`)
      session.on('error', reject)
      const stream = session.request({
        ':method': method,
        ':path': path,
        'content-type': 'text/plain',
        ...(announced && { 'content-length': body.length }),
        ...(encoding !== undefined && { 'content-encoding': encoding }),
      })
      let text = ''
      let status = 0
      let requestId: string | null = null
      stream.on('response', (lines) => {
        status = Number(lines[':status'])
        requestId = String(lines['x-request-id'] ?? '') || null
      })
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('error', () => {})
      // A stream reset by the server stays open in node's client until all has been sent.
      stream.on('end', () => {
        session.destroy()
        resolve({ status, text, requestId })
      })
      stream.end(body)
    })
}

function overFetch(app: App): Post {
  return async ({ method = 'POST', path, body = tooMuch, encoding }) => {
    const headers = {
      'content-type': 'text/plain',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    }
    const answer = await app.test(path, { method, body, headers })
    return { status: answer.status, text: await answer.text(), requestId: answer.headers.get('x-request-id') }
  }
}

const kinds: Readonly<Record<string, ListenOptions | undefined>> = {
  http: {},
  https: selfSigned(),
  http2: { http2: true },
  fetch: undefined,
}

for (const [kind, options] of Object.entries(kinds)) {
  const withService = async (use: (post: Post, state: ReturnType<typeof service>) => Promise<void>) => {
    const state = service()
    if (options === undefined) {
      await use(overFetch(state.app), state)
      return
    }
    const { port } = await state.app.listen({ host: '127.0.0.1', ...options })
    try {
      await use(kind === 'http2' ? overHttp2(port) : overHttp1(port, kind === 'https'), state)
    } finally {
      await state.app.shutdown()
    }
  }

  test(`${kind}: a body past the limit is a 413 in place of the route's handler, after its middleware`, async () => {
    await withService(async (post, { reached, seen }) => {
      for (const announced of [true, false]) {
        for (const path of ['/small', '/swallows', '/path', '/mounted/usual']) {
          const { status, requestId } = await post({ path, announced })
          assert.equal([status, requestId], [413, '7'], path)
        }
        for (const body of [tooMuch, 'x'.repeat(2_000_000)]) {
          assert.equal((await post({ path: '/nowhere', body, announced })).status, 404)
          assert.equal((await post({ path: '/small', method: 'PUT', body, announced })).status, 405)
          assert.equal((await post({ path: '/guarded', body, announced })).text, 'who are you?')
        }
        for (const ask of ['body', 'readBody'])
          assert.equal((await post({ path: `/asks/${ask}`, announced })).status, 413, ask)
        assert.equal((await post({ path: '/asks/is', announced })).text, 'true')
      }
      assert.equal(reached, [])
      assert.ok(seen.every((status) => [413, 404, 405].includes(status)))
      assert.is(seen.filter((status) => status === 413).length, 12)
    })
  })

  test(`${kind}: a route has its own limit`, async () => {
    await withService(async (post) => {
      for (const [method, path] of [
        ['POST', '/large'],
        ['PATCH', '/all/1'],
        ['PUT', '/group/large'],
        ['PUT', '/added'],
        ['POST', '/mounted/large'],
      ] as const) {
        for (const announced of [true, false]) {
          const fits = await post({ method, path, announced, body: 'x'.repeat(5000) })
          assert.equal([fits.status, fits.text], [200, '5000 5000'], path)
          assert.is((await post({ method, path, announced, body: 'x'.repeat(5001) })).status, 413, path)
        }
        const packed = gzipSync('x'.repeat(5000))
        const fits = await post({ method, path, body: packed, encoding: 'gzip' })
        assert.equal(fits.text, `${packed.length} 5000`)
        const bomb = await post({ method, path, body: gzipSync('x'.repeat(5001)), encoding: 'gzip' })
        assert.is(bomb.status, 413)
      }
      assert.is((await post({ path: '/path', body: 'x'.repeat(11) })).status, 413)
      assert.is((await post({ path: '/path', body: 'x'.repeat(10) })).status, 200)
    })
  })
}

test('an undecodable body can be read as sent', async () => {
  const app = new App()
  app.post('/raw', (c) => c.send(c.bodyRaw()))
  app.post('/body', (c) => c.send(c.body()))
  for (const [encoding, status] of [
    ['gzip', 400],
    ['pigeon', 415],
  ] as const) {
    const init = { method: 'POST', body: 'text', headers: { 'content-encoding': encoding } }
    assert.is(await (await app.test('/raw', init)).text(), 'text')
    assert.is((await app.test('/body', init)).status, status)
  }
})

test('HTTP/1 reads no more of a body past the limit while middleware takes its time, and closes the connection', async () => {
  const app = new App({ bodyLimit: limit })
  app.use(async (c) => {
    await pause(100)
    return c.next()
  })
  app.post('/', (c) => c.sendString('reached'))
  const { port } = await app.listen({ host: '127.0.0.1' })
  try {
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    const smuggled = '0\r\n\r\nPOST / HTTP/1.1\r\nHost: a\r\n\r\n'
    const answer = await rawExchange(
      port,
      `${head}${tooMuch.length.toString(16)}\r\n${tooMuch}\r\n${smuggled}`,
    )
    assert.is(responseCount(answer), 1)
    assert.match(answer, /^HTTP\/1\.1 413[\s\S]*connection: close/i)
  } finally {
    await app.shutdown()
  }
})

test('a client that sends Expect is answered by the limit of its route', async () => {
  const { app } = service()
  app.post('/stream', { body: 'stream', bodyLimit: 50 }, async (c) => {
    for await (const _ of c.bodyStream());
  })
  const { port } = await app.listen({ host: '127.0.0.1' })
  const ask = (path: string, length: number): Promise<string> =>
    rawExchange(
      port,
      `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`,
      200,
    )
  try {
    assert.match(await ask('/large', 5000), /^HTTP\/1\.1 100/)
    assert.match(await ask('/large', 5001), /^HTTP\/1\.1 413/)
    assert.match(await ask('/path', 11), /^HTTP\/1\.1 413/)
    assert.match(await ask('/stream', 50), /^HTTP\/1\.1 100/)
    assert.match(await ask('/stream', 51), /^HTTP\/1\.1 413/)
  } finally {
    await app.shutdown()
  }
})

test('a route limits the parts and fields of its forms', async () => {
  const app = new App()
  app.post('/two', { maxParts: 2 }, (c) => c.json(Object.keys(c.multipartForm().value)))
  app.post('/keys', { maxKeys: 2 }, (c) => c.json(c.bind().form()))
  app.post('/any', (c) => c.json(Object.keys(c.multipartForm().value)))
  const post = async (path: string, fields: number): Promise<number> => {
    const body = new FormData()
    for (let i = 0; i < fields; i++) body.append(`f${i}`, 'x')
    return (await app.test(path, { method: 'POST', body })).status
  }
  for (const path of ['/two', '/keys']) assert.equal([await post(path, 2), await post(path, 3)], [200, 400])
  assert.is(await post('/any', 3), 200)
})

test('an invalid route limit throws at registration', () => {
  const app = new App()
  const handler = (): void => {}
  assert.throws(
    () => app.post('/', { bodyLimit: Number.NaN }, handler),
    /POST \/: bodyLimit: not a limit: NaN/,
  )
  assert.throws(() => app.post('/', { bodyLimit: -1 }, handler), RangeError)
  // @ts-expect-error: untyped code must get an error, too
  assert.throws(() => app.post('/', { bodylimit: 5 }, handler), /a route has no option bodylimit/)
  assert.throws(() => app.post('/', { bodyLimit: 5 }), /a route needs handlers/)
  // @ts-expect-error: middleware has no body limit
  assert.throws(() => app.use('/', { bodyLimit: 5 }, handler), /use \/: middleware has no option bodyLimit/)
  // @ts-expect-error: groups have none either
  assert.throws(() => app.group('/', { bodyLimit: 5 }, handler), /middleware has no option bodyLimit/)
  // @ts-expect-error: it is true or absent
  assert.throws(() => app.post('/', { body: false }, handler), /POST \/: body: neither true nor/)
})

test.run()
