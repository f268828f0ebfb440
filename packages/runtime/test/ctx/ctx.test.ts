import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  App,
  type BindInput,
  type Ctx,
  type Handler,
  HttpError,
  locals,
  params,
  query,
  type RequestCtx,
  type ReqView,
  type ResView,
} from '../../src/index.ts'
import { pause, withApp } from '../support/serve.ts'

/** Runs a handler for one request without a server. */
async function handle(target: string, handler: Handler, init?: RequestInit): Promise<Response> {
  let thrown: unknown
  const app = new App({
    errorHandler: (_c, err) => {
      thrown = err
    },
  })
  app.all('/*', handler)
  const answer = await app.test(target, init)
  if (thrown !== undefined) throw thrown
  return answer
}

test('request() and response() are the server’s own objects', async () => {
  await withApp(
    {},
    (app) =>
      app.get('/', (c) => {
        const { incoming, outgoing } = c.requestCtx()
        const own = c.request() === incoming && c.response() === outgoing
        c.sendString(`${own} ${c.request()?.constructor.name} ${c.response()?.constructor.name}`)
      }),
    async ({ url }) => {
      assert.is(await (await fetch(url)).text(), 'true IncomingMessage ServerResponse')
    },
  )
  const request = new Request('http://a/')
  const app = new App()
  app.get('/', (c) => c.sendString(String(c.request() === request)))
  assert.is(await (await app.fetch(request)).text(), 'true')
})

test('reset() makes a Ctx belong to another request, without traces of the first', async () => {
  let kept: Ctx | undefined
  let closed = 0
  await handle('/old?x=1', (c) => {
    kept = c
    c.locals('k', { close: () => closed++ })
    c.set('X-Old', '1').status(201).path('/other')
  })
  const c = kept
  assert.ok(c)
  assert.throws(() => c.path(), /response has left/)
  const low: RequestCtx = {
    incoming: {
      method: 'PUT',
      url: '/new?y=2',
      rawHeaders: ['Host', 'b:81', 'X-A', 'a'],
      socket: { remoteAddress: '10.1.1.1' },
    },
    outgoing: 'mine',
    body: { raw: new Uint8Array([1]), decoded: new Uint8Array([2]) },
  }
  c.reset(low)
  const before = c.toString()
  assert.equal(
    [c.method(), c.path(), c.originalURL(), c.query('y'), c.query('x'), c.host(), c.ip(), c.get('x-a')],
    ['PUT', '/new?y=2'.split('?')[0], '/new?y=2', '2', '', 'b:81', '10.1.1.1', 'a'],
  )
  assert.equal([c.locals('k'), c.getRespHeader('X-Old'), c.response()], [undefined, '', 'mine'])
  assert.equal([...c.body(), ...c.bodyRaw()], [2, 1])
  assert.is(closed, 1)
  c.reset({ ...low, incoming: { ...low.incoming, url: '/third' } })
  assert.is.not(c.toString(), before)
  assert.is(c.path(), '/third')
})

test('toString() is a text unique to the request', async () => {
  const texts: string[] = []
  for (let i = 0; i < 2; i++) await handle('/a?b', (c) => void texts.push(String(c), `${c}`))
  assert.is(texts[0], texts[1])
  assert.is.not(texts[0], texts[2])
  assert.match(texts[0] ?? '', /GET \/a\?b$/)
})

test('the views have the methods of their side and act on the Ctx', async () => {
  const answer = await handle('/p?q=1', (c) => {
    const req = c.req()
    const res = c.res()
    assert.is(req.query('q'), '1')
    assert.is(req.host(), 'localhost')
    assert.is(res.status(202), c)
    res.set('X-Res', 'yes')
    res.sendString('text')
    assert.throws(() => res.getRouteURL('none'), /no route of that name/)
    assert.type(res.drop, 'function')
    for (const name of ['sendString', 'next', 'bind', 'locals', 'rawHeaders', 'app']) {
      assert.is(Reflect.get(req, name), undefined, name)
    }
    for (const name of ['query', 'body', 'next', 'bind', 'rawResponseHeaders', 'host']) {
      assert.is(Reflect.get(res, name), undefined, name)
    }
  })
  assert.is(answer.status, 202)
  assert.is(answer.headers.get('x-res'), 'yes')
  assert.is(await answer.text(), 'text')
})

test('every public method is in a view, except for those of BindInput and of the flow', () => {
  type Flow =
    | 'app'
    | 'bind'
    | 'deadline'
    | 'done'
    | 'err'
    | 'locals'
    | 'next'
    | 'req'
    | 'request'
    | 'requestCtx'
  type Rest = 'res' | 'reset' | 'response' | 'restartRouting' | 'stopping' | 'toString'
  type Unlisted = Exclude<keyof Ctx, keyof ReqView | keyof ResView | keyof BindInput | Flow | Rest>
  const unlisted: [Unlisted] extends [never] ? true : Unlisted = true
  assert.ok(unlisted)
})

test('a view is unusable after the response has left', async () => {
  let view: { path(): string } | undefined
  await handle('/', (c) => {
    view = c.req()
  })
  assert.throws(() => view?.path(), /response has left/)
})

