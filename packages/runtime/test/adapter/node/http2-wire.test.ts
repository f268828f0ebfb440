import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, type ListenAddress } from '../../../src/index.ts'
import {
  endHeaders,
  endStream,
  type Fields,
  frame,
  frameType,
  headers,
  reset,
  windowUpdate,
} from '../../support/http2-frames.ts'
import { Http2Wire } from '../../support/http2-wire.ts'

// h2spec's requirements for the parts beyond node: the requests our handlers see, and the form of our
// answers.

const app = new App({ bodyLimit: 100_000, onError: () => {} })
let served: string[] = []
let aborted = 0
let closed = 0
const show = (c: Ctx): void => {
  served.push(c.path())
  c.sendString(`${c.method()} ${c.path()} ${c.hostname()} ${c.body().length}`)
}
async function* endless(): AsyncGenerator<Uint8Array> {
  try {
    for (;;) yield new Uint8Array(16_384)
  } finally {
    closed++
  }
}
app.get('/large', (c) => c.send(new Uint8Array(150_000).fill(120)))
app.get('/no-content', (c) => c.status(204).sendString('x'))
app.get('/not-modified', (c) => c.status(304).sendString('x'))
app.get('/endless', (c) => {
  c.signal().addEventListener('abort', () => aborted++)
  c.sendStream(endless())
})
app.get('/stream-head', (c) => c.sendStream(endless()))
app.post('/echo', (c) => c.send(c.body()))
app.all('/*', show)

let server: ListenAddress
test.before(async () => {
  server = await app.listen({ host: '127.0.0.1', http2: true })
})
test.before.each(() => {
  served = []
})
test.after(async () => {
  await app.shutdown({ timeout: 100 })
})

async function withWire(
  use: (wire: Http2Wire) => Promise<void>,
  settings: Readonly<Record<number, number>> = {},
): Promise<void> {
  const wire = await Http2Wire.open(server.port, settings)
  try {
    await use(wire)
  } finally {
    wire.destroy()
  }
}

/** The connection still works. */
async function assertUsable(wire: Http2Wire): Promise<void> {
  wire.request(99, 'GET', '/after')
  wire.send(windowUpdate(99, 1000))
  assert.is((await wire.over(99)).body, 'GET /after localhost 0')
}

const plain: Fields = [
  [':method', 'GET'],
  [':scheme', 'http'],
  [':path', '/a'],
  [':authority', 'localhost'],
]
const without = (name: string): Fields => plain.filter(([other]) => other !== name)
const having = (name: string, value: string): Fields =>
  plain.map(([other, old]) => [other, other === name ? value : old])

const malformed: Readonly<Record<string, Fields>> = {
  'no :method': without(':method'),
  'no :scheme': without(':scheme'),
  'no :path': without(':path'),
  'neither :authority nor Host': without(':authority'),
  'an empty :path': having(':path', ''),
  'a :path without a slash': having(':path', 'a'),
  'a :path with an authority': having(':path', 'http://evil.example/a'),
  'a :path with a blank': having(':path', '/a b'),
  '* for GET': having(':path', '*'),
  'no token for a method': having(':method', 'G T'),
  'two paths': [...plain, [':path', '/b']],
  'an unknown pseudo-header': [...plain, [':a', '1']],
  'a pseudo-header of responses': [...plain, [':status', '200']],
  'a pseudo-header after regular ones': [['a', '1'], ...plain],
  'upper case': [...plain, ['X-A', '1']],
  Connection: [...plain, ['connection', 'close']],
  'Transfer-Encoding': [...plain, ['transfer-encoding', 'chunked']],
  'TE but for trailers': [...plain, ['te', 'gzip']],
  'a Host that differs from the :authority': [...plain, ['host', 'evil.example']],
  'an :authority with a name': having(':authority', 'me@localhost'),
  'an extended CONNECT': [[':protocol', 'websocket'], ...having(':method', 'CONNECT')],
}

