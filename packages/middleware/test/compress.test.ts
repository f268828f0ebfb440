import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import * as zlib from 'node:zlib'
import { type CompressOptions, compress } from '@ctxgen/middleware/compress'
import { etag } from '@ctxgen/middleware/etag'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const manifest = fileURLToPath(import.meta.resolve('@ctxgen/middleware/package.json'))
const long = 'Hello, World! '.repeat(200)
const zstdDecompress: unknown = Reflect.get(zlib, 'zstdDecompressSync')
const hasZstd = typeof zstdDecompress === 'function'

function appWith(options: CompressOptions = {}): App {
  const app = new App({ onError: () => {} }).use(compress(options))
  app.get('/text', (c) => c.sendString(long))
  app.get('/json', (c) => c.json({ long }))
  app.get('/later', async (c) => c.json({ long }))
  app.get('/bytes', (c) => c.send(Buffer.from(long)))
  app.get('/png', (c) => c.type('png').send(Buffer.from(long)))
  app.get('/svg', (c) => c.type('svg').sendString(long))
  app.get('/problem', (c) => c.set('Content-Type', 'application/problem+json').sendString(long))
  app.get('/short', (c) => c.sendString('short'))
  app.get('/empty', (c) => c.sendString(''))
  app.get('/coded', (c) => c.set('Content-Encoding', 'gzip').type('txt').send(zlib.gzipSync(long)))
  app.get('/fixed', (c) => c.set('Cache-Control', 'public, no-transform').sendString(long))
  app.get('/digest', (c) => c.set('Content-Digest', 'sha-256=:AA==:').sendString(long))
  app.get('/part', (c) => c.status(206).set('Content-Range', 'bytes 0-9/20').sendString(long))
  app.get('/status', (c) => c.status(404).sendString(long))
  app.get('/length', (c) => c.set('Content-Length', `${long.length}`).sendString(long))
  app.get('/error', () => {
    throw new HttpError(409, long)
  })
  app.get('/stream', (c) => c.type('txt').sendStream(['a', '', long, 'b']))
  app.get('/sized', (c) => c.type('txt').sendStream([long], long.length))
  app.get('/events', (c) => c.set('Content-Type', 'text/event-stream').sendStream(['data: 1\n\n']))
  app.get('/broken', (c) => c.type('txt').sendStream(broken()))
  app.get('/file', (c) => c.sendFile(manifest, { byteRange: true }))
  return app
}

async function* broken(): AsyncGenerator<string> {
  yield* []
  throw new Error('broken')
}

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** Neither agent nor `fetch` may decode what the test is about. */
async function raw(
  port: number,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<Raw> {
  const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false }).end()
  const [answer] = await once(sent, 'response')
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece)
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(pieces) }
}

async function withServer(
  app: App,
  use: (
    get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Raw>,
  ) => Promise<void>,
): Promise<void> {
  const server = createServer(app.handler()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    await use((path, headers = {}, method = 'GET') => raw(port, path, headers, method))
  } finally {
    server.close()
  }
}

function decoded({ headers, bytes }: Raw): string {
  const coding = headers['content-encoding']
  if (coding === 'br') return zlib.brotliDecompressSync(bytes).toString()
  if (coding === 'gzip') return zlib.gunzipSync(bytes).toString()
  if (coding === 'zstd' && typeof zstdDecompress === 'function')
    return String(Reflect.apply(zstdDecompress, zlib, [bytes]))
  assert.is(coding, undefined)
  return bytes.toString()
}

