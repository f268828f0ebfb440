import { once } from 'node:events'
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { gzipSync } from 'node:zlib'
import { type ProxyOptions, proxy } from '@ctxgen/middleware/proxy'
import { App, type AppConfig } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { onEachServer } from './support/on-each-server.ts'

// Bodies that pass a proxy in pieces, in both directions.

interface Setup {
  readonly handle: (req: IncomingMessage, res: ServerResponse) => unknown
  readonly options?: ProxyOptions
  readonly config?: AppConfig
  readonly bodyLimit?: number
}

interface Parties {
  /** Begins a request to the proxy. */
  ask(headers?: Readonly<Record<string, string>>, method?: string, path?: string): ClientRequest
}

const mebibyte = 1024 * 1024

async function listening(handle: Setup['handle']): Promise<{ origin: string; close(): void }> {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function appFor(origin: string, { options, config, bodyLimit = 100 * mebibyte }: Omit<Setup, 'handle'>): App {
  const app = new App({ onError: () => {}, ...config })
  return app.all('/*', { body: 'stream', bodyLimit }, proxy(origin, options))
}

async function between(setup: Setup, use: (parties: Parties) => Promise<void>): Promise<void> {
  const target = await listening(setup.handle)
  const app = appFor(target.origin, setup)
  const { port } = await app.listen({ host: '127.0.0.1' })
  try {
    await use({
      ask: (headers = {}, method = 'POST', path = '/') =>
        request({ port, host: '127.0.0.1', path, method, headers, agent: false }),
    })
  } finally {
    target.close()
    await app.shutdown({ timeout: 1000 })
  }
}

async function answerTo(sent: ClientRequest): Promise<{ status: number; body: string }> {
  const [answer]: IncomingMessage[] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer?.statusCode ?? 0, body: answer === undefined ? '' : await textOf(answer) }
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += piece
  return text
}

test('on each server a streamed request passes whole, with its length', async () => {
  const target = await listening(async (req, res) => {
    const body = await textOf(req)
    res.end(`${req.method} ${req.headers['content-length']} ${body.length} ${body.slice(-1)}`)
  })
  await onEachServer(
    () => appFor(target.origin, {}),
    async (send, server) => {
      const headers = { 'content-length': `${mebibyte}` }
      const got = await send('/', { method: 'PUT', body: `${'x'.repeat(mebibyte - 1)}y`, headers })
      assert.equal([got.status, got.body], [200, `PUT ${mebibyte} ${mebibyte} y`], server)
      assert.is((await send('/')).body, 'GET undefined 0 ', server)
    },
  )
  target.close()
})

test('the target has the first piece before the client sends the second', () => {
  let arrived = (_: string): void => {}
  const first = new Promise<string>((resolve) => (arrived = resolve))
  const handle: Setup['handle'] = async (req, res) => {
    req.once('data', (piece) => arrived(String(piece)))
    res.end(await textOf(req))
  }
  return between({ handle }, async ({ ask }) => {
    const sent = ask()
    sent.write('first ')
    assert.is(await first, 'first ')
    sent.end('second')
    assert.equal(await answerTo(sent), { status: 200, body: 'first second' })
  })
})

test('an upload takes no memory for bodies, and one past the limit is 413', () => {
  let broken = (): void => {}
  const isBroken = new Promise<void>((resolve) => (broken = resolve))
  const handle: Setup['handle'] = async (req, res) => {
    const text = await textOf(req).catch(broken)
    res.end(`${text?.length}`)
  }
  const setup = { handle, config: { bodyMemory: mebibyte }, bodyLimit: 16 * mebibyte }
  return between(setup, async ({ ask }) => {
    assert.equal(await answerTo(ask().end('x'.repeat(16 * mebibyte))), {
      status: 200,
      body: `${16 * mebibyte}`,
    })
    const long = ask()
    long.on('error', () => {})
    long.write('x'.repeat(16 * mebibyte))
    long.write('x'.repeat(1024))
    const [answer] = (await once(long, 'response')) as [IncomingMessage]
    assert.is(answer.statusCode, 413)
    await isBroken
    long.destroy()
  })
})

test('a coded body reaches the target decoded', () => {
  const handle: Setup['handle'] = async (req, res) =>
    res.end(`${req.headers['content-encoding']} ${req.headers['content-length']} ${await textOf(req)}`)
  return between({ handle }, async ({ ask }) => {
    const body = gzipSync('plain')
    const sent = ask({ 'content-encoding': 'gzip', 'content-length': `${body.length}` })
    assert.equal(await answerTo(sent.end(body)), { status: 200, body: 'undefined undefined plain' })
  })
})