for (const [name, fields] of Object.entries(malformed)) {
  test(`malformed: ${name}`, async () => {
    await withWire(async (wire) => {
      wire.send(headers(1, fields, endHeaders | endStream))
      const { status, reset: code } = await wire.over(1)
      assert.ok(code === 1 || status === 400, `status ${status}, reset ${code}`)
      assert.equal(served, [])
      await assertUsable(wire)
    })
  })
}

test('handlers see the pseudo-headers in the form of HTTP/1.1', async () => {
  await withWire(async (wire) => {
    wire.request(1, 'PATCH', '/%2e/b?c', [[':authority', 'shop.example:8080']])
    assert.is((await wire.over(1)).body, 'PATCH /%2e/b shop.example 0')
    wire.send(headers(3, [...without(':authority'), ['host', 'host.example']], endHeaders | endStream))
    assert.is((await wire.over(3)).body, 'GET /a host.example 0')
    wire.request(5, 'OPTIONS', '*')
    assert.is((await wire.over(5)).body, 'OPTIONS * localhost 0')
    wire.request(7, 'TRACE', '/a')
    assert.is((await wire.over(7)).status, 405)
  })
})

test('a body is all of its DATA, padded, interleaved with others or empty', async () => {
  await withWire(async (wire) => {
    wire.request(1, 'POST', '/echo', [], true)
    wire.request(3, 'POST', '/echo', [['content-length', '5']], true)
    wire.data(1, 'one ')
    wire.data(3, 'th')
    wire.data(3, '')
    wire.send(frame(frameType.data, 0x8, 1, Buffer.from('\x04body\0\0\0\0', 'latin1')))
    wire.data(3, 'ree', true)
    assert.is((await wire.over(3)).body, 'three')
    wire.data(1, '', true)
    assert.is((await wire.over(1)).body, 'one body')
    await assertUsable(wire)
  })
})

test('a body of another length than announced ends its stream, on Node 26 its connection', async () => {
  for (const [sent, isWhole] of [
    ['three', false],
    ['thr', true],
  ] as const) {
    await withWire(async (wire) => {
      wire.request(1, 'POST', '/echo', [['content-length', '4']], true)
      wire.data(1, sent, isWhole)
      await wire.until(() => wire.isClosed || wire.answer(1).reset !== undefined)
      assert.ok(wire.isClosed || wire.answer(1).reset === 1)
    })
  }
})

test('trailers only end a body', async () => {
  await withWire(async (wire) => {
    wire.request(1, 'POST', '/echo', [], true)
    wire.data(1, 'body')
    wire.send(headers(1, [['x-a', '1']], endHeaders | endStream))
    const { status, body } = await wire.over(1)
    assert.equal([status, body], [200, 'body'])
    for (const [stream, fields, flags] of [
      [3, [['x-a', '1']], endHeaders],
      [5, [[':path', '/evil']], endHeaders | endStream],
    ] as const) {
      wire.request(stream, 'POST', '/trailers', [], true)
      wire.data(stream, 'body')
      wire.send(headers(stream, fields, flags))
      assert.is((await wire.over(stream)).reset, 1)
    }
    assert.equal(served, [])
    await assertUsable(wire)
  })
})

test('an upload that is reset reaches no handler, and leaves nothing open', async () => {
  await withWire(async (wire) => {
    for (let stream = 1; stream < 41; stream += 2) {
      wire.request(stream, 'POST', '/upload', [], true)
      wire.data(stream, 'x'.repeat(1000))
    }
    assert.ok(await wire.until(() => app.bodyMemory.used === 20_000))
    for (let stream = 1; stream < 41; stream += 2) wire.send(reset(stream, 8))
    assert.ok(await wire.until(() => app.bodyMemory.used === 0))
    await assertUsable(wire)
    assert.equal(served, ['/after'])
  })
})

