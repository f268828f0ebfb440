import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig } from '../../src/index.ts'

type Params = Readonly<Record<string, unknown>>

/** The result of `getRouteURL` for a pattern. */
async function urlOf(pattern: string, params: Params, config: AppConfig = {}): Promise<string> {
  const app = new App(config).get(pattern, () => {}).name('it')
  let url = ''
  app.use((c) => {
    url = c.getRouteURL('it', params)
  })
  await app.test('/none/of/these', { method: 'POST' })
  return url
}

test('values replace the parameters unchanged', async () => {
  for (const [pattern, params, expected] of [
    ['/cars/:id', { id: 7 }, '/cars/7'],
    ['/cars/:id', { id: 'a b/ü' }, '/cars/a b/ü'],
    ['/cars/:id<int;min(1)>/doors/:n?', { id: 7n, n: 0 }, '/cars/7/doors/0'],
    ['/Cars/:id\\:Open', { id: true }, '/Cars/true:Open'],
    ['/:from-:to.:kind', { from: 'x', to: 'y', kind: 'json' }, '/x-y.json'],
    ['/t::zone/call/+:n', { zone: 'gmt', n: 49 }, '/t:gmt/call/+49'],
    ['/f/*/v/*', { '*1': 'a/b', '*2': 'c' }, '/f/a/b/v/c'],
    ['/f/*/v/+', { '*': 'a', '+': 'b' }, '/f/a/v/b'],
    ['/a\\*b', {}, '/a*b'],
    ['cars', {}, '/cars'],
    ['', {}, '/'],
  ] as const)
    assert.is(await urlOf(pattern, params), expected, pattern)
})

test('a missing value leaves its place empty, and extra values are ignored', async () => {
  assert.is(await urlOf('/a/:x/b/:y?', { z: 1 }), '/a//b/')
  assert.is(await urlOf('/a/:x/*', { x: null, '*1': undefined }), '/a//')
  assert.is(await urlOf('/a/:Id', Object.create({ Id: 9 })), '/a/')
  assert.is(await urlOf('/a/*/*', { '*': 1 }), '/a/1/')
})

test('names ignore case by default: the exact one first, else the first in order', async () => {
  assert.is(await urlOf('/u/:name', { NAME: 1 }), '/u/1')
  assert.is(await urlOf('/u/:name', { NAME: 1, name: 2 }), '/u/2')
  assert.is(await urlOf('/u/:name', { namE: 1, Name: 2, nAme: 3 }), '/u/2')
  assert.is(await urlOf('/u/:name', { NAME: 1 }, { caseSensitive: true }), '/u/')
})

test('an empty first place does not create another host', async () => {
  assert.is(await urlOf('/:lang?/:page', { page: 'evil.test' }), '/evil.test')
  assert.is(await urlOf('/x/*', { '*': '//y' }), '/x///y')
})

test('a literal is written as a URL has it', async () => {
  assert.is(await urlOf('/my docs/créer/:id', { id: 'ü' }), '/my%20docs/cr%C3%A9er/ü')
  assert.is(await urlOf('/my%20docs/cr%c3%a9er%2F\\?', {}), '/my%20docs/cr%C3%A9er%2F%3F')
})

test('a value that a literal would cut is refused', async () => {
  const thrown = async (pattern: string, params: Params, config?: AppConfig): Promise<unknown> => {
    let error: unknown
    const app = new App(config).get(pattern, () => {}).name('it')
    app.use((c) => {
      try {
        c.getRouteURL('it', params)
      } catch (thrown) {
        error = thrown
      }
    })
    await app.test('/none/of/these', { method: 'POST' })
    return error
  }
  for (const [pattern, params] of [
    ['/:from-:to', { from: 'a-b', to: 'c' }],
    ['/:from-:to', { from: 'a%2Db', to: 'c' }],
    ['/:from--:to', { from: 'a-', to: 'b' }],
    ['/:file.:kind', { file: 'a.b', kind: 'c' }],
    ['/:a.x.:b', { a: '1.X.2', b: '3' }],
    ['/*-:to', { '*': 'a', to: 'b-c' }],
    ['/:a:b', { a: 'xy', b: 'z' }],
  ] as const)
    assert.instance(await thrown(pattern, params), TypeError, pattern)
  for (const [pattern, params] of [
    ['/:from-:to', { from: 'a', to: 'b-c' }],
    ['/*-:to', { '*': 'a-b', to: 'c' }],
    ['/:file.:kind', { file: 'a%252Eb', kind: 'c' }],
    ['/:a/x', { a: 'b.c-d' }],
    ['/f/*', { '*': 'a/b/' }],
  ] as const)
    assert.is(await thrown(pattern, params), undefined, pattern)
  assert.is(await thrown('/:a.x.:b', { a: '1.X.2', b: '3' }, { caseSensitive: true }), undefined)
})

test('redirect().route() refuses such a value, and encodes any other', async () => {
  const app = new App({ onError: () => {} }).get('/:from-:to', (c) => c.json(c.params('from'))).name('trip')
  app.get('/', (c) => c.redirect().route('trip', { params: { from: c.query('from'), to: 'x' } }))
  assert.is((await app.test('/?from=a-b')).status, 500)
  const to = (await app.test('/?from=a%2520%2Fb')).headers.get('location') ?? ''
  assert.is(to, '/a%2520%2Fb-x')
  assert.is(await (await app.test(to)).json(), 'a%20/b')
})

test('an unknown route name is a 404', async () => {
  const app = new App().get('/', (c) => c.sendString(c.getRouteURL('none')))
  assert.is((await app.test('/')).status, 404)
})

test.run()
