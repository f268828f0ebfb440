import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, HttpError } from '../../src/index.ts'

async function exchange(app: App, path: string, method: string = 'GET'): Promise<[number, string]> {
  const answer = await app.test(path, { method, headers: { accept: 'text/plain' } })
  return [answer.status, await answer.text()]
}

test('the handler of notFound answers where no route does, whatever was registered later', async () => {
  const app = new App()
  const seen: unknown[] = []
  app.use('/watched', async (c) => {
    await c.next()
    seen.push('resolved')
  })
  app.notFound((c) => c.sendString(`nothing at ${c.path()}`))
  app.get('/later', (c) => c.sendString('later'))
  app.get('/gone', () => new HttpError(404, 'gone'))
  app.get('/on', (c) => c.next())
  assert.equal(await exchange(app, '/later'), [200, 'later'])
  assert.equal(await exchange(app, '/nope'), [404, 'nothing at /nope'])
  assert.equal(await exchange(app, '/watched/nope'), [404, 'nothing at /watched/nope'])
  assert.equal(seen, ['resolved'])
  assert.equal(await exchange(app, '/on'), [404, 'nothing at /on'])
  // A handler's own 404, and a 405, are errors.
  assert.equal(await exchange(app, '/gone'), [404, 'gone'])
  assert.equal(await exchange(app, '/gone', 'PUT'), [405, 'Method Not Allowed'])
})

test('the handler of notFound may set a status, fail, be asynchronous, or have nowhere to go', async () => {
  for (const [handler, expected] of [
    [(c) => c.status(410).sendString('gone'), [410, 'gone']],
    [() => new HttpError(451, 'law'), [451, 'law']],
    [async (c) => c.sendString('later'), [404, 'later']],
    [(c) => c.next(), [404, 'Not Found']],
    [() => undefined, [404, '']],
  ] as [Parameters<App['notFound']>[0], [number, string]][]) {
    assert.equal(await exchange(new App().notFound(handler), '/nope'), expected)
  }
})

test('a mounted app answers the unknown paths below its prefix', async () => {
  const inner = new App().notFound((c) => c.sendString(`inner ${c.params('tenant')}`))
  const outer = new App()
  outer.use('/plain', new App())
  outer.use('/api/:tenant', inner)
  assert.equal(await exchange(outer, '/nope'), [404, 'Not Found'])
  outer.notFound((c) => c.sendString('outer'))
  assert.equal(await exchange(outer, '/nope'), [404, 'outer'])
  assert.equal(await exchange(outer, '/plain/nope'), [404, 'outer'])
  assert.equal(await exchange(outer, '/api/7/nope'), [404, 'inner 7'])
  inner.get('/known', (c) => c.sendString('known'))
  assert.equal(await exchange(outer, '/api/7/known'), [200, 'known'])
})

test.run()
