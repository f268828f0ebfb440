import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type ListenOptions } from '../src/index.ts'
import { selfSigned } from './self-signed.ts'
import { pause } from './serve.ts'

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

/** All that a connection brings until the server closes it. */
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
  test(`${name}: shutdown waits for requests and not for connections without one`, async () => {
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

test.run()