test('a client that leaves during its upload breaks the request to the target off', () => {
  let arrive = (): void => {}
  let end = (_: boolean): void => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const ended = new Promise<boolean>((resolve) => (end = resolve))
  const handle: Setup['handle'] = (req) => {
    req.on('data', arrive)
    req.on('error', () => {})
    req.once('close', () => end(req.complete))
  }
  return between({ handle }, async ({ ask }) => {
    const sent = ask()
    sent.on('error', () => {})
    sent.write('first')
    await arrived
    sent.destroy()
    assert.is(await ended, false)
  })
})

test('the answer of a target that does not read the request reaches the client', () => {
  const handle: Setup['handle'] = (_, res) => res.writeHead(403, { Connection: 'close' }).end('no')
  return between({ handle }, async ({ ask }) => {
    const sent = ask()
    sent.on('error', () => {})
    sent.write('first')
    assert.equal(await answerTo(sent), { status: 403, body: 'no' })
    sent.destroy()
  })
})

test('a target that takes no more of a request is 504', () => {
  const handle: Setup['handle'] = (req) => req.pause()
  return between({ handle, options: { timeout: 50 } }, async ({ ask }) => {
    const sent = ask()
    sent.on('error', () => {})
    sent.write('x'.repeat(64 * mebibyte))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    assert.is(answer.statusCode, 504)
    sent.destroy()
  })
})

test('a client that pauses is not the target’s slowness, and holds the target up', () => {
  const pieces = 256
  let written = 0
  const handle: Setup['handle'] = async (req, res) => {
    if (req.url === '/slow') return
    const piece = Buffer.alloc(mebibyte)
    for (; written < pieces; written++) if (!res.write(piece)) await once(res, 'drain')
    res.end()
  }
  return between({ handle, options: { timeout: 1000 } }, async ({ ask }) => {
    const [answer] = (await once(ask({}, 'GET').end(), 'response')) as [IncomingMessage]
    assert.is(answer.statusCode, 200)
    // Each of these waits for the time-out, which is longer than a busy machine takes for a piece.
    for (let i = 0; i < 2; i++) assert.is((await answerTo(ask({}, 'GET', '/slow').end())).status, 504)
    assert.ok(written < pieces, `${written}`)
    let size = 0
    for await (const piece of answer) size += piece.length
    assert.is(size, pieces * mebibyte)
  })
})

test('an answer that stands still is cut', () => {
  const handle: Setup['handle'] = (_, res) => res.write('first')
  return between({ handle, options: { timeout: 50 } }, async ({ ask }) => {
    const [answer] = (await once(ask({}, 'GET').end(), 'response')) as [IncomingMessage]
    const error = await textOf(answer).catch((found: unknown) => found)
    assert.instance(error, Error)
  })
})

test('on each server an answer that breaks before its first byte is 502, one that stands still 504', async () => {
  const target = await listening((req, res) => {
    res.writeHead(200, { 'content-type': 'text/html', 'content-length': 100, etag: '"1"' }).flushHeaders()
    if (req.url !== '/still') res.destroy()
  })
  const told: unknown[] = []
  const seen: unknown[] = []
  const make = (): App => {
    const app = new App({ onError: (error) => told.push(error) })
    app.use((c) =>
      c.next()?.catch((error: unknown) => {
        seen.push(Object(error).status)
        throw error
      }),
    )
    return app.all('/*', proxy(target.origin, { timeout: 100 }))
  }
  await onEachServer(make, async (send, server) => {
    for (const [path, status] of Object.entries({ '/broken': 502, '/still': 504 })) {
      const got = await send(path)
      const { etag, 'content-type': type } = got.headers
      assert.equal([got.status, etag, type], [status, undefined, 'application/problem+json'], server)
    }
  })
  target.close()
  assert.equal(told, [])
  assert.equal(seen, [502, 504, 502, 504, 502, 504])
})

test('an answer that breaks after its first byte is cut, and told', async () => {
  const answers: ServerResponse[] = []
  const target = await listening((_, res) => {
    answers.push(res)
    res.writeHead(200, { 'content-length': 100 }).write('first')
  })
  for (const server of ['HTTP/1', 'fetch']) {
    const told: unknown[] = []
    const app = appFor(target.origin, { config: { onError: (error) => told.push(error) } })
    const { url } = await app.listen({ host: '127.0.0.1' })
    const answer = server === 'fetch' ? await app.fetch(new Request(url)) : await fetch(url)
    const reader = answer.body?.getReader()
    await reader?.read()
    answers.pop()?.destroy()
    assert.equal([answer.status, await reader?.read().catch(() => 'broken')], [200, 'broken'], server)
    assert.is(told.length, 1, server)
    await app.shutdown({ timeout: 1000 })
  }
  target.close()
})

test.run()
