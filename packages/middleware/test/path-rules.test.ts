import { type RedirectOptions, redirect } from '@ctxgen/middleware/redirect'
import { rewrite } from '@ctxgen/middleware/rewrite'
import { App, type AppConfig } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

/** Fiber's tables, and more. */
const redirects: readonly (readonly [pattern: string, target: string, path: string, location?: string])[] = [
  ['/default', '/home', '/default', '/home'],
  ['/default/*', '/home', '/default/xyz', '/home'],
  ['/', '/swagger', '/', '/swagger'],
  ['/', '/swagger', '/api/'],
  ['/params', '/with_params', '/params?query=abc', '/with_params?query=abc'],
  ['/params', '/with_params?a=1#top', '/params?b=2', '/with_params?a=1&b=2#top'],
  ['/params', '/with_params', '/params?', '/with_params'],
  ['/old', '/new', '/old', '/new'],
  ['/old', '/new', '/OLD/', '/new'],
  ['/old', '/new', '/o%6cd', '/new'],
  ['/old', '/new', '/very/old'],
  ['/old', '/new', '/older'],
  ['/api/*', '/$1', '/api//evil.com', '/evil.com'],
  ['/redirect/*', '$1', '/redirect///evil.com', '/evil.com'],
  ['/redirect/*', '$1', '/redirect/https://evil.com', '/https://evil.com'],
  ['/redirect/*', '$1', '/redirect/javascript:x', '/javascript:x'],
  ['/api/*', '/$1', '/api/users', '/users'],
  ['/old/*', '/new/$1', '/old//evil.com', '/new//evil.com'],
  ['/g', 'google.com', '/g', 'google.com'],
  ['/ext/*', 'https://cdn.example.com/$1', '/ext/a', 'https://cdn.example.com/a'],
  ['/pr/*', '//cdn.example.com/$1', '/pr/a', '//cdn.example.com/a'],
  ['/a/*/b/*', '/$2/$1', '/a/1/b/2', '/2/1'],
  ['/a/*/b/*', '/$2/$1', '/a/1/2/b/3/4', '/3/4/1/2'],
  ['/a/*', '/$1', '/a/x%2Fy%5Cz', '/x%2Fy%5Cz'],
  ['/a/*', '/$1', '/a/é', '/%C3%A9'],
]

for (const [pattern, target, path, location] of redirects) {
  test(`redirect ${pattern} to ${target}: ${path} gives ${location}`, async () => {
    const send = fetchSend(new App().use(redirect({ [pattern]: target })))
    const { status, headers } = await send(path)
    assert.equal([status, headers['location']], location === undefined ? [404, undefined] : [302, location])
  })
}

test('on servers a backslash and an escaped one name no other host', () =>
  onEachServer(
    () => new App({ unescapePath: true }).use(redirect({ '/api/*': '/$1', '/r/*': '$1' })),
    async (send, server) => {
      for (const path of [
        '/api/%5Cevil.com',
        '/api/%09/evil.com',
        '/r/%20//evil.com',
        '/r/%09https://evil.com',
        '/r/%2F%2Fevil.com',
        '/r/ht%09tps:%2F%2Fevil.com',
        '/r/%0Ahttps:evil.com',
        '/r/%01javascript:alert(1)',
        '/r/%5C%5Cevil.com',
        '/r/%2F%09%2Fevil.com',
        '/r/evil.com:80',
        '/r/@evil.com',
      ]) {
        const { status, headers } = await send(path)
        assert.is(status, 302)
        const location = headers['location'] ?? ''
        assert.is(new URL(location, 'http://here/').host, 'here', `${server} ${path} ${location}`)
      }
    },
  ))

test('the status and the first match', async () => {
  const options: RedirectOptions = { statusCode: 308 }
  const send = fetchSend(new App().use(redirect({ '/a/b': '/first', '/a/*': '/second' }, options)))
  assert.equal(
    [(await send('/a/b')).headers['location'], (await send('/a/c')).headers['location']],
    ['/first', '/second'],
  )
  assert.is((await send('/a/b', { method: 'POST' })).status, 308)
})

for (const [pattern, target] of [
  ['old', '/new'],
  ['/old', '/$1'],
  ['/old', '/old'],
  ['/old', '/old?page=1'],
  ['/old/*', '/old/$1'],
  ['/*/a/*', '/$1/a/$2#b'],
  ['/old/*', '/$2'],
  ['/old/*', '/$0'],
  ['/old/*', 'https://$1'],
  ['/old/*', 'https://a.example$1'],
  ['/old/*', '//a$1/x'],
  ['/old/*', 'javascript:$1'],
  ['/old/*', 'https:$1'],
  ['/old/*', 'https:/$1'],
  ['/old/*', 'https:\\\\$1'],
  ['/old/*', 'https://$1.assets.example.com/'],
  ['/old/*', 'https://user@$1/'],
  ['/old/*', 'https://a.example:$1/'],
  ['/old/*', 'https://a.example\\$1'],
  ['/old/*', 'ftp://$1'],
  ['/old/*', '//$1'],
  ['/old/*', 'mailto:$1'],
] as const) {
  test(`redirect ${pattern} to ${target} is refused at start`, () => {
    assert.throws(() => redirect({ [pattern]: target }), /^redirect: /)
  })
}

const rewrites: readonly (readonly [
  pattern: string,
  target: string,
  path: string,
  body: string,
  config?: AppConfig,
])[] = [
  ['/old', '/new', '/old', '/new'],
  ['/users/*/orders/*', '/user/$1/order/$2', '/users/123/orders/456?a=1', '/user/123/order/456'],
  ['/users/*', '/u/$1', '/api/users/1', '/api/users/1'],
  ['/users/*', '/u/$1', '/us%65rs/1', '/u/1'],
  ['/Users/*', '/u/$1', '/users/A', '/u/A'],
  ['/Users/*', '/u/$1', '/users/A', '/users/A', { caseSensitive: true }],
  ['/old', '/new', '/old/', '/new'],
  ['/old', '/new', '/old/', '/old/', { strictRouting: true }],
  ['/a/*', '/$1', '/a//b', '/b'],
]

for (const [pattern, target, path, body, config] of rewrites) {
  test(`rewrite ${pattern} to ${target}: ${path} is served as ${body} ${JSON.stringify(config ?? {})}`, async () => {
    const app = new App(config).use(rewrite({ [pattern]: target }))
    app.get('/*', (c) => c.sendString(c.path()))
    const got = await fetchSend(app)(path)
    assert.is(got.body, body)
  })
}

test('rewrite runs the routes of the new path with the query, and needs a path', async () => {
  const app = new App().use(rewrite({ '/v1/*': '/api/$1' }))
  app.get('/api/cars/:id', (c) => c.sendString(`${c.params('id')} ${c.query('page')}`))
  assert.is((await fetchSend(app)('/v1/cars/7?page=2')).body, '7 2')
  for (const target of ['new', '/new?a=1', '/new#a', 'https://a.example/'])
    assert.throws(() => rewrite({ '/old': target }), /^rewrite: not a path/)
})

test('a pattern of many wildcards takes no exponential time', async () => {
  const send = fetchSend(new App().use(redirect({ [`/${'*a'.repeat(20)}b`]: '/x' })))
  const started = performance.now()
  await send(`/${'a'.repeat(5000)}`)
  assert.ok(performance.now() - started < 500)
})

test.run()
