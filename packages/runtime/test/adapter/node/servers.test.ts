import { type ChildProcess, fork } from 'node:child_process'
import { connect, type IncomingHttpHeaders } from 'node:http2'
import { request } from 'node:https'
import { connect as connectTls } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx } from '../../../src/index.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { pause } from '../../support/serve.ts'

const secure = selfSigned()

/** Request facts that every server must report alike. */
function seen(c: Ctx): void {
  c.append('X-Many', 'a')
  c.append('Set-Cookie', 'a=1').append('Set-Cookie', 'b=2')
  c.json({
    method: c.method(),
    path: c.path(),
    query: c.query('q'),
    host: c.host(),
    scheme: c.scheme(),
    cookie: c.cookies('x') + c.cookies('y'),
    header: c.get('X-Test'),
    pseudo: Object.keys(c.getReqHeaders()).filter((name) => name.startsWith(':')),
    body: new TextDecoder().decode(c.body()),
    local: c.isFromLocal(),
  })
}

const expected = {
  method: 'POST',
  path: '/a/b',
  query: '1 2',
  host: 'localhost:8443',
  scheme: 'https',
  cookie: '12',
  header: 't',
  pseudo: [],
  body: 'hello',
  local: true,
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends a request over HTTP/2, on a separate connection. */
function askHttp2(url: string, headers: Record<string, string | string[]>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const session = connect(url, { rejectUnauthorized: false })
    session.on('error', reject)
    const stream = session.request(headers)
    let answered: IncomingHttpHeaders = {}
    let text = ''
    stream.on('response', (got) => {
      answered = got
    })
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text += chunk
    })
    stream.on('error', reject)
    stream.on('close', () => {
      session.close()
      resolve({ status: Number(answered[':status'] ?? 0), headers: answered, body: text })
    })
    stream.end(body)
  })
}

function askHttps(
  port: number,
  path: string,
  headers: Record<string, string | string[]>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const options = {
      port,
      path,
      method,
      headers,
      rejectUnauthorized: false,
      servername: 'localhost',
      agent: false,
    }
    const req = request(options, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => {
        text += chunk
      })
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }))
    })
    req.on('error', reject)
    req.end(body)
  })
}

const http2Headers = {
  ':method': 'POST',
  ':path': '/a/b?q=1+2',
  ':authority': 'localhost:8443',
  cookie: ['x=1', 'y=2'],
  'x-test': 't',
}
const httpsHeaders = { host: 'localhost:8443', cookie: 'x=1; y=2', 'x-test': 't' }

test('HTTPS, HTTP/2 and fetch report a request alike', async () => {
  const app = new App()
  app.all('/*', seen)
  const server = await app.listen({ host: '127.0.0.1', ...secure, http2: true })
  try {
    assert.match(server.url, /^https:/)
    const http2 = await askHttp2(server.url, http2Headers, 'hello')
    const http1 = await askHttps(server.port, '/a/b?q=1+2', httpsHeaders, 'hello')
    const fetched = await app.fetch(
      new Request('https://localhost:8443/a/b?q=1+2', {
        method: 'POST',
        headers: { cookie: 'x=1; y=2', 'x-test': 't' },
        body: 'hello',
      }),
      { remoteAddress: '127.0.0.1' },
    )
    for (const { status, headers, body } of [http2, http1]) {
      assert.is(status, 200)
      assert.equal(JSON.parse(body), expected)
      assert.equal(headers['set-cookie'], ['a=1', 'b=2'])
      assert.is(headers['x-many'], 'a')
      assert.is(headers['content-length'], String(Buffer.byteLength(body)))
    }
    assert.equal(await fetched.json(), expected)
    assert.equal(fetched.headers.getSetCookie(), ['a=1', 'b=2'])
  } finally {
    await app.shutdown()
  }
})

