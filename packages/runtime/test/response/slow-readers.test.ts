import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type StreamInput } from '../../src/index.ts'
import { frameType, windowUpdate } from '../support/http2-frames.ts'
import { Http2Wire } from '../support/http2-wire.ts'
import { rawExchange } from '../support/raw-exchange.ts'
import { pause, until, withApp } from '../support/serve.ts'

const pieceBytes = 64 * 1024
/** The largest number of bytes held for a client that does not read, without the buffers of the system. */
const maxBuffered = 256 * 1024

/** The widest window (RFC 9113 section 6.9.1). */
const widest = 2 ** 31 - 1
/** The buffers of both ends of a connection, which Linux lets grow to 4 and 6 MB by default. */
const systemBytes = 10 * 1024 * 1024

/** An endless source that counts what was taken of it. */
interface Counted {
  readonly input: StreamInput
  taken: number
  isClosed: boolean
}

/** A kind of source. @param failsAt it fails when this much was taken */
type MakeSource = (failsAt?: number) => Counted

function take(counted: Omit<Counted, 'input'>, failsAt: number): Uint8Array {
  if (counted.taken >= failsAt) throw new Error('the source has failed')
  counted.taken += pieceBytes
  return new Uint8Array(pieceBytes)
}

const sources: Readonly<Record<string, MakeSource>> = {
  generator: (failsAt = Number.POSITIVE_INFINITY) => {
    const counted = { taken: 0, isClosed: false }
    async function* pieces(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield take(counted, failsAt)
      } finally {
        counted.isClosed = true
      }
    }
    return Object.assign(counted, { input: pieces() })
  },
  'web stream': (failsAt = Number.POSITIVE_INFINITY) => {
    const counted = { taken: 0, isClosed: false }
    const input = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(take(counted, failsAt)),
      cancel: () => {
        counted.isClosed = true
      },
    })
    return Object.assign(counted, { input })
  },
  'node stream': (failsAt = Number.POSITIVE_INFINITY) => {
    const counted = { taken: 0, isClosed: false }
    const input = new Readable({
      read() {
        try {
          this.push(take(counted, failsAt))
        } catch (error) {
          this.destroy(error instanceof Error ? error : undefined)
        }
      },
      destroy: (error, done) => {
        counted.isClosed = true
        done(error)
      },
    })
    return Object.assign(counted, { input })
  },
}

/** Waits until nothing more is taken of a source that was begun. */
async function settled(counted: Counted): Promise<void> {
  let last = -1
  for (let same = 0; same < 20; await pause(10)) {
    same = counted.taken === last && last > 0 ? same + 1 : 0
    last = counted.taken
  }
}

/** The bytes of a connection that the system has taken. */
function accepted(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength
}