test('the generic functions read typed values', async () => {
  await handle('/?n=5&big=18446744073709551615&f=1e3&t=True&s=x&bad=1.5', (c) => {
    const n: number = query(c, 'n', 'int8')
    const big: bigint = query(c, 'big', 'uint64')
    const bytes: Uint8Array = query(c, 's', 'bytes')
    assert.equal([n, big, query(c, 'f', 'float32'), query(c, 't', 'bool')], [5, 2n ** 64n - 1n, 1000, true])
    assert.equal([...bytes], [120])
    assert.equal([query(c, 'bad', 'int'), query(c, 'bad', 'int', 7), query(c, 'none', 'int64')], [0, 7, 0n])
    assert.equal([query(c, 'none', 'bytes').length, query(c, 'none', 'string', 'd')], [0, 'd'])
    assert.is(params(c, '*', 'string', 'none'), 'none')
    // @ts-expect-error an unknown token
    assert.throws(() => query(c, 'n', 'number'), TypeError)
    assert.is(locals<number>(c, 'count', 3), 3)
    const count: number | undefined = locals(c, 'count')
    assert.is(count, 3)
  })
})

declare module '../../src/index.ts' {
  interface Locals {
    visits: number
  }
}

test('the keys of locals have the types that the app declares', async () => {
  await handle('/', (c) => {
    const none: number | undefined = c.locals('visits')
    const stored: number = c.locals('visits', 3)
    const read: number | undefined = c.locals('visits')
    const value: number | undefined = c.value('visits')
    assert.equal([none, stored, read, value], [undefined, 3, 3, 3])
    // @ts-expect-error not the declared type of the key
    c.locals('visits', 'three')
    // @ts-expect-error it may be absent
    const sure: number = c.locals('visits')
    assert.is(sure, 'three')
    const other: unknown = c.locals('other', 1)
    assert.is(other, 1)
    // @ts-expect-error its type is not declared
    const unsaid: number = c.locals('other')
    assert.is(unsaid, 1)
  })
})

test('method() accepts the usual methods and those with routes', async () => {
  const app = new App()
  app.add('PURGE', '/', (c) => c.sendString(c.method()))
  app.post('/', (c) => {
    assert.equal(
      [c.method('use'), c.method('ALL'), c.method('M-SEARCH'), c.method('')],
      Array(4).fill('POST'),
    )
    assert.is(c.method('get'), 'GET')
    c.method('purge')
    return c.restartRouting()
  })
  assert.is(await (await app.test('/', { method: 'POST' })).text(), 'PURGE')
})

test('get(), contentType and the header binder pick the same of several lines', async () => {
  await handle(
    '/',
    (c) => {
      assert.is(c.get('X-A'), '2')
      assert.equal({ ...c.bind().header({ asMap: 'last' }) }['x-a'], '2')
    },
    { headers: [['x-a', '2']] },
  )
})

test('drop() answers nothing, and runs no error handler', async () => {
  const errors: unknown[] = []
  await withApp(
    { onError: (error) => errors.push(error) },
    (app) => {
      app.get('/drop', (c) => c.drop())
      app.get('/later', async (c) => {
        await pause(1)
        c.drop()
      })
    },
    async ({ url }) => {
      for (const path of ['/drop', '/later']) {
        const failed = await fetch(url + path).catch(() => 'closed')
        assert.is(failed, 'closed')
      }
    },
  )
  assert.equal(errors, [])
  const app = new App()
  app.get('/', (c) => c.drop())
  assert.is((await app.test('/')).type, 'error')
})

test("with immutable, a body's bytes are not shared", async () => {
  for (const immutable of [true, false]) {
    const app = new App({ immutable })
    app.post('/', (c) => {
      c.body()[0] = 0
      c.bodyRaw()[1] = 0
      c.json([...c.body()])
    })
    const answer = await app.test('/', { method: 'POST', body: 'ab' })
    assert.equal(await answer.json(), immutable ? [97, 98] : [0, 0])
  }
})

test('onError receives unexpected errors with their request', async () => {
  const heard: unknown[] = []
  const routes = (app: App): void => {
    app.get('/bug', () => {
      throw new Error('bug')
    })
    app.get('/late', async () => {
      await pause(1)
      throw 'text'
    })
    app.get('/http', () => {
      throw new HttpError(503)
    })
    app.get('/after', (c) => {
      c.end()
      throw new Error('after')
    })
  }
  const ask = async (config: object): Promise<string[]> => {
    heard.length = 0
    const app = new App({ onError: (error, { path }) => heard.push(`${path} ${error}`), ...config })
    routes(app)
    for (const path of ['/bug?secret', '/late', '/http', '/after', '/none']) await app.test(path)
    await pause(5)
    return heard.map(String)
  }
  assert.equal(await ask({}), ['/bug Error: bug', '/late text', '/after Error: after'])
  assert.equal(await ask({ errorHandler: () => {} }), ['/after Error: after'])
  const broken = await ask({
    errorHandler: () => {
      throw new Error('handler')
    },
  })
  assert.is(broken.filter((text) => text.endsWith('handler')).length, 4)
  const silent = new App({
    onError: () => {
      throw new Error('ignored')
    },
  })
  routes(silent)
  assert.is((await silent.test('/bug')).status, 500)
})

test('clientHelloInfo() is undefined without TLS; deadline, done and err always', async () => {
  await handle('/', (c) => {
    assert.equal(
      [c.clientHelloInfo(), c.deadline(), c.done(), c.err()],
      [undefined, undefined, undefined, undefined],
    )
  })
})

test.run()
