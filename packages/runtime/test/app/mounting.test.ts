import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, type Group } from '../../src/index.ts'

const params = (c: Ctx): void =>
  c.json(Object.fromEntries(c.route().params.map((name) => [name, c.params(name)])))

/** Apps that each define `<is>` for another value. */
function appThatWants(value: string): App {
  return new App({ onError: () => {} }).registerCustomConstraint({
    name: 'is',
    execute: (text) => text === value,
  })
}

async function answerOf(app: App, path: string): Promise<string> {
  const answer = await app.test(path, { headers: { Accept: 'text/plain' } })
  return `${answer.status} ${await answer.text()}`
}

test('a constraint is resolved in the app where it was written, at any mount depth', async () => {
  const colors = appThatWants('red').get('/:color<is>', params)
  const sizes = appThatWants('xl').get('/:size<is>/:more', params)
  const shop = appThatWants('shop').use('/:kind<is>/colors', colors).use('/sizes', sizes)
  const app = appThatWants('de').use('/:country<is>', shop)
  for (const [path, answer] of [
    ['/de/shop/colors/red', '200 {"country":"de","kind":"shop","color":"red"}'],
    ['/de/shop/colors/xl', '404 Not Found'],
    ['/de/bank/colors/red', '404 Not Found'],
    ['/fr/shop/colors/red', '404 Not Found'],
    ['/de/sizes/xl/1', '200 {"country":"de","size":"xl","more":"1"}'],
    ['/de/sizes/red/1', '404 Not Found'],
  ] as const) {
    assert.is(await answerOf(app, path), answer, path)
  }
})

test('an invalid prefix throws at registration, not for every client', () => {
  assert.throws(() => new App().use('/:id<none>', new App().get('/', params)), /unknown constraint "none"/)
  assert.throws(() => new App().group('/a').use('/:id<min(x)>', new App()), /^\/a\/:id<min\(x\)>: /)
})

test('an app is mounted at several places, with separate parameters at each', async () => {
  const item = new App().get('/:id', params)
  const app = new App().use(['/a/:x', 'b/:y-:z'], item).use('/', new App().use('/c/*', item))
  assert.is(await answerOf(app, '/a/1/2'), '200 {"x":"1","id":"2"}')
  assert.is(await answerOf(app, '/b/1-2/3'), '200 {"y":"1","z":"2","id":"3"}')
  assert.is(await answerOf(app, '/c/1/2/3'), '200 {"*1":"1/2","id":"3"}')
})

test('methods of nested paths, and route names in a group filled by a function', async () => {
  const app = new App()
  const users = app.route('/users').get(params)
  users
    .route('/:id')
    .get(params)
    .name('user')
    .route('/keys')
    .post(params)
    .route('/:key')
    .delete(params)
    .name('key')
  app.route('/api', (api) => api.get('/', params).name('root').route('/v1', fill, 'v1.'), 'api.')
  function fill(v1: Group): void {
    v1.get('/x', params).name('x')
  }
  const urls = ['user', 'key', 'api.root', 'api.v1.x']
  app.get('/urls', (c) => c.json(urls.map((name) => c.getRouteURL(name, { id: 1, key: 2 }))))
  assert.is(await answerOf(app, '/urls'), '200 ["/users/1","/users/1/keys/2","/api/","/api/v1/x"]')
  assert.is((await app.test('/users/1/keys', { method: 'POST' })).status, 200)
  assert.is((await app.test('/users/1/keys/2', { method: 'DELETE' })).status, 200)
})

test('an invalid path, method or handler is refused, with a shortened message', () => {
  const app = new App()
  const handler = (c: Ctx): void => c.sendString('the text of a handler')
  const wrong: readonly (() => unknown)[] = [
    // @ts-expect-error no path
    () => app.get(handler),
    // @ts-expect-error handlers in an array
    () => app.use([handler]),
    // @ts-expect-error no prefix
    () => app.group(handler),
    // @ts-expect-error no path
    () => app.route(),
    // @ts-expect-error no handlers
    () => app.get('/'),
    () => app.use('/'),
    () => app.add('', '/', handler),
    () => app.add(['GET', 'GE T'], '/', handler),
  ]
  for (const register of wrong) {
    assert.throws(
      register,
      (error: Error) => error instanceof TypeError && !error.message.includes('the text'),
    )
  }
})

test.run()
