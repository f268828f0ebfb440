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

test('an unknown route name is a 404', async () => {
  const app = new App().get('/', (c) => c.sendString(c.getRouteURL('none')))
  assert.is((await app.test('/')).status, 404)
})

test.run()
