import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Handler } from '../../src/index.ts'

test('redirect: routes are built segment by segment, and the status must be a redirect', async () => {
  const app = new App()
  app.get('/user/:id/files/*', () => {}).name('file')
  app.get('/*', () => {}).name('any')
  const location = async (handler: Handler): Promise<string | null> => {
    const inner = new App()
    inner.get('/user/:id/files/*', () => {}).name('file')
    inner.get('/go', handler)
    inner.get('/*', () => {}).name('any')
    return (await inner.test('/go')).headers.get('location')
  }
  const params = { id: 'a/b?c#d', '*': '/x y/..z/.a' }
  assert.is(
    await location((c) =>
      c.redirect().route('file', { params, queries: { q: '1&2', no: undefined, list: ['a', 2] } }),
    ),
    '/user/a%2Fb%3Fc%23d/files/x%20y/..z/.a?q=1%262&list=a&list=2',
  )
  assert.is(
    await location((c) => c.redirect().route('any', { params: { '*': '//evil.example' } })),
    '/evil.example',
  )
  await location((c) => {
    for (const status of [200, 304, 400, 302.5]) assert.throws(() => c.redirect().status(status), RangeError)
  })
})

test('redirect().route() throws for a value that would not arrive', async () => {
  const app = new App()
  app.get('/named/:id', () => {}).name('named')
  app.get('/opt/:id?', () => {}).name('opt')
  app.get('/ext/:id.json', () => {}).name('ext')
  app.get('/star/*', () => {}).name('star')
  app.get('/plus/+', () => {}).name('plus')
  app.get('/two/:a/:b', () => {}).name('two')
  const locations: (string | undefined)[] = []
  app.get('/go', (c) => {
    const to = (name: string, params: Record<string, string>): void => {
      c.redirect().route(name, { params })
      locations.push(c.getRespHeader('location'))
    }
    for (const id of ['.', '..', '']) assert.throws(() => to('named', { id }), TypeError, id)
    assert.throws(() => to('named', {}), TypeError)
    assert.throws(() => to('two', { a: '', b: 'x' }), TypeError)
    assert.throws(() => to('opt', { id: '..' }), TypeError)
    assert.throws(() => to('star', { '*': 'a/../b' }), TypeError)
    assert.throws(() => to('plus', { '+': '' }), TypeError)
    assert.throws(() => to('ext', { id: '' }), TypeError)
    to('named', { id: '...' })
    to('opt', {})
    to('star', {})
    to('ext', { id: '.' })
    // A URL for a text, as in Fiber.
    locations.push(c.getRouteURL('named', { id: '' }))
  })
  const response = await app.test('/go')
  assert.is(response.status, 303, await response.text())
  assert.equal(locations, ['/named/...', '/opt/', '/star/', '/ext/..json', '/named/'])
})

test('redirect().back() never leaves the origin, however the target is written', async () => {
  const back = async (referer: string): Promise<string | null> => {
    const app = new App()
    app.get('/', (c) => c.redirect().back('/fallback'))
    const headers = { referer, host: 'good.example' }
    return (await app.test(new Request('http://good.example/', { headers }))).headers.get('location')
  }
  assert.is(await back('http://good.example/prev?x=1'), 'http://good.example/prev?x=1')
  assert.is(await back('/prev'), '/prev')
  for (const referer of [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'http:evil.example@x',
    'https://good.example/',
  ]) {
    assert.is(await back(referer), '/fallback', referer)
  }
  const app = new App()
  app.get('/', (c) => c.redirect().back())
  assert.is((await app.test('/')).status, 500)
})

test('redirect().back() resolves references like browsers, and normalizes them for other clients', async () => {
  const rows: Readonly<Record<string, string>> = {
    'http://good.example:80/x': 'http://good.example:80/x',
    'HTTP://GOOD.example/x': 'HTTP://GOOD.example/x',
    'http://good.example\\@evil.example/x': 'http://good.example/@evil.example/x',
    '/a\\b': '/a/b',
    '/a?path=C:\\b#c\\d': '/a?path=C:\\b#c\\d',
    back: 'back',
    '../up?x=a:b': '../up?x=a:b',
    '?page=2': '?page=2',
    'http:///good.example/x': '/fallback',
    'http:\\\\\\good.example/x': '/fallback',
    'http://good.example:8080/x': '/fallback',
    '///': '/fallback',
    '\\/evil.example': '/fallback',
    'javascript:alert(1)': '/fallback',
    'a:b/c': '/fallback',
    '://x': '/fallback',
    'ht tp://x': '/fallback',
    '#top': '/fallback',
    '/\t/evil.example': '/fallback',
    'a\u0001b': '/fallback',
    '': '/fallback',
  }
  for (const [referer, location] of Object.entries(rows)) {
    const app = new App()
    app.get('/', (c) => c.redirect().back('/fallback'))
    const headers = { referer, host: 'good.example' }
    const response = await app.test(new Request('http://good.example/', { headers }))
    assert.is(response.headers.get('location'), location, JSON.stringify(referer))
  }
})

test("a route's path stays on this origin, whatever its parameters", async () => {
  const app = new App()
  app.get('/go', (c) => {
    c.json(rows.map(([value]) => c.getRouteURL('any', { '*': value })))
  })
  app.get('/*', () => {}).name('any')
  const rows: readonly (readonly [string, string])[] = [
    ['docs/index.html', '/docs/index.html'],
    ['/evil.example', '/evil.example'],
    ['///evil.example', '/evil.example'],
    ['\\evil.example', '/evil.example'],
    ['\t/\n\\evil.example', '/evil.example'],
    ['https://evil.example', '/https://evil.example'],
    ['a//b\\c', '/a//b\\c'],
    ['', '/'],
  ]
  assert.equal(
    await (await app.test('/go')).json(),
    rows.map(([, url]) => url),
  )
})

test.run()
