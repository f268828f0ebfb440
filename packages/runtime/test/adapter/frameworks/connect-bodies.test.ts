import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:http2'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fromConnect } from '../../../src/adapters.ts'
import { App } from '../../../src/index.ts'

// Middleware that reads the request itself.

type Next = (error?: unknown) => void

/** Counts the body, as a verifier of webhooks hashes it. */
const count = fromConnect((req: IncomingMessage, _: ServerResponse, next: Next) => {
  let size = 0
  req.on('data', (piece: Uint8Array) => {
    size += piece.length
  })
  req.on('error', next)
  req.on('end', () => {
    Object.assign(req, { counted: size })
    next()
  })
}, 'counted')
const pass = fromConnect((_req: unknown, _res: unknown, next: Next) => next())

const reported: unknown[] = []
const app = new App({ onError: (error) => reported.push(error) })
app.use('/used', count)
app.post('/used', { body: 'stream' }, (c) => c.json(c.locals('counted')))
app.post('/routed', count, (c) => c.json(c.locals('counted')))
app.post('/asked', count, (c) => c.json(c.body().length))
app.post('/left', pass, (c) => c.json(c.body().length))
app.post('/streamed', { body: 'stream' }, pass, async (c) => {
  let size = 0
  for await (const piece of c.bodyStream()) size += piece.length
  c.json(size)
})
const echo = fromConnect((req: IncomingMessage, res: ServerResponse) => void req.pipe(res))
app.post('/piped', echo)

const { url, port } = await app.listen({ host: '127.0.0.1' })
const http2 = await app.listen({ host: '127.0.0.1', http2: true })
const session = connect(http2.url)
test.after(async () => {
  session.close()
  await app.shutdown()
})

type Ask = (path: string, body: string) => Promise<readonly [status: number, text: string]>

async function answerOf(answer: Response): Promise<readonly [status: number, text: string]> {
  return [answer.status, await answer.text()]
}

async function overHttp2(path: string, body: string): Promise<readonly [status: number, text: string]> {
  const stream = session.request({ ':method': 'POST', ':path': path })
  stream.end(body)
  const [headers] = await once(stream, 'response')
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return [headers[':status'], text]
}

/** The length is unknown. */
function streamOf(body: string): ReadableStream<Uint8Array> {
  return new Blob([body]).stream()
}

const clients: Readonly<Record<string, Ask>> = {
  'node:http': async (path, body) => answerOf(await fetch(url + path, { method: 'POST', body })),
  'node:http2': overHttp2,
  'app.fetch': async (path, body) => answerOf(await app.test(path, { method: 'POST', body })),
  'app.fetch, in pieces': async (path, body) =>
    answerOf(
      await app.fetch(new Request(url + path, { method: 'POST', body: streamOf(body), duplex: 'half' })),
    ),
}

for (const [name, ask] of Object.entries(clients)) {
  for (const size of [0, 1, 500_000]) {
    const body = 'x'.repeat(size)

    test(`${name}: middleware reads a body of ${size} bytes, in use() and in a route`, async () => {
      assert.equal(await ask('/used', body), [200, `${size}`])
      assert.equal(await ask('/routed', body), [200, `${size}`])
      assert.equal(await ask('/piped', body), [200, body])
    })

    test(`${name}: middleware that reads nothing leaves a body of ${size} bytes to the handler`, async () => {
      assert.equal(await ask('/left', body), [200, `${size}`])
      assert.equal(await ask('/streamed', body), [200, `${size}`])
    })
  }

  test(`${name}: a later handler gets an error for a body that was taken`, async () => {
    assert.is((await ask('/asked', 'x'))[0], 500)
    assert.match(String(reported.splice(0)), /read from the server's own request/)
  })
}

test('100 Continue is sent when middleware reads the request, and only then', async () => {
  const ask = async (path: string): Promise<readonly [continues: number, status: number]> => {
    const headers = { Expect: '100-continue', 'Content-Length': 3 }
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers })
    let continues = 0
    sent.on('continue', () => {
      continues++
      sent.end('abc')
    })
    sent.flushHeaders()
    const [response] = await once(sent, 'response')
    sent.destroy()
    return [continues, response.statusCode]
  }
  assert.equal(await ask('/routed'), [1, 200])
  assert.equal(await ask('/left'), [1, 200])
  assert.equal(await ask('/nope'), [0, 404])
})

test.run()
