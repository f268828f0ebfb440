import { connect, type Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BodyMemory, type BodyOwner } from '../../src/app/body-memory.ts'
import { ownerOf } from '../../src/app/body-owner.ts'
import type { App, AppConfig, HttpError } from '../../src/index.ts'
import { trustSettingsOf } from '../../src/request/proxy-trust.ts'
import { until, withApp } from '../support/serve.ts'

const kB = 1024
const proxied: AppConfig = {
  bodyLimit: 128 * kB,
  bodyMemory: 32 * 128 * kB,
  trustProxy: true,
  trustProxyConfig: { loopback: true },
  proxyHeader: 'X-Forwarded-For',
}

function echo(app: App): void {
  app.post('/', (c) => c.sendString(`${c.body().length}`))
}

/** Sends all but one byte of a body of the largest size, and waits. */
function stall(port: number, address: string): { socket: Socket; answer(): string } {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('error', () => {})
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk
  })
  const size = 128 * kB
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${address}\r\nContent-Length: ${size}\r\n\r\n`)
  socket.write('x'.repeat(size - 1))
  return { socket, answer: () => answer }
}

function post(url: string, size: number): Promise<Response> {
  const headers = { 'X-Forwarded-For': '192.0.2.200' }
  return fetch(url, { method: 'POST', body: 'x'.repeat(size), headers, signal: AbortSignal.timeout(5000) })
}

test('one client cannot keep others from sending bodies', async () => {
  await withApp(proxied, echo, async ({ url, port }, app) => {
    const stalled = Array.from({ length: 32 }, () => stall(port, '192.0.2.1'))
    const refused = (): number => stalled.filter(({ answer }) => answer().includes(' 503 ')).length
    assert.ok(await until(() => refused() === 24))
    assert.is(app.bodyMemory.used, 8 * (128 * kB - 1))
    for (let i = 0; i < 20; i++) assert.is((await post(url, i % 2 === 0 ? 10 : 100 * kB)).status, 200)
    for (const { socket } of stalled) socket.destroy()
    assert.ok(await until(() => app.bodyMemory.used === 0))
  })
})

test('many clients leave room for small bodies, and the slowest gives its place up to a large one', async () => {
  await withApp(proxied, echo, async ({ url, port }, app) => {
    const stalled = Array.from({ length: 32 }, (_, i) => stall(port, `192.0.2.${i}`))
    assert.ok(await until(() => app.bodyMemory.used >= 25 * 128 * kB))
    for (let i = 0; i < 20; i++) assert.is((await post(url, 10)).status, 200)
    // The bodies in the way are spared for a second.
    let status = 0
    for (const end = Date.now() + 10_000; status !== 200 && Date.now() < end; ) {
      status = (await post(url, 100 * kB)).status
    }
    assert.is(status, 200)
    assert.ok(stalled.some(({ answer }) => answer().includes(' 408 ')))
    for (const { socket } of stalled) socket.destroy()
    assert.ok(await until(() => app.bodyMemory.used === 0))
    assert.is((await post(url, 100 * kB)).status, 200)
  })
})

test('a body that stands still is a 408, one that drips is not', async () => {
  await withApp({ ...proxied, bodyIdleTimeout: 400 }, echo, async ({ port }, app) => {
    const { answer } = stall(port, '192.0.2.1')
    const dripping = stall(port, '192.0.2.2')
    dripping.socket.write('x')
    const slow = connect(port, '127.0.0.1')
    let text = ''
    slow.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    slow.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n')
    const drip = setInterval(() => slow.write('x'), 100)
    assert.ok(await until(() => answer().includes('HTTP/1.1 408')))
    assert.ok(await until(() => text.endsWith('\r\n\r\n12')))
    clearInterval(drip)
    slow.destroy()
    dripping.socket.destroy()
    assert.ok(await until(() => app.bodyMemory.used === 0))
  })
})

test('fetch: a body that stands still is a 408', async () => {
  const { App } = await import('../../src/index.ts')
  const app = new App({ bodyIdleTimeout: 50 })
  echo(app)
  let isCancelled = false
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => {
      isCancelled = true
    },
  })
  let status = 0
  void app.test('/', { method: 'POST', body, duplex: 'half' } as RequestInit).then((answer) => {
    status = answer.status
  })
  // The timer of a stalled body does not keep a process alive.
  assert.ok(await until(() => status === 408))
  assert.ok(await until(() => isCancelled))
  assert.is(app.bodyMemory.used, 0)
})

const statusOf = (error: HttpError | undefined): number | undefined => error?.status
const ignore = { refuse(): void {} }

test('a quarter is the share of a client and of a session, in both parts and with what is decoded', () => {
  const memory = new BodyMemory(800 * kB, 1000)
  const session = {}
  const of = (client: string | undefined, own?: object): BodyOwner => ({ client, session: own })
  const first = memory.hold(of('a'), 10, ignore)
  const second = memory.hold(of('a'), 150 * kB, ignore)
  assert.ok(first.receive(60 * kB))
  assert.ok(second.receive(140 * kB))
  const third = memory.hold(of('a'), 10, ignore)
  assert.equal([third.receive(10), statusOf(third.refusal)], [false, 503])
  first.release()
  const fourth = memory.hold(of('a'), 10, ignore)
  assert.equal([fourth.receive(10), fourth.take(70 * kB), memory.used], [true, false, 140 * kB])
  const ofSession = [memory.hold(of('b', session), 10, ignore), memory.hold(of('c', session), 10, ignore)]
  assert.equal(
    ofSession.map((held) => held.receive(150 * kB)),
    [true, false],
  )
  const unknown = memory.hold(of(undefined, session), 10, ignore)
  assert.ok(unknown.receive(250 * kB))
  for (const held of [second, unknown, ...ofSession]) held.release()
  assert.is(memory.used, 0)
})

test('of the bodies in the way, the one that has received the fewest bytes lately is refused', () => {
  const real = performance.now
  let now = real.call(performance)
  performance.now = () => now
  try {
    const memory = new BodyMemory(800 * kB, 100_000)
    const refused: string[] = []
    const begin = (name: string): ReturnType<BodyMemory['hold']> => {
      const refuse = ({ status }: HttpError): void => {
        refused.push(`${name} ${status}`)
        held.release()
      }
      const held = memory.hold({ client: name, session: undefined }, 300 * kB, { refuse })
      return held
    }
    const [large, recent, late] = [begin('large'), begin('recent'), begin('late')]
    large.receive(190 * kB)
    recent.receive(150 * kB)
    now += 6000
    recent.receive(30 * kB)
    late.receive(190 * kB)
    const [young, next] = [begin('young'), begin('next')]
    // The first has received nothing in the last five seconds, the second 30 kB.
    assert.equal([young.receive(190 * kB), refused.splice(0)], [true, ['large 408']])
    assert.equal([next.receive(190 * kB), refused.splice(0)], [true, ['recent 408']])
    now += 500
    assert.equal([begin('other').receive(190 * kB), refused.splice(0)], [true, ['late 408']])
    // The others are younger than a second.
    const refusal = begin('last')
    assert.equal([refusal.receive(190 * kB), refusal.refusal?.status, refused], [false, 503, []])
    now += 600
    assert.equal([begin('later').receive(190 * kB), refused], [true, ['young 408']])
  } finally {
    performance.now = real
  }
})

test('the client of a body is an address, or what a trusted proxy says', () => {
  const ofPeer = (remoteAddress: string, config = {}, line = ''): string | undefined =>
    ownerOf(
      { rawHeaders: line === '' ? [] : ['X-Forwarded-For', line], socket: { remoteAddress } },
      trustSettingsOf(config),
    ).client
  assert.is(ofPeer('198.51.100.7'), '198.51.100.7')
  assert.is(ofPeer('::ffff:198.51.100.7'), '198.51.100.7')
  assert.is(ofPeer('2001:db8:1:2:3::4'), ofPeer('2001:db8:1:2::1'))
  assert.is.not(ofPeer('2001:db8:1:2::1'), ofPeer('2001:db8:1:3::1'))
  for (const maybeProxy of [
    '',
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '172.16.3.4',
    '192.168.1.1',
    'fd00::1',
    'fe80::1',
    '169.254.1.1',
  ])
    assert.is(ofPeer(maybeProxy, {}, '198.51.100.7'), undefined, maybeProxy)
  const trusting = { trustProxy: true, trustProxyConfig: { loopback: true }, proxyHeader: 'X-Forwarded-For' }
  assert.is(ofPeer('127.0.0.1', trusting, '203.0.113.9, 198.51.100.7'), '198.51.100.7')
  assert.is(ofPeer('198.51.100.8', trusting, '203.0.113.9'), '198.51.100.8')
  assert.is(ofPeer('127.0.0.1', trusting), '127.0.0.1')
})

test.run()