const accepts: readonly (readonly [sent: string | undefined, coding: string | undefined])[] = [
  [undefined, undefined],
  ['', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['deflate', undefined],
  ['zstd', hasZstd ? 'zstd' : undefined],
]

test('the coding is negotiated, and Vary has its header', () =>
  withServer(appWith(), async (get) => {
    for (const [sent, coding] of accepts) {
      const got = await get('/text', sent === undefined ? {} : { 'accept-encoding': sent })
      assert.is(got.headers['content-encoding'], coding, sent)
      assert.is(got.headers['vary'], 'Accept-Encoding', sent)
      assert.is(got.headers['content-type'], 'text/plain; charset=utf-8')
      assert.is(got.headers['content-length'], `${got.bytes.length}`)
      assert.is(decoded(got), long)
      assert.is(got.bytes.length < long.length, coding !== undefined)
    }
  }))

const answers: readonly (readonly [path: string, isCoded: boolean, status?: number])[] = [
  ['/text', true],
  ['/json', true],
  ['/later', true],
  ['/svg', true],
  ['/problem', true],
  ['/status', true, 404],
  ['/length', true],
  ['/stream', true],
  ['/sized', true],
  ['/file', true],
  // Bytes without a type may be anything.
  ['/bytes', false],
  ['/png', false],
  ['/short', false],
  ['/empty', false],
  ['/fixed', false],
  ['/digest', false],
  ['/part', false, 206],
  ['/error', false, 409],
  ['/events', false],
  ['/nowhere', false, 404],
]

for (const coding of ['gzip', 'br', ...(hasZstd ? ['zstd'] : [])])
  test(`${coding}: what is compressed, and that it stays what it was`, () =>
    withServer(appWith(), async (get) => {
      for (const [path, isCoded, status = 200] of answers) {
        const plain = await get(path)
        const got = await get(path, { 'accept-encoding': coding })
        assert.equal([plain.status, got.status], [status, status], path)
        assert.is(got.headers['content-encoding'], isCoded ? coding : undefined, path)
        assert.is(decoded(got), decoded(plain), path)
        assert.is(got.headers['content-type'], plain.headers['content-type'], path)
        assert.is(got.headers['accept-ranges'], undefined, path)
        const head = await get(path, { 'accept-encoding': coding }, 'HEAD')
        for (const name of ['content-encoding', 'content-type', 'content-length', 'vary'])
          assert.is(head.headers[name], got.headers[name], `HEAD ${path} ${name}`)
      }
    }))

test('an answer that is coded already is sent as it is', () =>
  withServer(appWith(), async (get) => {
    const got = await get('/coded', { 'accept-encoding': 'br' })
    assert.is(got.headers['content-encoding'], 'gzip')
    assert.is(decoded(got), long)
    assert.is(got.headers['vary'], undefined)
  }))

test('two of them compress once', () =>
  withServer(
    new App().use(compress({ codings: ['gzip'] }), compress()).get('/', (c) => c.sendString(long)),
    async (get) => {
      const got = await get('/', { 'accept-encoding': 'br, gzip' })
      assert.is(got.headers['content-encoding'], 'br')
      assert.is(decoded(got), long)
    },
  ))

test('a request with no-transform, or for a range, gets the bytes themselves', () =>
  withServer(appWith(), async (get) => {
    const coding = { 'accept-encoding': 'gzip' }
    assert.is(
      (await get('/text', { ...coding, 'cache-control': 'no-transform' })).headers['content-encoding'],
      undefined,
    )
    const part = await get('/file', { ...coding, range: 'bytes=0-9' })
    assert.equal([part.status, part.headers['content-encoding'], part.bytes.length], [206, undefined, 10])
  }))

test('each piece of a stream can be read when it was sent', async () => {
  for (const coding of ['gzip', 'br', ...(hasZstd ? ['zstd'] : [])]) {
    let next = (_: string): void => {}
    const app = new App().use(compress())
    const piece = (): Promise<string> => new Promise((resolve) => (next = resolve))
    app.get('/', (c) =>
      c.type('txt').sendStream(
        (async function* () {
          yield 'first'
          for (let text = await piece(); text !== 'end'; text = await piece()) yield text
        })(),
      ),
    )
    const server = createServer(app.handler()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const sent = request({
      port,
      host: '127.0.0.1',
      headers: { 'accept-encoding': coding },
      agent: false,
    }).end()
    const [answer] = await once(sent, 'response')
    const decoder = answer.pipe(decoderOf(coding))
    const parts: string[] = []
    for (const text of ['', 'second', 'x'.repeat(200_000), 'third', 'end']) {
      if (text !== '') next(text)
      if (text === 'end') break
      const wanted = text === '' ? 'first' : text
      let got = ''
      while (got.length < wanted.length) {
        const read = decoder.read()
        if (read === null) await once(decoder, 'readable')
        else got += read
      }
      assert.is(got, wanted, coding)
      parts.push(got)
    }
    assert.is(parts.length, 4)
    decoder.resume()
    await once(decoder, 'end')
    server.close()
  }
})

function decoderOf(coding: string): zlib.Gunzip {
  if (coding === 'gzip') return zlib.createGunzip()
  if (coding === 'br') return zlib.createBrotliDecompress()
  const create: unknown = Reflect.get(zlib, 'createZstdDecompress')
  return typeof create === 'function' ? Reflect.apply(create, zlib, []) : zlib.createGunzip()
}

test('a source is released when the client leaves', async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const app = new App().use(compress())
  app.get('/', (c) => {
    const bytes = new ReadableStream<string>({
      pull: (to) => to.enqueue(`${Math.random()}`),
      cancel: release,
    })
    c.type('txt').sendStream(bytes)
  })
  const answer = await app.fetch(new Request('http://localhost/', { headers: { 'Accept-Encoding': 'br' } }))
  const reader = answer.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  await released
})

test('a stream that fails at once is a plain error', () =>
  withServer(appWith(), async (get) => {
    const got = await get('/broken', { 'accept-encoding': 'gzip', accept: 'text/plain' })
    assert.equal(
      [got.status, got.headers['content-encoding'], decoded(got)],
      [500, undefined, 'Internal Server Error'],
    )
  }))

for (const order of ['outside', 'inside'] as const)
  test(`with etag ${order}, the tag of coded bytes is not that of the others, and 304 works`, () => {
    const [first, second] = order === 'outside' ? [etag(), compress()] : [compress(), etag()]
    return withServer(
      new App().use(first, second).get('/', (c) => c.sendString(long)),
      async (get) => {
        const coding = { 'accept-encoding': 'gzip' }
        const plain = String((await get('/')).headers['etag'])
        const coded = String((await get('/', coding)).headers['etag'])
        assert.is.not(plain, coded)
        const again = await get('/', { ...coding, 'if-none-match': coded })
        assert.equal(
          [again.status, again.headers['etag'], again.headers['vary']],
          [304, coded, 'Accept-Encoding'],
        )
        assert.is(again.bytes.length, 0)
      },
    )
  })

test('threshold, filter and codings', async () => {
  const codingOf = async (options: CompressOptions, path: string): Promise<string | null> => {
    const sent = new Request(`http://localhost${path}`, { headers: { 'Accept-Encoding': 'br, gzip' } })
    return (await appWith(options).fetch(sent)).headers.get('Content-Encoding')
  }
  assert.is(await codingOf({ threshold: 0 }, '/short'), 'br')
  assert.is(await codingOf({ threshold: 0 }, '/empty'), null)
  assert.is(await codingOf({ threshold: 10_000 }, '/text'), null)
  assert.is(await codingOf({ codings: ['gzip'] }, '/text'), 'gzip')
  assert.is(await codingOf({ codings: [] }, '/text'), null)
  assert.is(await codingOf({ filter: (type) => type === 'text/event-stream' }, '/events'), 'br')
  assert.is(await codingOf({ filter: (_, c) => c.path() !== '/text' }, '/text'), null)
  for (const level of ['fast', 'best'] as const) assert.is(await codingOf({ level }, '/text'), 'br')
})

test('wrong options are refused at start', () => {
  assert.throws(() => compress({ threshold: Number.NaN }), /compress: threshold/)
  // @ts-expect-error: no such coding
  assert.throws(() => compress({ codings: ['deflate'] }), /compress: no deflate here/)
})

test.run()
