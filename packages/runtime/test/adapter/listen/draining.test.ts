import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, HttpError, type ListenOptions } from '../../../src/index.ts'
import { selfSigned } from '../../support/self-signed.ts'

// Answers and connections from the start of `drainDelay` on.

const secure = selfSigned()
const servers: Readonly<Record<string, ListenOptions>> = {
  http: {},
  https: secure,
  http2: { ...secure, http2: true },
}

function open(port: number, options: ListenOptions): Socket {
  return options.cert === undefined
    ? connect(port, '127.0.0.1')
    : connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
}

/** All bytes of a connection until the server closes it. */
function allOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('error', reject).on('close', () => resolve(text))
  })
}

/** Begins a shutdown whose `drainDelay` lasts until `end` is called. */
function drain(app: App): { readonly end: () => void; readonly done: Promise<boolean> } {
  const { setTimeout } = globalThis
  let end = (): void => {}
  Object.assign(globalThis, {
    setTimeout: (call: () => void) => {
      end = call
    },
  })
  const done = app.shutdown({ drainDelay: 1 })
  Object.assign(globalThis, { setTimeout })
  return { end, done }
}

function appOf(): { readonly app: App; readonly asked: Promise<() => void> } {
  const app = new App({ onError() {} })
  let ask = (_answer: () => void): void => {}
  const asked = new Promise<() => void>((resolve) => {
    ask = resolve
  })
  app.get('/', (c) => c.sendString('text'))
  app.get('/stream', (c) => c.sendStream(['a', 'b']))
  app.get('/own', (c) => {
    const response = c.response() as ServerResponse
    response.end('own')
  })
  app.get('/fails', () => {
    throw new Error('it fails')
  })
  app.get('/socket', () => {
    throw new HttpError(426, undefined, { headers: { Connection: 'Upgrade', Upgrade: 'websocket' } })
  })
  app.get('/slow', async (c) => {
    await new Promise<void>(ask)
    c.sendString('slow')
  })
  return { app, asked }
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
}

for (const [name, options] of Object.entries(servers)) {
  test(`${name}: each answer of HTTP/1 closes its connection from the start of the drain on`, async () => {
    const { app, asked } = appOf()
    const { port } = await app.listen({ host: '127.0.0.1', ...options })
    const kept = open(port, options)
    kept.write(get('/'))
    const [before] = (await once(kept, 'data')) as [Buffer]
    assert.match(String(before), /\r\nConnection: keep-alive\r\n/)
    const slow = open(port, options)
    slow.write(get('/slow'))
    const answer = await asked
    const { end, done } = drain(app)
    kept.write(get('/'))
    assert.match(await allOf(kept), /^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n.*text$/s)
    for (const [path, connection] of [
      ['/', 'close'],
      ['/stream', 'close'],
      ['/own', 'close'],
      ['/fails', 'close'],
      ['/nowhere', 'close'],
      ['/socket', 'Upgrade, close'],
    ] as const) {
      const socket = open(port, options)
      socket.write(get(path))
      assert.match(await allOf(socket), `\r\nConnection: ${connection}\r\n`, path)
    }
    const late = allOf(slow)
    answer()
    assert.match(await late, /\r\nConnection: close\r\n.*slow$/s)
    end()
    assert.is(await done, true)
  })
}

for (const [name, options] of Object.entries({ h2c: { http2: true }, http2: { ...secure, http2: true } })) {
  test(`${name}: HTTP/2 tells the end of a connection, and ends its requests`, async () => {
    const { app, asked } = appOf()
    const { url } = await app.listen({ host: '127.0.0.1', ...options })
    const session = connectHttp2(url, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/slow' }).setEncoding('utf8')
    const answer = await asked
    const goaway = once(session, 'goaway')
    const done = app.shutdown()
    assert.is((await goaway)[0], 0)
    const response = once(stream, 'response')
    answer()
    const [head] = await response
    assert.is(head.connection, undefined)
    assert.is((await once(stream, 'data'))[0], 'slow')
    assert.is(await done, true)
  })
}

test.run()
