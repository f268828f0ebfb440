import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createNetServer } from 'node:net'
import { type ProxyOptions, type ProxyTarget, proxy } from '@ctxgen/middleware/proxy'
import { requestId } from '@ctxgen/middleware/request-id'
import { App, type AppConfig, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isPrivateAddress } from '../src/forward/private-address.ts'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly raw: readonly string[]
  readonly body: string
}

interface Target {
  readonly origin: string
  readonly port: number
  readonly seen: Seen[]
  readonly server: Server
}

/** A server that notes what it gets. */
async function targetWith(answer: (seen: Seen, res: ServerResponse) => void): Promise<Target> {
  const seen: Seen[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const piece of req) body += piece
    const one = {
      method: req.method ?? '',
      url: req.url ?? '',
      headers: req.headers,
      raw: req.rawHeaders,
      body,
    }
    seen.push(one)
    answer(one, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { origin: `http://127.0.0.1:${port}`, port, seen, server }
}

const echo = (seen: Seen, res: ServerResponse): void => {
  res
    .setHeader('Content-Type', 'application/json')
    .end(JSON.stringify({ method: seen.method, url: seen.url, body: seen.body }))
}

async function withTarget(answer: typeof echo, use: (target: Target) => Promise<void>): Promise<void> {
  const target = await targetWith(answer)
  try {
    await use(target)
  } finally {
    target.server.closeAllConnections()
    target.server.close()
  }
}

function appFor(target: string | ProxyTarget, options: ProxyOptions = {}, config: AppConfig = {}): App {
  return new App({ onError: () => {}, ...config }).all('/*', proxy(target, options))
}

test('method, path, query, headers and body reach the target, and its answer the client', () =>
  withTarget(echo, (target) =>
    onEachServer(
      () => appFor(target.origin),
      async (send, server) => {
        const got = await send('/a%2Fb//c?x=%20&y', { method: 'PUT', body: 'bödy', headers: { 'x-a': 'a' } })
        assert.is(got.headers['content-type'], 'application/json')
        assert.equal(JSON.parse(got.body), { method: 'PUT', url: '/a%2Fb//c?x=%20&y', body: 'bödy' }, server)
        const headers = target.seen.at(-1)?.headers ?? {}
        assert.is(headers['x-a'], 'a')
        assert.is(headers.host, `127.0.0.1:${target.port}`)
        assert.is(headers.via, '1.1 ctxgen')
        assert.is((await send('/', { method: 'HEAD' })).status, 200)
      },
    ),
  ))

test('the path never leads to another host', () =>
  withTarget(echo, async (target) => {
    const app = appFor(target.origin)
    const { port } = await app.listen({ host: '127.0.0.1' })
    for (const path of [
      '//evil.example/x',
      '/\\evil.example',
      '/@evil.example',
      '/..//evil.example',
      '/%2e%2e/x',
    ]) {
      const sent = request({ port, host: '127.0.0.1', path, agent: false }).end()
      const [answer] = await once(sent, 'response')
      answer.resume()
      assert.ok(answer.statusCode === 200 || answer.statusCode === 400, path)
    }
    assert.ok(target.seen.length >= 2)
    await app.shutdown({ timeout: 1000 })
  }))

test('fields of the connection are not passed on, in neither direction', () =>
  withTarget(
    (_, res) => {
      res.setHeader('Connection', 'X-Hop, close').setHeader('X-Hop', 'a').setHeader('Keep-Alive', 'timeout=5')
      res.setHeader('Proxy-Authenticate', 'Basic').setHeader('X-End', 'a').end('hi')
    },
    async (target) => {
      const app = appFor(target.origin)
      const { port } = await app.listen({ host: '127.0.0.1' })
      const headers = {
        Connection: 'X-Mine, keep-alive',
        'X-Mine': 'a',
        TE: 'trailers',
        'Proxy-Authorization': 'Basic AA',
        'Proxy-Connection': 'x',
        'X-Kept': 'a',
        Cookie: 'a=b',
      }
      const sent = request({ port, host: '127.0.0.1', headers, agent: false }).end()
      const [answer] = await once(sent, 'response')
      answer.resume()
      const got = target.seen[0]?.headers ?? {}
      for (const name of ['x-mine', 'te', 'proxy-authorization', 'proxy-connection', 'expect'])
        assert.is(got[name], undefined, name)
      assert.equal([got['x-kept'], got.cookie], ['a', 'a=b'])
      for (const name of ['x-hop', 'proxy-authenticate']) assert.is(answer.headers[name], undefined, name)
      assert.is(answer.headers['x-end'], 'a')
      await app.shutdown({ timeout: 1000 })
    },
  ))

const forwards = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

test('fields of proxies are those of this hop, after those of a trusted proxy', () =>
  withTarget(echo, async (target) => {
    const claimed = {
      forwarded: 'for=192.0.2.9',
      'x-forwarded-for': '192.0.2.9',
      'x-forwarded-host': 'site.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '192.0.2.9',
    }
    const ask = async (config: AppConfig, remoteAddress: string): Promise<readonly unknown[]> => {
      const request = new Request('http://here.example/', { headers: claimed })
      await appFor(target.origin, {}, config).fetch(request, { remoteAddress })
      return forwards.map((name) => target.seen.at(-1)?.headers[name])
    }
    assert.equal(await ask({}, '198.51.100.7'), [
      'for=198.51.100.7;host="here.example";proto=http',
      '198.51.100.7',
      'here.example',
      'http',
      undefined,
    ])
    const trusting = { trustProxy: true, trustProxyConfig: { private: true } }
    assert.equal(await ask(trusting, '198.51.100.7'), await ask({}, '198.51.100.7'))
    assert.equal(await ask(trusting, '10.0.0.1'), [
      'for=192.0.2.9, for=10.0.0.1;host="site.example";proto=https',
      '192.0.2.9, 10.0.0.1',
      'site.example',
      'https',
      '192.0.2.9',
    ])
    assert.is((await ask({}, '2001:db8::1'))[0], 'for="[2001:db8::1]";host="here.example";proto=http')
  }))

test('status, several lines, codings and redirects are the target’s', () =>
  withTarget(
    (_, res) => {
      res.writeHead(302, [
        ...['Location', 'http://elsewhere.example/', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'],
        ...['Content-Encoding', 'br', 'Vary', 'X-A', 'Content-Length', '3'],
      ])
      res.end('abc')
    },
    async (target) => {
      const app = new App().use((c) => c.vary('Origin').next()).all('/*', proxy(target.origin))
      const answer = await app.fetch(new Request('http://localhost/'))
      const { headers } = answer
      assert.equal([answer.status, headers.get('location')], [302, 'http://elsewhere.example/'])
      assert.equal(headers.getSetCookie(), ['a=1', 'b=2'])
      assert.equal([headers.get('content-encoding'), headers.get('vary')], ['br', 'Origin, X-A'])
      assert.is(await answer.text(), 'abc')
    },
  ))

test('an upgrade is refused', async () => {
  const app = appFor('http://127.0.0.1:1')
  const { port } = await app.listen({ host: '127.0.0.1' })
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nConnection: close\r\nUpgrade: h2c\r\n\r\n',
  )
  const [bytes] = await once(socket, 'data')
  assert.match(String(bytes), /^HTTP\/1\.1 501 /)
  socket.destroy()
  await app.shutdown({ timeout: 1000 })
})

test('502 for a target that is away, 504 for a slow one, 404 for none', async () => {
  const send = async (target: string | ProxyTarget, options: ProxyOptions = {}): Promise<number> =>
    (await fetchSend(appFor(target, options))('/')).status
  assert.is(await send('http://127.0.0.1:1'), 502)
  assert.is(await send(() => undefined), 404)
  assert.is(await send(() => 'nonsense'), 502)
  assert.is(await send(() => 'file:///etc/passwd', { allowPrivate: true }), 502)
  assert.is(await send(() => 'http://user:password@127.0.0.1', { allowPrivate: true }), 502)
  await withTarget(
    () => {},
    async (target) => assert.is(await send(target.origin, { timeout: 20 }), 504),
  )
})

test('the target of a function is none of a private network', () =>
  withTarget(echo, async (target) => {
    const { port } = target
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
      '2130706433',
      '0x7f.1',
      '127.1',
    ])
      assert.is((await fetchSend(appFor(() => `http://${host}:${port}/`))('/')).status, 502, host)
    assert.is(target.seen.length, 0)
    const allowed = appFor(() => new URL(`http://localhost:${port}/x?y`), { allowPrivate: true })
    assert.equal(JSON.parse((await fetchSend(allowed)('/')).body).url, '/x?y')
    assert.is((await fetchSend(appFor(target.origin, { allowPrivate: false }))('/')).status, 502)
  }))