test('a body past the limit is a 413, and the rest of it is refused', async () => {
  await withWire(async (wire) => {
    for (const [stream, fields] of [
      [1, [['content-length', '100001']]],
      [3, []],
    ] as const) {
      wire.request(stream, 'POST', '/upload', fields, true)
      for (let sent = 0; sent < 7 && wire.answer(stream).status === 0; sent++) {
        wire.data(stream, 'x'.repeat(16_384))
        await wire.until(() => wire.answer(stream).status !== 0, 50)
      }
      await wire.until(() => wire.answer(stream).reset !== undefined)
      const { status, reset: code } = wire.answer(stream)
      assert.equal([status, code], [413, 0])
    }
    assert.equal([served, app.bodyMemory.used], [[], 0])
  })
})

test('no DATA for HEAD, 204 and 304, and an unread stream is closed', async () => {
  await withWire(async (wire) => {
    wire.request(1, 'HEAD', '/large')
    wire.request(3, 'GET', '/no-content')
    wire.request(5, 'GET', '/not-modified')
    wire.request(7, 'HEAD', '/a')
    wire.request(9, 'HEAD', '/stream-head')
    const statuses: number[] = []
    for (const stream of [1, 3, 5, 7, 9]) {
      const { status, dataFrames, endedBy } = await wire.over(stream)
      assert.equal([dataFrames, endedBy], [0, 'headers'], `${stream}`)
      statuses.push(status)
    }
    assert.equal(statuses, [200, 204, 304, 200, 200])
  })
})

test('an answer respects the windows of its stream and of the connection', async () => {
  await withWire(
    async (wire) => {
      wire.request(1, 'GET', '/large')
      await wire.until(() => wire.answer(1).body.length >= 10, 1000)
      assert.is(wire.answer(1).body.length, 10)
      wire.send(windowUpdate(1, 1))
      await wire.until(() => wire.answer(1).body.length >= 11, 1000)
      assert.is(wire.answer(1).body.length, 11)
      // The connection's initial window is 65,535 bytes.
      wire.send(windowUpdate(1, 1_000_000))
      await wire.until(() => wire.answer(1).body.length >= 65_535, 1000)
      assert.is(wire.answer(1).body.length, 65_535)
      wire.send(windowUpdate(0, 1_000_000))
      const { body, endedBy } = await wire.over(1)
      assert.equal([body.length, endedBy], [150_000, 'data'])
      await assertUsable(wire)
    },
    { 4: 10 },
  )
})

test('a window above 2^31-1, or increased by zero, ends the stream', async () => {
  await withWire(
    async (wire) => {
      wire.request(1, 'GET', '/large')
      wire.send(windowUpdate(1, 0x7fffffff))
      await wire.until(() => wire.isClosed || wire.answer(1).reset !== undefined)
      // Node 26 closes the connection.
      if (wire.isClosed) return
      assert.is(wire.answer(1).reset, 3)
      wire.request(3, 'GET', '/large')
      wire.send(windowUpdate(3, 0))
      await wire.until(() => wire.isClosed || wire.answer(3).reset !== undefined)
      assert.ok(wire.isClosed || wire.answer(3).reset === 1)
    },
    { 4: 1000 },
  )
})

test('a reset answer ends its source, and the handler is notified', async () => {
  await withWire(async (wire) => {
    const before = [aborted, closed]
    wire.request(1, 'GET', '/endless')
    assert.ok(await wire.until(() => wire.answer(1).dataFrames > 0))
    wire.send(reset(1, 8))
    assert.ok(await wire.until(() => aborted > (before[0] ?? 0) && closed > (before[1] ?? 0)))
    wire.send(windowUpdate(0, 1_000_000))
    await assertUsable(wire)
  })
})

test('Expect: 100-continue is answered before the body, or by a refusal', async () => {
  await withWire(async (wire) => {
    wire.request(1, 'POST', '/echo', [['expect', '100-continue']], true)
    assert.ok(await wire.until(() => wire.frames.some(({ type, stream }) => type === 1 && stream === 1)))
    assert.is(wire.answer(1).status, 0)
    wire.data(1, 'body', true)
    assert.is((await wire.over(1)).body, 'body')
    wire.request(
      3,
      'POST',
      '/echo',
      [
        ['expect', '100-continue'],
        ['content-length', '100001'],
      ],
      true,
    )
    assert.is((await wire.over(3)).status, 413)
  })
})

test.run()
