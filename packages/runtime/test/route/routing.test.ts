import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig, type Ctx, HttpError } from '../../src/index.ts'

const echo = (c: Ctx): void => c.json({ path: c.route().path, params: paramsOf(c) })

function paramsOf(c: Ctx): Record<string, string> {
  return Object.fromEntries(c.route().params.map((name) => [name, c.params(name)]))
}

async function statusOf(app: App, path: string, method: string = 'GET'): Promise<number> {
  return (await app.test(path, { method })).status
}

function appOf(pattern: string, config: AppConfig = {}): App {
  return new App(config).get(pattern, echo)
}

test('groups, paths and names go together', async () => {
  const app = new App()
  const api = app.group('/api', (c) => c.set('X-Api', '1').next()).name('api.')
  const v1 = api.group('/v1').name('v1.')
  v1.get('/users/:id', echo).name('user')
  api.route('/things').get(echo).post(echo).name('make')
  app.get('/url', (c) => c.json([c.getRouteURL('api.v1.user', { id: 5 }), c.getRouteURL('api.make')]))
  const user = await app.test('/api/v1/users/7')
  assert.is(user.headers.get('x-api'), '1')
  assert.equal(await user.json(), { path: '/api/v1/users/:id', params: { id: '7' } })
  assert.is(await statusOf(app, '/api/things', 'POST'), 200)
  assert.is((await app.test('/api/things', { method: 'PUT' })).headers.get('allow'), 'GET, HEAD, POST')
  assert.equal(await (await app.test('/url')).json(), ['/api/v1/users/5', '/api/things'])
})

test('a mounted app brings its routes, including later ones', async () => {
  const shop = new App().use((c: Ctx) => c.set('X-Shop', '1').next()).get('/', echo)
  const app = new App().get('/before', echo).use('/shop', shop)
  app.get('/shop/late', (c) => c.sendString('outer'))
  shop.get('/items/:id', echo).name('item')
  const item = await app.test('/shop/items/1')
  assert.is(item.headers.get('x-shop'), '1')
  assert.equal(await item.json(), { path: '/shop/items/:id', params: { id: '1' } })
  assert.is(await statusOf(app, '/shop'), 200)
  assert.is((await app.test('/before')).headers.get('x-shop'), null)
  shop.get('/late', (c) => c.sendString('inner'))
  assert.is(
    await (await app.test('/shop/late')).text(),
    'inner',
    'a mounted app keeps its place in the order',
  )
  assert.is(await statusOf(shop, '/items/1'), 200, 'it can be served alone as well')
  app.get('/url', (c) => c.sendString(c.getRouteURL('item', { id: 'x' })))
  assert.is(await (await app.test('/url')).text(), '/shop/items/x')
})

test('apps are mounted in apps and in groups, but never in themselves', async () => {
  const inner = new App().get('/c', echo)
  const middle = new App().use('/b', inner)
  const app = new App()
  app.group('/v1').use('/a', middle)
  assert.is(await statusOf(app, '/v1/a/b/c'), 200)
  inner.get('/d', echo)
  assert.is(await statusOf(app, '/v1/a/b/d'), 200)
  assert.throws(() => inner.use('/x', app), /mounted in itself/)
  assert.throws(() => app.use('/x', app), /mounted in itself/)
  // @ts-expect-error neither a handler nor an app
  assert.throws(() => app.use('/x', 5), TypeError)
})

test('the error handler of a mounted app answers for its routes', async () => {
  const inner = new App({
    errorHandler: (c, err) => c.status(err instanceof HttpError ? err.status : 599).sendString('inner'),
  })
  inner.get('/fail', () => {
    throw new Error('x')
  })
  inner.get('/later', () => Promise.reject(new HttpError(418)))
  const app = new App({ errorHandler: (c) => c.status(500).sendString('outer') }).use('/in', inner)
  app.get('/fail', () => {
    throw new Error('x')
  })
  for (const [path, status, text] of [
    ['/in/fail', 599, 'inner'],
    ['/in/later', 418, 'inner'],
    ['/in/none', 404, 'inner'],
    ['/fail', 500, 'outer'],
    ['/none', 500, 'outer'],
  ] as const) {
    const answer = await app.test(path)
    assert.equal([answer.status, await answer.text()], [status, text], path)
  }
})

