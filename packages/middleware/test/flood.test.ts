import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bearerAuth } from '@ctxgen/middleware/bearer-auth'
import { limiter } from '@ctxgen/middleware/limiter'
import { App, type Handler } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import './support/locals.ts'

const mebibyte = 1024 * 1024
const clients = 60
const body = Buffer.alloc(4 * mebibyte, 'a')

const refusals: readonly (readonly [status: number, middleware: Handler])[] = [
  [401, bearerAuth('login', { validate: () => undefined })],
  [429, limiter({ max: 0 })],
]

for (const [status, middleware] of refusals) {
  test(`${clients} bodies of 4 MiB that are answered ${status} take no memory`, async () => {
    const app = new App({ bodyLimit: 8 * mebibyte, onError: () => {} })
    app.use(middleware)
    app.post('/', { body: true }, (c) => c.sendString(`${c.body().length}`))
    const { port } = await app.listen({ host: '127.0.0.1' })
    const before = bytesInUse()
    let peak = before
    const sampler = setInterval(() => {
      peak = Math.max(peak, bytesInUse())
    }, 10)
    const answers = await Promise.all(Array.from({ length: clients }, () => send(port)))
    clearInterval(sampler)
    await app.shutdown()
    assert.equal(new Set(answers), new Set([`HTTP/1.1 ${status}`]))
    const grown = Math.max(peak, bytesInUse()) - before
    assert.ok(grown < 16 * mebibyte, `${grown / mebibyte} MiB of ${(clients * body.length) / mebibyte}`)
  })
}

setFlagsFromString('--expose-gc')
const gc: unknown = runInNewContext('gc')

/** The bytes of buffers that are in use: the clients share theirs. */
function bytesInUse(): number {
  if (typeof gc === 'function') gc()
  return process.memoryUsage().arrayBuffers
}

/** Sends a whole body as fast as the server takes it. @returns the start of the answer */
function send(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    // A server that has answered may close before it has the whole body.
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer.slice(0, 12)))
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`)
    socket.write(body)
  })
}

test.run()