test('HTTPS alone', async () => {
  const app = new App()
  app.get('/', (c) => c.json({ secure: c.secure(), hello: c.clientHelloInfo() }))
  const server = await app.listen({ host: '127.0.0.1', ...secure })
  try {
    const { body } = await askHttps(server.port, '/', { host: 'a' })
    const { secure: isSecure, hello } = JSON.parse(body)
    assert.is(isSecure, true)
    assert.is(hello.serverName, 'localhost')
    assert.equal(hello.supportedVersions, ['TLSv1.3'])
    assert.match(hello.cipherSuites[0], /^TLS_/)
  } finally {
    await app.shutdown()
  }
})

test('clientHelloInfo() shows every protocol that a client offers; our preference decides', async () => {
  const app = new App()
  app.get('/', (c) => c.json(c.clientHelloInfo()))
  const both = await app.listen({ host: '127.0.0.1', ...secure, http2: true })
  const http1 = await app.listen({ host: '127.0.0.1', ...secure })
  try {
    const offers = ['spdy/3', 'http/1.1', 'h2']
    assert.is((await helloTo(both.port, offers)).alpn, 'h2')
    const { alpn, info } = await helloTo(http1.port, offers)
    assert.equal([alpn, info.supportedProtos], ['http/1.1', offers])
    assert.equal((await helloTo(both.port, ['x', 'http/1.1'])).info.supportedProtos, ['x', 'http/1.1'])
    for (const { port } of [both, http1]) {
      assert.equal((await helloTo(port, undefined)).info.supportedProtos, [])
      assert.is(
        await helloTo(port, ['x']).catch((error) => error.code),
        'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
      )
    }
    const { body } = await askHttp2(both.url, { ':path': '/' })
    assert.equal(JSON.parse(body).supportedProtos, ['h2'])
  } finally {
    await app.shutdown()
  }
})

interface Hello {
  readonly alpn: string | false | null
  /** The server's view, if the protocol is HTTP/1. */
  readonly info: { readonly supportedProtos?: readonly string[] }
}

/** Opens a TLS connection with these offers, and returns the server's view of them. */
function helloTo(port: number, offers: readonly string[] | undefined): Promise<Hello> {
  const options = { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false }
  return new Promise((resolve, reject) => {
    const socket = connectTls({ ...options, ...(offers && { ALPNProtocols: [...offers] }) }, () => {
      const alpn = socket.alpnProtocol
      if (alpn === 'h2') resolve({ alpn, info: {} })
      else socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      if (alpn === 'h2') socket.destroy()
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('end', () =>
      resolve({ alpn: socket.alpnProtocol, info: JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) }),
    )
  })
}

test('over HTTP/2: HEAD, 404, limits, a body that is refused, a dropped stream', async () => {
  const app = new App({ bodyLimit: 10 })
  app.get('/hello', (c) => c.sendString('hello'))
  app.get('/drop', (c) => c.drop())
  app.post('/echo', (c) => c.send(c.body()))
  const server = await app.listen({ host: '127.0.0.1', http2: true })
  try {
    const ask = (method: string, path: string, body?: string, more = {}): Promise<Answer> =>
      askHttp2(server.url, { ':method': method, ':path': path, ...more }, body)
    const head = await ask('HEAD', '/hello')
    assert.is(head.headers['content-length'], '5')
    assert.is(head.body, '')
    assert.is((await ask('GET', '/none')).status, 404)
    assert.is((await ask('PUT', '/hello')).headers['allow'], 'GET, HEAD')
    assert.is((await ask('POST', '/echo', '1234567890')).body, '1234567890')
    assert.is((await ask('POST', '/echo', '12345678901')).status, 413)
    const authority = { ':authority': 'a' }
    assert.is((await ask('GET', '/hello', undefined, { ...authority, host: 'other' })).status, 400)
    assert.is((await ask('GET', '/hello', undefined, { ...authority, host: 'a' })).status, 200)
    const dropped = await ask('GET', '/drop').catch(() => ({ status: 0 }))
    assert.is(dropped.status, 0)
  } finally {
    await app.shutdown()
  }
})

test('shutdown lets an HTTP/2 stream finish', async () => {
  const app = new App()
  let arrived = (): void => {}
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve
  })
  app.get('/slow', async (c) => {
    arrived()
    await pause(50)
    c.sendString('done')
  })
  const server = await app.listen({ host: '127.0.0.1', http2: true })
  const answer = askHttp2(server.url, { ':path': '/slow' })
  await arrival
  await app.shutdown()
  assert.is((await answer).body, 'done')
})