test('custom constraints see the value as handlers do', async () => {
  const seen: unknown[][] = []
  const app = new App()
  app.registerCustomConstraint({
    name: 'oneOf',
    execute(value, ...args) {
      seen.push([value, ...args])
      return args.includes(value)
    },
  })
  app.get('/c/:color<oneOf(red, blue\\,green)>', echo).get('/c/:other', (c) => c.sendString('other'))
  assert.equal(await (await app.test('/c/red')).json(), {
    path: '/c/:color<oneOf(red, blue\\,green)>',
    params: { color: 'red' },
  })
  assert.is(
    (await app.test('/c/blue%2Cgreen')).headers.get('content-type'),
    'application/json; charset=utf-8',
  )
  assert.is(await (await app.test('/c/pink')).text(), 'other')
  assert.equal(seen[1], ['blue,green', 'red', 'blue,green'])
  const mounted = new App().use('/m', app)
  assert.is(await (await mounted.test('/m/c/pink')).text(), 'other')
  assert.throws(
    () => new App().get('/cars/:a<oneOf(x)>', echo),
    /^\/cars\/:a<oneOf\(x\)>: unknown constraint "oneOf"/,
  )
  assert.throws(
    () => new App().group('/cars').get('/:a<min(x)>', echo),
    /^\/cars\/:a<min\(x\)>: min\(x\): needs one whole/,
  )
})

test('a custom constraint must return true, and needs a valid name', async () => {
  const app = new App()
  // @ts-expect-error a promise is always truthy
  app.registerCustomConstraint({ name: 'later', execute: async () => true })
  assert.is(await statusOf(app.get('/:x<later>', echo), '/a'), 404)
  for (const name of ['', ' a', 'a;b', 'a(b', 'a>'])
    assert.throws(() => app.registerCustomConstraint({ name, execute: () => true }), TypeError)
  // @ts-expect-error no execute()
  assert.throws(() => app.registerCustomConstraint({ name: 'a' }), TypeError)
})

test('a custom constraint precedes a built-in of that name', async () => {
  const app = new App().registerCustomConstraint({ name: 'int', execute: (value) => value === 'one' })
  app.get('/:n<int>', echo)
  assert.equal([await statusOf(app, '/one'), await statusOf(app, '/1')], [200, 404])
})

test('built-in constraints', async () => {
  const rows: [constraint: string, takes: string[], refuses: string[]][] = [
    ['int', ['0', '-5', '007', '9007199254740991'], ['1.0', '+1', '0x1', '9007199254740992', '--1', '-']],
    ['bool', ['1', 't', 'TRUE', 'False'], ['on', 'yes', 'tRUE']],
    ['INT()', ['1'], ['x']],
    ['float', ['1', '-1.5', '1e3', '1E-3'], ['.5', '1.', 'NaN', 'Infinity', '1e999']],
    ['alpha', ['abc', '%C3%A9'], ['a1', 'a%20b']],
    ['guid', ['F0FA66CC-d22e-445b-866d-1d76e776371d'], ['f0fa66ccd22e445b866d1d76e776371d']],
    ['len(2)', ['ab', '%C3%A9a', '%F0%9F%98%80a'], ['a', 'abc']],
    ['betweenLen(2,3)', ['ab', 'abc'], ['a', 'abcd']],
    ['min(5)', ['5', '6'], ['4', 'x']],
    ['max( 5 )', ['5', '-7'], ['6']],
    ['range(-2,2)', ['-2', '0', '2'], ['-3', '3', '1.5']],
    ['MinLen(2);MAXLEN(3)', ['ab', 'abc'], ['a', 'abcd']],
    ['int;min(2);max(4)', ['2', '4'], ['1', '5', 'a']],
    ['datetime(2006-01-02)', ['2024-02-29'], ['2023-02-29', '2024-1-1', 'x']],
    ['regex(^[A-C]{2}$)', ['AB'], ['ab', 'ABC']],
    ['regex(^(a|b)\\d+(\\.\\d+)?$)', ['a1', 'b1.5'], ['c1', 'a', 'a1.']],
    ['regex([)>;]x)', ['a;x', ')x'], ['x']],
  ]
  for (const [constraint, takes, refuses] of rows) {
    const app = appOf(`/v/:x<${constraint}>`)
    for (const value of takes)
      assert.is(await statusOf(app, `/v/${value}`), 200, `${constraint} takes ${value}`)
    for (const value of refuses)
      assert.is(await statusOf(app, `/v/${value}`), 404, `${constraint} refuses ${value}`)
  }
})

