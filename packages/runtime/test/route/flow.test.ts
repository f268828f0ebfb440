import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig, type Ctx } from '../../src/index.ts'
import { untyped } from '../support/untyped-handler.ts'

/** A handler that records its name and continues. */
const passing =
  (name: string) =>
  async (c: Ctx): Promise<void> => {
    c.append('X-Ran', name)
    await c.next()
  }

const ending =
  (name: string) =>
  (c: Ctx): void => {
    c.append('X-Ran', name).sendString(
      c
        .route()
        .params.map((param) => c.params(param))
        .join(),
    )
  }

/** The answer: the status, the handlers that ran, the body or Allow. */
async function asked(app: App, method: string, path: string): Promise<unknown[]> {
  const response = await app.test(path, { method, headers: { Accept: 'text/plain' } })
  const { headers, status } = response
  const ran = headers.get('x-ran') ?? ''
  return [status, ran, status === 405 ? headers.get('allow') : status === 200 ? await response.text() : '']
}

test("after a changed method next() continues with that method's routes", async () => {
  const app = new App()
  app.put('/cars/:id', ending('too early'))
  app.use(async (c) => {
    c.method(c.get('X-Method') || c.query('method'))
    await c.next()
  })
  app.post('/cars/:id', ending('post')).put('/cars/:n', ending('put')).all('/all', ending('all'))
  assert.equal(await asked(app, 'POST', '/cars/7'), [200, 'post', '7'])
  assert.equal(await asked(app, 'POST', '/cars/7?method=put'), [200, 'put', '7'])
  assert.equal(await asked(app, 'POST', '/cars/7?method=nonsense'), [200, 'post', '7'])
  assert.equal(await asked(app, 'POST', '/all?method=DELETE'), [200, 'all', ''])
  assert.equal(await asked(app, 'POST', '/cars/7?method=PATCH'), [405, '', 'PUT, POST'])
  assert.equal(await asked(app, 'POST', '/none?method=PUT'), [404, '', ''])
})

test('after a changed path next() continues with its later routes', async () => {
  const app = new App()
  app.use(passing('first'))
  app.get('/new/:x', ending('too early'))
  app.get('/old/:a', async (c) => {
    c.path(`/new/${c.params('a')}1`)
    assert.is(c.params('a'), '7', 'until then its parameters are those of the original path')
    await c.next()
  })
  app.use('/old', passing('of the old path')).use('/new', passing('of the new path'))
  app.get('/new/:b', ending('new'))
  assert.equal(await asked(app, 'GET', '/old/7'), [200, 'first, of the new path, new', '71'])
  assert.equal(await asked(app, 'GET', '/new/7'), [200, 'first, too early', '7'])
})

test('a changed path without a later route is a 404, or a 405 if other methods have one', async () => {
  const changing = (to: string): App => {
    const app = new App().get('/here', ending('too early')).post('/there', ending('post'))
    return app.use(async (c) => {
      c.path(to)
      await c.next()
    })
  }
  assert.equal(await asked(changing('/none'), 'GET', '/x'), [404, '', ''])
  assert.equal(await asked(changing('/here'), 'GET', '/x'), [404, '', ''])
  assert.equal(await asked(changing('/there'), 'GET', '/x'), [405, '', 'POST'])
})

test('the handlers of one route continue, whatever the path becomes', async () => {
  const app = new App().get('/a', (c) => void c.path('/b'), ending('never'))
  app.get(
    '/c',
    untyped((c) => c.path('/b') && c.next()),
    ending('second'),
  )
  assert.equal(await asked(app, 'GET', '/a'), [200, '', ''])
  assert.equal(await asked(app, 'GET', '/c'), [200, 'second', ''])
})

test('restartRouting begins with the first route of the current path and method', async () => {
  const app = new App()
  app.use((c) => passing(c.path())(c))
  app.post('/new/:x', ending('new'))
  app.get('/old/:a', (c) => {
    c.path(`/new/${c.params('a')}`)
    c.method('POST')
    return c.restartRouting()
  })
  assert.equal(await asked(app, 'GET', '/old/7'), [200, '/old/7, /new/7, new', '7'])
})

test('the answer to HEAD, and the content of Allow', async () => {
  const rows: [
    lines: string[],
    config: AppConfig,
    asks: [method: string, path: string, answer: unknown[]][],
  ][] = [
    [
      ['get /a/:x', 'post /a/b', 'delete /a/b/c'],
      {},
      [
        ['HEAD', '/a/b', [200, 'get /a/:x', '']],
        ['HEAD', '/a/b/c', [405, '', 'DELETE']],
        ['PUT', '/A/B/', [405, '', 'GET, HEAD, POST']],
        ['PUT', '/a/c', [405, '', 'GET, HEAD']],
        ['OPTIONS', '/a/c', [405, '', 'GET, HEAD']],
        ['PUT', '/a', [404, '', '']],
      ],
    ],
    [
      ['get /a', 'head /a/', 'get /b', 'get /:n<int>', 'post /:w<alpha>'],
      {},
      [
        ['HEAD', '/a', [200, 'head /a/', '']],
        ['HEAD', '/b', [200, 'get /b', '']],
        ['HEAD', '/7', [200, 'get /:n<int>', '']],
        ['PUT', '/7', [405, '', 'GET, HEAD']],
        ['PUT', '/a', [405, '', 'GET, HEAD, POST']],
        ['PUT', '/a-', [404, '', '']],
      ],
    ],
    [
      ['get /a', 'head /a/', 'put /A'],
      { strictRouting: true, caseSensitive: true },
      [
        ['HEAD', '/a', [200, 'get /a', '']],
        ['HEAD', '/a/', [200, 'head /a/', '']],
        ['POST', '/a/', [405, '', 'HEAD']],
        ['POST', '/A', [405, '', 'PUT']],
        ['PUT', '/a', [405, '', 'GET, HEAD']],
      ],
    ],
    [
      ['get /a', 'all /b', 'post /b'],
      { disableHeadAutoRegister: true },
      [
        ['HEAD', '/a', [405, '', 'GET']],
        ['HEAD', '/b', [200, 'all /b', '']],
        ['HEAD', '/none', [404, '', '']],
      ],
    ],
  ]
  for (const [lines, config, asks] of rows) {
    const app = new App(config)
    for (const line of lines) {
      const [method = '', path = ''] = line.split(' ')
      if (method === 'all') app.all(path, ending(line))
      else app.add(method, path, ending(line))
    }
    for (const [method, path, answer] of asks) {
      assert.equal(await asked(app, method, path), answer, `${method} ${path} among ${lines}`)
    }
  }
})

test.run()
