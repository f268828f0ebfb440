import { App, type CtxWith, type Group, guard, type Handler, HttpError } from '@ctxgen/runtime'
import { fromConnect } from '@ctxgen/runtime/adapters'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

declare module '@ctxgen/runtime' {
  interface Locals {
    guardedUser: { readonly name: string }
    guardedTenant: number
  }
}

const user = guard('guardedUser', (c) => {
  const name = c.get('X-User')
  if (name === '') throw new HttpError(401, 'sign in')
  return { name }
})
const tenant = guard('guardedTenant', async (c) => Number(c.get('X-Tenant')))

test('a handler behind a guard gets what it found', async () => {
  const app = new App()
  app.get('/me', user, (c) => c.json(c.locals('guardedUser').name))
  app.route('/path').get(user, (c) => c.json(c.value('guardedUser').name))
  app.group('/group', user).get('/me', tenant, (c) => c.json(nameAndTenant(c)))
  const handlers: Handler[] = [user, (c) => c.json(c.locals('guardedUser')?.name)]
  app.add('GET', '/list', ...handlers)
  app.group('/deep', tenant).route('/more', fill)
  const headers = { 'X-User': 'Ann', 'X-Tenant': '7' }
  assert.is(await (await app.test('/me', { headers })).text(), '"Ann"')
  assert.is(await (await app.test('/path', { headers })).text(), '"Ann"')
  assert.is(await (await app.test('/group/me', { headers })).text(), '"Ann 7"')
  assert.is(await (await app.test('/deep/more', { headers })).text(), '7')
  assert.is(await (await app.test('/list', { headers })).text(), '"Ann"')
  for (const path of ['/me', '/path', '/group/me']) assert.is((await app.test(path)).status, 401)
})

test('nobody passes a guard that finds nobody', async () => {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error) })
  const nobodies = { '/undefined': undefined, '/null': null, '/false': false } as const
  for (const [path, nobody] of Object.entries(nobodies)) {
    app.get(
      path,
      guard('guardedUser', () => nobody),
      (c) => c.json(c.locals('guardedUser').name),
    )
    app.get(
      `${path}/later`,
      guard('guardedUser', async () => nobody),
      (c) => c.json(1),
    )
    assert.is((await app.test(path)).status, 401)
    assert.is((await app.test(`${path}/later`)).status, 401)
  }
  assert.equal(errors, [])
})

test('an Error that find returns counts as thrown', async () => {
  const app = new App({ onError: () => {} })
  app.get(
    '/403',
    guard('guardedUser', () => new HttpError(403)),
    (c) => c.json(c.locals('guardedUser').name),
  )
  app.get(
    '/500',
    guard('guardedUser', async () => new Error('down')),
    (c) => c.json(1),
  )
  assert.is((await app.test('/403')).status, 403)
  assert.is((await app.test('/500')).status, 500)
})

test('guards add up wherever they stand in the list', async () => {
  const app = new App()
  const limit: Handler = (c) => c.next()
  const one = app.get('/last', limit, user, (c) => c.json(c.locals('guardedUser').name))
  one.get('/both', { bodyLimit: 1 }, tenant, limit, user, (c) => c.json(nameAndTenant(c)))
  app.get(
    '/inline',
    user,
    guard('guardedTenant', () => 8),
    (c) => c.json(nameAndTenant(c)),
  )
  app.group('/group', limit, tenant).get(
    '/me',
    (c) => c.next(),
    user,
    (c) => c.json(nameAndTenant(c)),
  )
  const setsUser = fromConnect((req: { guardedUser?: object }, _res, next) => {
    req.guardedUser = { name: 'Eve' }
    next()
  }, 'guardedUser')
  app.get('/connect', setsUser, tenant, (c) => c.json(nameAndTenant(c)))
  const headers = { 'X-User': 'Ann', 'X-Tenant': '7' }
  const textOf = async (path: string): Promise<string> => (await app.test(path, { headers })).text()
  assert.is(await textOf('/last'), '"Ann"')
  assert.is(await textOf('/both'), '"Ann 7"')
  assert.is(await textOf('/inline'), '"Ann 8"')
  assert.is(await textOf('/group/me'), '"Ann 7"')
  assert.is(await textOf('/connect'), '"Eve 7"')
})

test('only handlers behind the guard may rely on it', () => {
  const app = new App()
  // @ts-expect-error no guard
  app.get('/a', (c) => c.json(c.locals('guardedUser').name))
  // @ts-expect-error it runs before the guard
  app.get('/b', (c) => c.json(c.locals('guardedUser').name), user)
  // @ts-expect-error another guard
  app.get('/c', tenant, (c) => c.json(nameAndTenant(c)))
  // @ts-expect-error the group has no guard
  fill(app.group('/d'))
  // @ts-expect-error nor has the app
  app.get('/e', nameAndTenant)
  app.get('/f', { bodyLimit: 1 }, (c) => c.json(c.locals('guardedUser')?.name))
  // @ts-expect-error a value of another type
  guard('guardedTenant', () => 'seven')
  // @ts-expect-error a key that Locals does not declare
  guard('guardedTenent', () => 7)
})

test('the names of a literal pattern are known to c.params()', async () => {
  const app = new App()
  app.get('/users/:id<int>/:file.:ext?/*', (c) => {
    const names: Parameters<typeof c.params>[0][] = ['id', 'file', 'ext', '*']
    c.json(names.map((name) => c.params(name)))
  })
  app.route('/posts/:slug').get((c) => c.json([c.params('slug'), c.params('other', 'none')]))
  assert.is(await (await app.test('/users/7/a.txt/x/y')).text(), '["7","a","txt","x/y"]')
  assert.is(await (await app.test('/posts/hello')).text(), '["hello","none"]')
})

function nameAndTenant(c: CtxWith<'guardedUser' | 'guardedTenant'>): string {
  return `${c.locals('guardedUser').name} ${c.locals('guardedTenant')}`
}

function fill(group: Group<'guardedTenant'>): void {
  group.get('/', (c) => c.json(c.locals('guardedTenant')))
}

test.run()
