import { App, type CtxWith, type Group, guard, type Handler, HttpError } from '@ctxgen/runtime'
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

test('a guard that finds nothing lets nobody pass', async () => {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(error) })
  // @ts-expect-error it must return the value
  const broken = guard('guardedTenant', () => undefined)
  app.get('/', broken, (c) => c.json(1))
  assert.is((await app.test('/')).status, 500)
  assert.match(String(errors[0]), 'the guard of guardedTenant found nothing')
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
})

function nameAndTenant(c: CtxWith<'guardedUser' | 'guardedTenant'>): string {
  return `${c.locals('guardedUser').name} ${c.locals('guardedTenant')}`
}

function fill(group: Group<'guardedTenant'>): void {
  group.get('/', (c) => c.json(c.locals('guardedTenant')))
}

test.run()