/** Runs the app with workers in a separate process. */
async function withWorkers(
  use: (url: string, child: ChildProcess, messages: unknown[]) => Promise<void>,
): Promise<void> {
  const script = fileURLToPath(new URL('./worker-app.ts', import.meta.url))
  const child = fork(script, [], {
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  child.stderr?.pipe(process.stderr)
  const messages: unknown[] = []
  child.on('message', (message) => messages.push(message))
  try {
    while (messages.length === 0 && child.exitCode === null) await pause(20)
    await use(String(messages[0]), child, messages)
  } finally {
    child.kill('SIGKILL')
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}

test('a worker that a signal ends is reported', async () => {
  await withWorkers(async (url, child) => {
    let printed = ''
    child.stderr?.on('data', (bytes) => {
      printed += bytes
    })
    const pid = await (await fetch(`${url}/pid`)).text()
    process.kill(Number(pid), 'SIGKILL')
    for (let i = 0; i < 500 && printed === ''; i++) await pause(20)
    assert.match(printed, `worker ${pid} was ended by SIGKILL, and is replaced`)
  })
})

test('workers share a port, restart after a crash, and end with shutdown', async () => {
  await withWorkers(async (url, child) => {
    const ended = exitOf(child)
    const pids = new Set<string>()
    for (let i = 0; i < 40 && pids.size < 2; i++) pids.add(await (await fetch(`${url}/pid`)).text())
    assert.is(pids.size, 2)
    assert.not(pids.has(String(child.pid)))
    await fetch(`${url}/crash`).catch(() => undefined)
    // However slowly a new process starts here.
    let started = false
    for (let i = 0; i < 500 && !started; i++) {
      await pause(20)
      started = !pids.has(await (await fetch(`${url}/pid`)).text())
    }
    assert.ok(started)
    child.send('stop')
    assert.is(await ended, 0)
  })
})

test('workers that have all died are replaced on the same port, and no client hangs', async () => {
  await withWorkers(async (url, child) => {
    let waiting = true
    // Always more than the workers have accepted, so that some die with a fresh connection.
    const clients = Array.from({ length: 16 }, async () => {
      while (waiting) {
        await fetch(`${url}/pid`, {
          headers: { Connection: 'close' },
          signal: AbortSignal.timeout(20_000),
        }).then(
          (answer) => answer.text(),
          (error: Error) => assert.is.not(error.name, 'TimeoutError'),
        )
      }
    })
    await pause(300)
    child.send('kill')
    await pause(100)
    let answered = false
    for (let i = 0; i < 500 && !answered; i++) {
      await pause(20)
      answered = await fetch(`${url}/pid`).then(
        ({ ok }) => ok,
        () => false,
      )
    }
    assert.ok(answered)
    waiting = false
    await Promise.all(clients)
  })
})

test('workers are ended at the deadline of shutdown', async () => {
  await withWorkers(async (url, child, messages) => {
    const ended = exitOf(child)
    const slow = fetch(`${url}/slow`).catch(() => 'cut')
    const busy = fetch(`${url}/busy`).catch(() => 'cut')
    await pause(200)
    child.send('300')
    assert.equal(await Promise.all([slow, busy]), ['cut', 'cut'])
    await ended
    assert.is(messages[1], false)
  })
})

test.run()