test('the target is released when the client leaves', () =>
  withTarget(
    (_, res) => void res.write('first'),
    async (target) => {
      const app = appFor(target.origin)
      const { port } = await app.listen({ host: '127.0.0.1' })
      const closed = once(target.server, 'request').then(([req]) => once(req.socket, 'close'))
      const sent = request({ port, host: '127.0.0.1', agent: false }).end()
      const [answer] = await once(sent, 'response')
      await once(answer, 'data')
      sent.destroy()
      await closed
      await app.shutdown({ timeout: 1000 })
    },
  ))

test('requestHeaders changes what the target gets', () =>
  withTarget(echo, async (target) => {
    const app = appFor(target.origin, {
      requestHeaders: (lines) => void lines.set('x-key', ['k']).delete('cookie'),
    })
    await fetchSend(app)('/', { headers: { cookie: 'a=b' } })
    assert.equal([target.seen[0]?.headers['x-key'], target.seen[0]?.headers.cookie], ['k', undefined])
  }))

const addresses: readonly (readonly [address: string, isPrivate: boolean])[] = [
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '192.0.2.1',
  ].map((one) => [one, true] as const),
  ...[
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '::7f00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    '2001::1',
  ].map((one) => [one, true] as const),
  ...['nonsense', '', '1.2.3'].map((one) => [one, true] as const),
  ...[
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '::ffff:1.1.1.1',
    '2606:4700::1111',
    '2001:4860:4860::8888',
  ].map((one) => [one, false] as const),
]