test('a failed constraint is no 405 either', async () => {
  const app = appOf('/:id<int>')
  assert.is(await statusOf(app, '/x', 'POST'), 404)
  assert.is(await statusOf(app, '/1', 'POST'), 405)
})

test('an absent optional value is not checked', async () => {
  const app = appOf('/p/:n<int>?')
  assert.equal(
    [
      await statusOf(app, '/p'),
      await statusOf(app, '/p/'),
      await statusOf(app, '/p/1'),
      await statusOf(app, '/p/x'),
    ],
    [200, 200, 200, 404],
  )
})

test('invalid patterns are refused at registration', () => {
  for (const pattern of [
    '/:a<',
    '/:a<int',
    '/:a<int(',
    '/:a<nope>',
    '/:a<min(x)>',
    '/:a<>',
    '/:a<int;>',
    '/:a<int(5)>',
    '/:a<guid(1)>',
    '/:a<min>',
    '/:a<min(1,2)>',
    '/:a<max(5.5)>',
    '/:a<len()>',
    '/:a<range(1)>',
    '/:a<range(2,1)>',
    '/:a<betweenLen(1,2,3)>',
    '/:a<min(1)x>',
    '/:a<datetime>',
    '/:a<datetime()>',
    '/:a<regex>',
    '/:a<regex()>',
    '/:a<regex([)>',
    '/:a<regex((?=a))>',
    '/:a<regex((a)\\1)>',
    '/:a<regex(*)>',
  ]) {
    assert.throws(
      () => new App().get(pattern, echo),
      (error: unknown) => error instanceof TypeError,
      pattern,
    )
  }
  for (const pattern of ['/:', '/**', '/a(', '/[', '', 'no-slash', '/*/*']) new App().get(pattern, echo)
})

test('a regular expression takes linear time, whatever the value', async () => {
  const value = `${'a'.repeat(7000)}!`
  for (const source of ['^(a+)+$', '^(a|a)*$', '^(a*)*b', '(a+a+)+$', '^(.*)*x$']) {
    const app = appOf(`/:v<regex(${source})>`)
    const start = performance.now()
    assert.is(await statusOf(app, `/${value}`), 404, source)
    assert.ok(performance.now() - start < 500, `${source} took ${performance.now() - start} ms`)
  }
})

test('with strictRouting a slash at the end counts, for optional parameters too', async () => {
  const config = { strictRouting: true }
  const rows: [pattern: string, path: string, status: number][] = [
    ['/a', '/a/', 404],
    ['/a/', '/a/', 200],
    ['/a/', '/a', 404],
    ['/a/:x?', '/a', 200],
    ['/a/:x?', '/a/', 200],
    ['/a/:x?', '/a/1', 200],
    ['/a/:x?', '/a/1/', 404],
    ['/a/*', '/a', 200],
    ['/a/*', '/a/', 200],
    ['/', '/', 200],
  ]
  for (const [pattern, path, status] of rows)
    assert.is(await statusOf(appOf(pattern, config), path), status, `${pattern} ${path}`)
})

test('case counts only with caseSensitive, for paths, parameter names and values', async () => {
  const app = appOf('/Users/:Name')
  assert.equal(await (await app.test('/uSERS/JoHn')).json(), {
    path: '/Users/:Name',
    params: { Name: 'JoHn' },
  })
  app.get('/É/x', echo)
  const folded = new App({ unescapePath: true }).get('/É/:p', (c) => c.sendString(c.params('P')))
  assert.is(await (await folded.test('/%C3%A9/Ab')).text(), 'Ab')
  const exact = appOf('/Users/:Name', { caseSensitive: true })
  exact.get('/n/:ID', (c) => c.sendString(c.params('id', 'none')))
  assert.is(await statusOf(exact, '/users/x'), 404)
  assert.is(await (await exact.test('/n/1')).text(), 'none')
})

test('a path that differs in case matches the routes in the same order', async () => {
  const app = new App().get('/A/:x', (c) => c.sendString('first')).get('/:y/b', (c) => c.sendString('second'))
  for (const path of ['/a/b', '/A/b', '/A/B']) assert.is(await (await app.test(path)).text(), 'first', path)
  assert.is(await (await app.test('/X/B')).text(), 'second')
})

test.run()
