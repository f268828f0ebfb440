import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { expressInput, fastifyInput, fetchInput, honoInput, koaInput } from '../../../src/adapters.ts'
import type { BindInput } from '../../../src/index.ts'

// Inputs whose body is not read. The real frameworks are in test/compat/frameworks.

const config = { body: 'stream', bodyLimit: 300_000 } as const
const inputs: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse) => Promise<BindInput>>> = {
  Express: expressInput(config),
  Koa: (req, res) => koaInput(config)({ req, res, request: {} }),
  Fastify: (req, res) =>
    fastifyInput(config)({ raw: req, params: {} }, { raw: res, getHeaders: () => res.getHeaders() }),
}

async function sizeOf(input: BindInput): Promise<number> {
  let size = 0
  for await (const piece of input.bodyStream?.() ?? []) size += piece.length
  return size
}

async function resultOf(work: Promise<unknown>): Promise<string> {
  return work.then(String, String)
}

for (const [name, inputOf] of Object.entries(inputs)) {
  const results: string[] = []
  const server = createServer(async (req, res) => {
    const input = await inputOf(req, res)
    results.push(await resultOf(sizeOf(input)))
    server.emit('result')
    res.end()
  })
  test.before(async () => void (await once(server.listen(0, '127.0.0.1'), 'listening')))
  test.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const port = (): number => (server.address() as AddressInfo).port
  const post = async (body: string | Uint8Array, headers: Record<string, string> = {}): Promise<string> => {
    await (await fetch(`http://127.0.0.1:${port()}/`, { method: 'POST', body, headers })).text()
    return results.splice(0).join()
  }

  test(`${name}: the pieces are decoded and counted`, async () => {
    assert.is(await post('x'.repeat(200_000)), '200000')
    assert.is(await post(gzipSync('x'.repeat(200_000)), { 'content-encoding': 'gzip' }), '200000')
    const bomb = gzipSync('x'.repeat(400_000))
    assert.match(await post(bomb, { 'content-encoding': 'gzip' }), /Payload Too Large/)
    assert.is(await post(''), '0')
  })

  test(`${name}: past the limit a read rejects, and the connection serves the next request`, async () => {
    const sent = request({ port: port(), host: '127.0.0.1', method: 'POST' })
    // Its length is not announced.
    sent.flushHeaders()
    sent.end('x'.repeat(3_000_000))
    const [response] = await once(sent, 'response')
    await once(response.resume(), 'end')
    assert.match(results.splice(0).join(), /Payload Too Large/)
    assert.is(await post('abc'), '3')
  })

  test(`${name}: a client that leaves makes a read reject`, async () => {
    const socket = connect(port(), '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nabc')
    const ended = once(server, 'result')
    await once(server, 'request')
    socket.destroy()
    await ended
    assert.match(results.splice(0).join(), /The request broke off/)
  })
}

const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}): Request =>
  new Request('http://a/', { method: 'POST', body, headers, duplex: 'half' })
const fetched: Readonly<Record<string, (request: Request) => Promise<BindInput>>> = {
  fetch: fetchInput(config),
  Hono: (raw) =>
    honoInput(config)({
      req: { raw, param: () => ({}), arrayBuffer: () => raw.arrayBuffer() },
      res: new Response(),
    }),
}

for (const [name, inputOf] of Object.entries(fetched)) {
  test(`${name}: the pieces are decoded and counted, and each is taken when it is read`, async () => {
    assert.is(await sizeOf(await inputOf(post('x'.repeat(200_000)))), 200_000)
    const zipped = post(gzipSync('x'.repeat(200_000)), { 'content-encoding': 'gzip' })
    assert.is(await sizeOf(await inputOf(zipped)), 200_000)
    assert.match(await resultOf(sizeOf(await inputOf(post('x'.repeat(400_000))))), /Payload Too Large/)
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++
        controller.enqueue(new Uint8Array(10))
      },
    })
    const reader = (await inputOf(post(endless))).bodyStream?.().getReader()
    for (let i = 0; i < 5; i++) await reader?.read()
    assert.ok(pulled <= 8, `${pulled}`)
  })

  test(`${name}: a body that breaks off makes a read reject`, async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('gone')),
    })
    assert.match(await resultOf(sizeOf(await inputOf(post(broken)))), /The request broke off/)
  })
}

test('a body that is a stream is taken once, and not as bytes', async () => {
  const input = await fetchInput(config)(post('abc'))
  assert.throws(() => input.bodyBytes(), /only by binders of FileStream members/)
  assert.is(await sizeOf(input), 3)
  assert.throws(() => input.bodyStream?.(), /taken as a stream already/)
  const tooLong = await fetchInput(config)(post('abc', { 'content-length': '300001' }))
  assert.throws(() => tooLong.bodyBytes(), /Payload Too Large/)
})

test.run()