for (const [address, isPrivate] of addresses)
  test(`${address} is ${isPrivate ? 'private' : 'public'}`, () =>
    assert.is(isPrivateAddress(address), isPrivate))

test('the target never gets another path than guards have seen', () =>
  withTarget(echo, async ({ origin, seen }) => {
    const app = new App()
    app.use('/up/admin', () => new HttpError(403))
    app.all('/up/*', proxy(origin))
    const { port } = await app.listen({ host: '127.0.0.1' })
    const raw = async (target: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)
      let text = ''
      for await (const piece of socket) text += piece
      return text.slice(9, 12)
    }
    try {
      for (const path of [
        '/up/x/../admin',
        '/up/./admin',
        '/up/%2e/admin',
        '/up/x/%2E%2e/admin',
        '/up/.%2e/up/admin/x',
        '/up/x\\..\\admin',
        '/up/x%2f..%2fadmin',
        '/up/x%5C..%5cadmin',
        '/up/x\\admin',
        '/up/..',
      ])
        assert.is(await raw(path), '400', path)
      assert.is(await raw('/up/admin'), '403')
      assert.is(await raw('/up/f%61/..a/b..?q=../x'), '200')
      assert.is(await raw(`http://127.0.0.1:${port}/up/x?q=1`), '200')
      assert.equal(
        seen.map(({ url }) => url),
        ['/up/f%61/..a/b..?q=../x', '/up/x?q=1'],
      )
    } finally {
      await app.shutdown({ timeout: 100 })
    }
  }))

test('the id of the request and the headers of middleware are those of this app', () =>
  withTarget(
    (seen, res) => {
      const id = String(seen.headers['x-request-id'])
      res
        .setHeader('X-Request-ID', 'theirs')
        .setHeader('X-Frame-Options', 'DENY')
        .setHeader('X-Own', id)
        .end()
    },
    async ({ origin }) => {
      const app = new App()
      app.use(requestId({ generator: () => 'ours' }), (c) => {
        c.set('X-Frame-Options', 'SAMEORIGIN')
        return c.next()
      })
      app.all('/*', proxy(origin))
      const { headers } = await app.test('/', { headers: { 'X-Request-ID': 'forged' } })
      assert.equal(
        ['X-Request-ID', 'X-Frame-Options', 'X-Own'].map((name) => headers.get(name)),
        ['ours', 'SAMEORIGIN', 'ours'],
      )
    },
  ))

test('an invalid answer is a 502', async () => {
  const answers = [
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    'HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 9007199254740993\r\n\r\nfirst',
  ]
  for (const answer of answers) {
    const server = createNetServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.write(answer)),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const errors: unknown[] = []
    const app = new App({ onError: (error) => errors.push(error) })
    app.get('/', proxy(`http://127.0.0.1:${Object(server.address()).port}`, { timeout: 2000 }))
    assert.is((await app.test('/')).status, 502, answer)
    server.close()
  }
})

test('wrong options are refused at start', () => {
  for (const origin of [
    'nonsense',
    'ftp://a.example',
    'http://a.example/path',
    'http://a.example/?x',
    'http://a.example/#x',
  ])
    assert.throws(() => proxy(origin), /proxy: not an origin/)
  assert.throws(() => proxy('http://a.example', { timeout: 0 }), /proxy: timeout/)
})

test.run()
