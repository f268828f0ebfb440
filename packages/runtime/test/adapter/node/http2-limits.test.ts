import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx } from '../../../src/index.ts'
import { frame, frameType, headers, reset, settings, windowUpdate } from '../../support/http2-frames.ts'
import { Http2Wire } from '../../support/http2-wire.ts'

const requestTimeout = 1000
const told: unknown[] = []
let closed = 0
let served = 0

async function* endless(): AsyncGenerator<Uint8Array> {
  try {
    for (;;) yield new Uint8Array(100_000)
  } finally {
    closed++
  }
}

async function withServer(
  bodyMemory: number,
  use: (port: number, app: App) => Promise<void>,
  timeout: number = requestTimeout,
): Promise<void> {
  // A loopback address may be a proxy, so shares of clients need one that names its clients.
  const app = new App({
    bodyMemory,
    onError: (error) => void told.push(error),
    trustProxy: true,
    trustProxyConfig: { loopback: true },
    proxyHeader: 'X-Forwarded-For',
  })
  app.get('/large', (c) => c.send(new Uint8Array(300_000)))
  app.get('/endless', (c) => c.sendStream(endless()))
  app.all('/*', (c: Ctx) => {
    served++
    c.sendString(`${c.body().length}`)
  })
  const { port } = await app.listen({ host: '127.0.0.1', http2: true, requestTimeout: timeout })
  try {
    await use(port, app)
  } finally {
    await app.shutdown({ timeout: 100 })
  }
}

const wires = new Set<Http2Wire>()

async function openWire(port: number, values?: Readonly<Record<number, number>>): Promise<Http2Wire> {
  const wire = await Http2Wire.open(port, values)
  wires.add(wire)
  return wire
}

const noLimit = Number.POSITIVE_INFINITY
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function assertServes(port: number): Promise<void> {
  const wire = await openWire(port)
  wire.request(1, 'GET', '/')
  assert.is((await wire.over(1, 2000)).body, '0')
  wire.destroy()
}

test.after.each(() => {
  for (const wire of wires) wire.destroy()
  wires.clear()
})

test('a body that drips is a 408 at the deadline, and its stream is reset', async () => {
  await withServer(noLimit, async (port, app) => {
    const wire = await openWire(port)
    const start = performance.now()
    served = 0
    for (let stream = 1; stream <= 39; stream += 2) {
      wire.request(stream, 'POST', '/', [], true)
      wire.data(stream, 'x'.repeat(100))
    }
    let drips = 0
    const drip = setInterval(() => wire.data(1 + 2 * (drips++ % 20), 'x'), 20)
    await wire.until(() => wire.answer(39).reset !== undefined)
    clearInterval(drip)
    const ms = performance.now() - start
    assert.ok(ms > requestTimeout - 50 && ms < requestTimeout + 1500, `${ms}`)
    for (let stream = 1; stream <= 39; stream += 2) {
      const { status, reset: code } = wire.answer(stream)
      assert.equal([status, code], [408, 0])
    }
    assert.equal([served, app.bodyMemory.used], [0, 0])
    wire.request(101, 'POST', '/', [], true)
    wire.data(101, 'whole', true)
    assert.is((await wire.over(101)).body, '5')
    await pause(requestTimeout)
    assert.is(wire.answer(101).reset, undefined)
  })
})

test('a client without window for the 408 is reset all the same, and a silent one is closed', async () => {
  await withServer(noLimit, async (port) => {
    const wire = await openWire(port, { 4: 0 })
    wire.request(1, 'POST', '/', [], true)
    wire.data(1, 'x')
    assert.ok(await wire.until(() => wire.answer(1).reset !== undefined, 4000))
    assert.equal([wire.answer(1).status, wire.answer(1).reset], [408, 8])
    assert.ok(await wire.until(() => wire.isClosed, 5000))
  })
})

test('an answer that is never read is reset at the deadline; a slow reader is not', async () => {
  await withServer(noLimit, async (port) => {
    closed = 0
    const wire = await openWire(port, { 4: 0 })
    const paths = ['/large', '/endless', '/large', '/endless']
    for (const [i, path] of paths.entries()) wire.request(2 * i + 1, 'GET', path)
    wire.request(9, 'GET', '/large')
    wire.send(windowUpdate(0, 1_000_000))
    const start = performance.now()
    // It reads a piece now and then, for longer than the deadline.
    while (wire.answer(9).endedBy === undefined && performance.now() - start < 10 * requestTimeout) {
      wire.send(windowUpdate(9, 65_535))
      await pause(requestTimeout * 0.4)
    }
    assert.ok(performance.now() - start > 1.5 * requestTimeout)
    assert.equal(
      [1, 3, 5, 7].map((stream) => wire.answer(stream).reset),
      [2, 2, 2, 2],
    )
    assert.is(closed, 2)
    assert.equal([wire.answer(9).body.length, wire.answer(9).endedBy], [300_000, 'data'])
  })
})