for (const [kind, make] of Object.entries(sources)) {
  test(`HTTP/1: a client that does not read holds little of a ${kind}`, async () => {
    const counted = make()
    let socket: Socket | undefined
    const routes = (app: App): void => {
      app.get('/', (c) => {
        socket = Reflect.get(Object(c.request()), 'socket')
        c.sendStream(counted.input)
      })
    }
    await withApp({}, routes, async ({ port }) => {
      const client = connect(port, '127.0.0.1').pause()
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      await settled(counted)
      assert.ok(socket !== undefined)
      const held = counted.taken - accepted(socket)
      assert.ok(held <= maxBuffered, `${held} bytes`)
      // More is taken as soon as the client reads.
      const before = counted.taken
      client.resume()
      assert.ok(await until(() => counted.taken > before + 8 * 1024 * 1024))
      client.destroy()
      assert.ok(await until(() => counted.isClosed))
    })
  })

  test(`HTTP/2: a closed window holds little of a ${kind}, for each of several streams`, async () => {
    const made: Counted[] = []
    const app = new App({ onError: () => {} })
    app.get('/', (c) => {
      const counted = make()
      made.push(counted)
      c.sendStream(counted.input)
    })
    const { port } = await app.listen({ host: '127.0.0.1', http2: true })
    const wire = await Http2Wire.open(port)
    const streams = [1, 3, 5, 7]
    for (const stream of streams) wire.request(stream, 'GET', '/')
    assert.ok(await until(() => made.length === streams.length))
    for (const counted of made) await settled(counted)
    const sent = wire.frames
      .filter(({ type }) => type === frameType.data)
      .reduce((sum, { payload }) => sum + payload.length, 0)
    // The window of the connection, which all of them share (RFC 9113 section 6.9.2).
    assert.is(sent, 65_535)
    const taken = made.map((counted) => counted.taken)
    assert.ok(Math.max(...taken) <= maxBuffered + sent, `${taken} bytes`)
    wire.destroy()
    assert.ok(await until(() => made.every(({ isClosed }) => isClosed)))
    await app.shutdown({ timeout: 1000 })
  })

  test(`HTTP/2: a client with the widest windows that reads nothing holds little of a ${kind}`, async () => {
    const made: Counted[] = []
    const app = new App({ onError: () => {} })
    app.get('/', (c) => {
      const counted = make()
      made.push(counted)
      c.sendStream(counted.input)
    })
    const { port } = await app.listen({ host: '127.0.0.1', http2: true })
    const wire = await Http2Wire.open(port, { 4: widest })
    wire.pause()
    wire.send(windowUpdate(0, widest - 65_535))
    const streams = [1, 3, 5, 7]
    for (const stream of streams) wire.request(stream, 'GET', '/')
    assert.ok(await until(() => made.length === streams.length))
    // An unbounded one would never settle.
    for (const counted of made) await settled(counted)
    const taken = made.reduce((sum, counted) => sum + counted.taken, 0)
    assert.ok(taken <= streams.length * maxBuffered + systemBytes, `${taken} bytes`)
    wire.destroy()
    assert.ok(await until(() => made.every(({ isClosed }) => isClosed)))
    await app.shutdown({ timeout: 1000 })
  })

  test(`fetch: an unread body holds little of a ${kind}`, async () => {
    const counted = make()
    const app = new App()
    app.get('/', (c) => c.sendStream(counted.input))
    const reader = (await app.test('/')).body?.getReader()
    await settled(counted)
    assert.ok(counted.taken <= maxBuffered, `${counted.taken} bytes`)
    let read = 0
    while (read < 1024 * 1024) read += (await reader?.read())?.value?.length ?? Number.NaN
    await settled(counted)
    assert.ok(counted.taken - read <= maxBuffered, `${counted.taken - read} bytes`)
    await reader?.cancel()
    assert.ok(await until(() => counted.isClosed))
  })

  test(`a ${kind} that fails in the middle breaks the body off, with and without a length`, async () => {
    const size = 100 * pieceBytes
    const errors: unknown[] = []
    const app = new App({ onError: (error) => errors.push(String(error)) })
    app.get('/', (c) => c.sendStream(make(2 * pieceBytes).input))
    app.get('/sized', (c) => c.sendStream(make(2 * pieceBytes).input, size))
    const http1 = await app.listen({ host: '127.0.0.1' })
    const http2 = await app.listen({ host: '127.0.0.1', http2: true })
    const wire = await Http2Wire.open(http2.port, { 4: 1_000_000 })
    wire.send(windowUpdate(0, 1_000_000))
    for (const [i, path] of ['/', '/sized'].entries()) {
      const answer = await rawExchange(http1.port, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      assert.match(answer, path === '/' ? /transfer-encoding: chunked/i : /content-length: 6553600\r\n/i)
      assert.not.match(answer, /\r\n0\r\n\r\n$/)
      const stream = 2 * i + 1
      wire.request(stream, 'GET', path)
      assert.equal([(await wire.over(stream)).endedBy, wire.answer(stream).reset], [undefined, 2])
      try {
        await (await app.test(path)).arrayBuffer()
        assert.unreachable()
      } catch (error) {
        assert.match(String(error), /the source has failed/)
      }
    }
    assert.equal(
      errors,
      Array.from({ length: 6 }, () => 'Error: the source has failed'),
    )
    wire.destroy()
    await app.shutdown({ timeout: 1000 })
  })
}

test.run()
