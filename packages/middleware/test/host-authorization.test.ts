import { hostAuthorization } from '@ctxgen/middleware/host-authorization'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, http1Send, onEachServer } from './support/on-each-server.ts'

function appWith(...allowedHosts: string[]): App {
  return new App().use(hostAuthorization({ allowedHosts })).get('/', (c) => c.sendString('served'))
}

/** Fiber's cases, and more. */
const hosts: readonly (readonly [allowed: readonly string[], host: string, isServed: boolean])[] = [
  [['example.com'], 'example.com', true],
  [['example.com'], 'evil.com', false],
  [['example.com'], 'example.com.evil.com', false],
  [['example.com'], 'example.com:8080', true],
  [['example.com:8080'], 'example.com', true],
  [['Example.COM'], 'example.com', true],
  [['example.com'], 'EXAMPLE.COM', true],
  [['example.com'], 'example.com.', true],
  [['*.myapp.com'], 'api.myapp.com', true],
  [['*.myapp.com'], 'a.api.myapp.com', true],
  [['*.myapp.com'], 'myapp.com', false],
  [['*.myapp.com'], 'evilmyapp.com', false],
  [['127.0.0.1'], '127.0.0.1:3000', true],
  [['[::1]'], '[::1]:3000', true],
  [['[::1]'], '[::2]', false],
  [['münchen.example.com'], 'xn--mnchen-3ya.example.com', true],
  [['example.com', '*.b.org'], 'a.b.org', true],
  [['*.example.com'], 'sub.api.example.com', true],
  [['*.example.com'], '.example.com', false],
  [['*.example.com'], 'a..example.com', false],
  [['*.example.com'], '-bad.example.com', false],
  [['*.example.com'], 'bad-.example.com', false],
  [['*.example.com'], 'a_b.example.com', false],
  [['*.example.com'], 'api.example.com...:443', false],
  [['*.example.com'], 'evil.example%2f.example.com', false],
  [['*.example.com'], 'evil.example%00.example.com', false],
  [['[::1]'], '::1', false],
]

for (const [allowed, host, isServed] of hosts) {
  test(`${allowed.join(' ')}: ${host} is ${isServed ? 'served' : 'refused'}`, () =>
    onEachServer(
      () => appWith(...allowed),
      async (send, server) => {
        // A URL is written in its one form before it is sent.
        if (server === 'fetch') return
        assert.is((await send('/', { headers: { host } })).status, isServed ? 200 : 403, server)
      },
    ))
}

test('an authority of another form is no host', async () => {
  const app = appWith('example.com', '*.example.com', '[::1]')
  const { port } = await app.listen({ host: '127.0.0.1' })
  for (const host of [
    'example.com:+80',
    'example.com:65536',
    'example.com:http',
    'example.com:443@evil.example',
    'evil.example@example.com',
    '[::1',
    '[::1]evil',
    'evil.example/.example.com',
    'evil.example?.example.com',
    'evil.example#.example.com',
    'evil.example\\.example.com',
    'evil.example .example.com',
    'example.com, evil.example',
    '',
  ]) {
    const { status } = await http1Send(port)('/', { headers: { host } })
    assert.ok(status === 400 || status === 403, `${host}: ${status}`)
  }
  await app.shutdown()
})

test('a function decides', async () => {
  const send = fetchSend(new App().use(hostAuthorization({ allowedHosts: (host) => host.startsWith('a') })))
  assert.is((await send('/', { headers: { host: 'b.example' } })).status, 403)
  assert.is((await send('/', { headers: { host: 'a.example' } })).status, 404)
})

test('X-Forwarded-Host counts only of a trusted proxy', async () => {
  for (const [trustProxy, forwarded, host, status] of [
    [true, 'example.com', 'proxy', 200],
    [true, 'evil.com', 'example.com', 403],
    [false, 'example.com', 'proxy', 403],
    [false, 'evil.com', 'example.com', 200],
  ] as const) {
    const app = new App({ trustProxy, trustProxyConfig: { loopback: true } })
    app.use(hostAuthorization({ allowedHosts: ['example.com'] })).get('/', (c) => c.sendString(''))
    const { port } = await app.listen({ host: '127.0.0.1' })
    const got = await http1Send(port)('/', { headers: { host, 'x-forwarded-host': forwarded } })
    await app.shutdown()
    assert.is(got.status, status, `${trustProxy} ${forwarded}`)
  }
})

for (const allowedHosts of [
  [],
  [''],
  ['*'],
  ['*.'],
  ['.example.com'],
  ['a b'],
  ['http://example.com'],
  [`${'a'.repeat(64)}.com`],
  ['*.1.2.3.4'],
]) {
  test(`${JSON.stringify(allowedHosts)} is refused at start`, () => {
    assert.throws(() => hostAuthorization({ allowedHosts }), /^hostAuthorization: /)
  })
}

test.run()