test('one connection holds at most a quarter of the memory for bodies', async () => {
  await withServer(400_000, async (port, app) => {
    const wire = await openWire(port)
    const other = await openWire(port)
    for (let stream = 1; stream <= 39; stream += 2) {
      wire.request(stream, 'POST', '/', [['x-forwarded-for', `192.0.2.${stream}`]], true)
      wire.data(stream, 'x'.repeat(6000))
    }
    const statuses = (): number[] => Array.from({ length: 20 }, (_, i) => wire.answer(2 * i + 1).status)
    const count = (wanted: number): number => statuses().filter((status) => status === wanted).length
    assert.ok(await wire.until(() => count(503) === 4))
    assert.is(app.bodyMemory.used, 96_000)
    const isReset = (stream: number): boolean =>
      wire.answer(stream).status !== 503 || wire.answer(stream).reset === 0
    assert.ok(await wire.until(() => Array.from({ length: 20 }, (_, i) => 2 * i + 1).every(isReset)))
    for (let stream = 1; stream <= 39; stream += 2) wire.data(stream, 'x', true)
    assert.ok(await wire.until(() => count(200) === 16))
    // Other connections are not affected.
    other.request(1, 'POST', '/', [], true)
    other.data(1, 'whole', true)
    assert.is((await other.over(1)).body, '5')
    assert.ok(await wire.until(() => app.bodyMemory.used === 0))
    wire.destroy()
  })
})

test('an aborted connection releases the memory of its streams', async () => {
  await withServer(noLimit, async (port, app) => {
    const wire = await openWire(port)
    for (let stream = 1; stream <= 39; stream += 2) {
      wire.request(stream, 'POST', '/', [], true)
      wire.data(stream, 'x'.repeat(1000))
    }
    assert.ok(await wire.until(() => app.bodyMemory.used === 20_000))
    wire.destroy()
    for (let i = 0; i < 200 && app.bodyMemory.used > 0; i++) await pause(10)
    assert.is(app.bodyMemory.used, 0)
  })
})

const repeated = (count: number, make: (i: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, i) => make(i)))
const get = (stream: number): Buffer =>
  headers(
    stream,
    [
      [':method', 'GET'],
      [':scheme', 'http'],
      [':path', '/'],
      [':authority', 'a'],
    ],
    0x5,
  )
const openBody = (stream: number): Buffer =>
  headers(
    stream,
    [
      [':method', 'POST'],
      [':scheme', 'http'],
      [':path', '/'],
      [':authority', 'a'],
    ],
    0x4,
  )

const floods: Readonly<Record<string, () => Buffer>> = {
  'streams that are reset at once': () =>
    repeated(20_000, (i) => Buffer.concat([get(2 * i + 1), reset(2 * i + 1, 8)])),
  'uploads that are reset at once': () =>
    repeated(20_000, (i) =>
      Buffer.concat([openBody(2 * i + 1), frame(0, 0, 2 * i + 1, 'x'), reset(2 * i + 1, 8)]),
    ),
  PING: () => repeated(100_000, () => frame(frameType.ping, 0, 0, '12345678')),
  SETTINGS: () => repeated(50_000, () => settings({ 4: 1000 })),
  'empty DATA': () => Buffer.concat([openBody(1), repeated(100_000, () => frame(frameType.data, 0, 1))]),
  WINDOW_UPDATE: () => repeated(100_000, () => windowUpdate(0, 1)),
  PRIORITY: () => repeated(100_000, (i) => frame(frameType.priority, 0, 2 * i + 1, Buffer.alloc(5))),
  CONTINUATION: () =>
    Buffer.concat([
      frame(frameType.headers, 1, 1, get(1).subarray(9)),
      repeated(50_000, () => frame(frameType.continuation, 0, 1, Buffer.from([0, 1, 97, 1, 98]))),
    ]),
  'header sections of 16 KiB': () =>
    repeated(500, (i) =>
      headers(
        2 * i + 1,
        [
          [':method', 'GET'],
          [':scheme', 'http'],
          [':path', '/'],
          [':authority', 'a'],
          ['a', 'x'.repeat(16_000)],
        ],
        0x5,
      ),
    ),
}

for (const [name, flood] of Object.entries(floods)) {
  test(`after a flood of ${name} with unread answers the server is unchanged`, async () => {
    await withServer(
      noLimit,
      async (port, app) => {
        const wire = await openWire(port)
        wire.pause()
        const before = process.memoryUsage().rss
        wire.send(flood())
        await assertServes(port)
        await pause(300)
        await assertServes(port)
        const grown = process.memoryUsage().rss - before
        assert.ok(grown < 100e6, `${grown}`)
        assert.is(app.bodyMemory.used, 0)
      },
      60_000,
    )
  })
}

test.after(() => assert.equal(told, []))

test.run()
