import { request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { App, ListenAddress } from '../../../src/index.ts'
import { rawExchange, responseCount } from '../../support/raw-exchange.ts'
import { pause, withApp } from '../../support/serve.ts'

const limit = 1000
let reached = 0

function echo(app: App): void {
  app.post('/echo', (c) => {
    reached++
    c.send(c.body())
  })
  app.post('/raw', (c) => c.sendString(`${c.bodyRaw().length}`))
}

function post(
  server: ListenAddress,
  path: string,
  body: RequestInit['body'],
  encoding?: string,
): Promise<Response> {
  const headers: Record<string, string> = encoding === undefined ? {} : { 'content-encoding': encoding }
  return fetch(server.url + path, { method: 'POST', body: body ?? null, headers })
}

test('a chunked body arrives whole', async () => {
  await withApp({ bodyLimit: limit }, echo, async (server) => {
    const answer = await new Promise<string>((resolve) => {
      const req = request({ port: server.port, host: '127.0.0.1', path: '/echo', method: 'POST' }, (res) => {
        let text = ''
        res.on('data', (chunk) => {
          text += chunk
        })
        res.on('end', () => resolve(text))
      })
      req.write('one ')
      setTimeout(() => req.write('two '), 5)
      setTimeout(() => req.end('three'), 10)
    })
    assert.is(answer, 'one two three')
  })
})

test('a body past the limit is refused before any handler, announced or not', async () => {
  await withApp({ bodyLimit: limit }, echo, async (server) => {
    reached = 0
    assert.is((await post(server, '/echo', 'x'.repeat(limit))).status, 200)
    assert.is((await post(server, '/echo', 'x'.repeat(limit + 1))).status, 413)
    const chunk = `${(600).toString(16)}\r\n${'x'.repeat(600)}\r\n`
    const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    const answer = await rawExchange(server.port, head + chunk + chunk + chunk)
    assert.match(answer, 'HTTP/1.1 413')
    assert.match(answer, /connection: close/i)
    assert.is(reached, 1)
  })
})

test('a refused body is not read to its end, and none of it is taken for a request', async () => {
  await withApp({ bodyLimit: limit }, echo, async (server) => {
    reached = 0
    const smuggled = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx'
    const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9999999\r\n\r\n'
    const started = performance.now()
    const answer = await rawExchange(server.port, head + smuggled, 3000)
    assert.ok(performance.now() - started < 1500)
    assert.is(responseCount(answer), 1)
    assert.match(answer, 'HTTP/1.1 413')
    assert.is(reached, 0)
  })
})

test('a client that sends Expect is refused before the body', async () => {
  await withApp({ bodyLimit: limit }, echo, async (server) => {
    const head =
      'POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length:'
    const refused = await rawExchange(server.port, `${head} 99999\r\n\r\n`)
    assert.match(refused, /^HTTP\/1\.1 413/)
    const welcome = await rawExchange(server.port, `${head} 2\r\n\r\nok`)
    assert.match(welcome, /^HTTP\/1\.1 100 Continue/)
    assert.match(welcome, /200 OK.*ok$/s)
  })
})

test('a client that disconnects during its body reaches no handler and affects no other client', async () => {
  await withApp({ bodyLimit: limit }, echo, async (server) => {
    reached = 0
    const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\nhalf'
    await rawExchange(server.port, head, 20)
    await pause(20)
    assert.is(reached, 0)
    assert.is((await post(server, '/echo', 'x')).status, 200)
  })
})

test('codings are undone in reverse order; the raw body stays as sent', async () => {
  await withApp({ bodyLimit: limit }, echo, async (server) => {
    const text = 'john=doe'
    for (const [encoding, body] of [
      ['gzip', gzipSync(text)],
      ['X-GZIP', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['br', brotliCompressSync(text)],
      ['identity', Buffer.from(text)],
      ['deflate, , gzip', gzipSync(deflateSync(text))],
    ] as const) {
      assert.is(await (await post(server, '/echo', body, encoding)).text(), text, encoding)
    }
    const zipped = gzipSync(text)
    assert.is(await (await post(server, '/raw', zipped, 'gzip')).text(), `${zipped.length}`)
  })
})

test('an undecodable body is reported when a handler reads it, not before', async () => {
  await withApp({ bodyLimit: limit }, echo, async (server) => {
    for (const [encoding, status] of [
      ['nonsense', 415],
      ['compress', 501],
      ['gzip', 400],
      ['nonsense, gzip', 415],
      ['gzip,gzip,gzip,gzip,gzip,gzip', 415],
    ] as const) {
      assert.is((await post(server, '/echo', 'x', encoding)).status, status, encoding)
      assert.is(await (await post(server, '/raw', 'x', encoding)).text(), '1')
    }
  })
})

test('a small body cannot become a large one', async () => {
  await withApp({ bodyLimit: limit }, echo, async (server) => {
    assert.is((await post(server, '/echo', gzipSync('x'.repeat(limit)), 'gzip')).status, 200)
    assert.is((await post(server, '/echo', gzipSync('x'.repeat(limit + 1)), 'gzip')).status, 413)
    const bomb = gzipSync(gzipSync(Buffer.alloc(50_000_000)))
    assert.ok(bomb.length < limit)
    const before = process.memoryUsage().rss
    assert.is((await post(server, '/echo', bomb, 'gzip, gzip')).status, 413)
    assert.ok(process.memoryUsage().rss - before < 20_000_000)
  })
})

test('a request that announces an empty body is served', async () => {
  await withApp({ bodyLimit: 0 }, echo, async (server) => {
    assert.is((await post(server, '/echo', '')).status, 200)
    assert.is((await post(server, '/echo', 'x')).status, 413)
  })
})

test.run()
