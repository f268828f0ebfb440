import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type ListenOptions } from '../../../src/index.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { pause, until } from '../../support/serve.ts'

const secure = selfSigned()
const servers: Readonly<Record<string, ListenOptions>> = {
  http: {},
  https: secure,
  http2: { ...secure, http2: true },
}
const short = { headersTimeout: 300, requestTimeout: 400, keepAliveTimeout: 300 }

function open(port: number, options: ListenOptions): Socket {
  const socket =
    options.cert === undefined
      ? connect(port, '127.0.0.1')
      : connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
  return socket.on('error', () => {})
}

/** All bytes of a connection until the server closes it. */
function allOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('close', () => resolve(text))
  })
}

for (const [name, options] of Object.entries(servers)) {
  test(`${name}: shutdown waits for requests but not for idle connections`, async () => {
    const app = new App()
    let begin = (): void => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    app.get('/', async (c) => {
      begin()
      await pause(50)
      c.sendString('done')
    })
    const { port } = await app.listen({ host: '127.0.0.1', ...options })
    const unused = open(port, options)
    const silent = connect(port, '127.0.0.1').on('error', () => {})
    const partial = open(port, options)
    partial.write('GET / HTTP/1.1\r\n')
    const busy = open(port, options)
    const answer = allOf(busy)
    const closed = Promise.all([unused, silent, partial].map(allOf))
    busy.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await begun
    await app.shutdown()
    assert.match(await answer, /\r\n\r\ndone$/)
    assert.equal(await closed, ['', '', ''])
  })

  test(`${name}: HTTP/1 has its time-outs`, async () => {
    const app = new App()
    app.post('/', (c) => c.send(c.body()))
    const { port } = await app.listen({ host: '127.0.0.1', ...short, ...options })
    const starts = ['', 'POST / HTTP/1.1\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx']
    const idle = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'
    const answers = [...starts, idle].map((start) => {
      const socket = open(port, options)
      socket.write(start)
      return allOf(socket)
    })
    const [nothing, head, body, kept] = await Promise.all(answers)
    assert.equal([nothing, head], ['', ''])
    assert.match(body ?? '', /^HTTP\/1\.1 408 /)
    assert.match(kept ?? '', /^HTTP\/1\.1 200 /)
    await app.shutdown()
  })
}

const alsoClear: Readonly<Record<string, ListenOptions>> = { ...servers, h2c: { http2: true } }

for (const [name, options] of Object.entries(alsoClear)) {
  test(`${name}: shutdown cuts open requests at its deadline`, async () => {
    const app = new App()
    const aborted: boolean[] = []
    const begun = new Promise<void>((resolve) => {
      app.get('/', async (c) => {
        c.signal().addEventListener('abort', () => aborted.push(true))
        resolve()
        await new Promise(() => {})
      })
    })
    const { port } = await app.listen({ host: '127.0.0.1', ...options })
    const silent = allOf(connect(port, '127.0.0.1').on('error', () => {}))
    const waiting = ask(port, options)
    await begun
    const began = performance.now()
    const first = app.shutdown()
    assert.is(await app.shutdown({ timeout: 100 }), false)
    assert.ok(performance.now() - began < 900, 'an idle connection is closed at once')
    assert.is(await first, true)
    await Promise.all([silent, waiting])
    assert.ok(await until(() => aborted.length === 1))
  })

  test(`${name}: shutdown that ends before its deadline reports it`, async () => {
    const app = new App().get('/', (c) => c.sendString('done'))
    const { port } = await app.listen({ host: '127.0.0.1', ...options })
    assert.match(await ask(port, options), /done$/)
    for (const timeout of [0, 1000, Number.POSITIVE_INFINITY])
      assert.is(await app.shutdown({ timeout }), true)
  })
}

/** One request over the server's best protocol, and all bytes until the connection closed. */
async function ask(port: number, options: ListenOptions): Promise<string> {
  if (!options.http2) {
    const socket = open(port, options)
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    return allOf(socket)
  }
  const scheme = options.cert === undefined ? 'http' : 'https'
  const session = connectHttp2(`${scheme}://127.0.0.1:${port}`, { rejectUnauthorized: false })
  let text = ''
  session.on('error', () => {})
  session
    .request({ ':path': '/' })
    .on('error', () => {})
    .on('data', (chunk) => {
      text += chunk
    })
    .on('end', () => session.close())
  await new Promise((resolve) => session.once('close', resolve))
  return text
}

test('shutdown takes only a number as a deadline', async () => {
  for (const timeout of [Number.NaN, -1]) {
    const error: unknown = await new App().shutdown({ timeout }).catch((caught: unknown) => caught)
    assert.instance(error, RangeError)
  }
})

test('fetch and shutdown need no this', async () => {
  const app = new App().get('/', (c) => c.sendString(`${c.ip()} ${c.port()}`))
  const { fetch, shutdown } = app
  const ask = async (...more: readonly unknown[]): Promise<string> => {
    const answer: Response = await Reflect.apply(fetch, undefined, [new Request('http://a/'), ...more])
    return answer.text()
  }
  assert.is(await ask(), ' ')
  assert.is(await ask({ remoteAddress: '1.2.3.4', remotePort: 5 }), '1.2.3.4 5')
  assert.is(
    await ask({ port: 80, requestIP: () => ({ address: '::1', port: 7 }) }),
    '::1 7',
    'as Bun calls it',
  )
  assert.is(await ask({ requestIP: () => null }), ' ')
  assert.is(await ask({ remoteAddr: { hostname: '1.1.1.1', port: 9 } }), '1.1.1.1 9', 'as Deno calls it')
  assert.is(await ask({ remoteAddr: { path: '/run/socket' } }), ' ')
  await app.listen({ host: '127.0.0.1' })
  assert.is(await Reflect.apply(shutdown, undefined, ['SIGTERM']), true, 'as a signal calls it')
})

test.run()
