import { createReadStream } from 'node:fs'
import { request } from 'node:http'
import { responseMethods } from '@ctxgen/core/ctx-methods'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { jsonSender, stringifier } from '../../src/bind/decoded/json-output.ts'
import { sentDto } from '../../src/bind/dto/make-dto.ts'
import { sentShape } from '../../src/bind/shape/shape.ts'
import { App, type Ctx, type FailedRequest, HttpError } from '../../src/index.ts'
import { pause, until, withApp } from '../support/serve.ts'

test('a handler that forgets to await next() is awaited, and its errors are answered', async () => {
  await withApp(
    {},
    (app) => {
      app.use((c) => {
        c.next()
      })
      app.get('/ok', async (c) => {
        await pause(5)
        c.sendString('late')
      })
      app.get('/bad', async () => {
        await pause(5)
        throw new HttpError(409)
      })
    },
    async ({ url }) => {
      assert.is(await (await fetch(`${url}/ok`)).text(), 'late')
      assert.is((await fetch(`${url}/bad`)).status, 409)
    },
  )
})

/** Methods that set or send, each with its return value when it is too late: `c` is the Ctx. */
const lateCalls: [name: string, call: (c: Ctx) => unknown, returned: unknown][] = [
  ['set', (c) => c.set('X-A', 'a\nb'), 'c'],
  ['append', (c) => c.append('X-A', '1'), 'c'],
  ['status', (c) => c.status(1), 'c'],
  ['type', (c) => c.type('html'), 'c'],
  ['vary', (c) => c.vary('Origin'), 'c'],
  ['links', (c) => c.links('/', 'next'), 'c'],
  ['location', (c) => c.location('/'), 'c'],
  ['cookie', (c) => c.cookie({ name: 'a b', value: '1' }), 'c'],
  ['clearCookie', (c) => c.clearCookie('a'), 'c'],
  ['attachment', (c) => c.attachment('a.html'), 'c'],
  ['viewBind', (c) => c.viewBind({ a: 1 }), 'c'],
  ['json', (c) => Reflect.apply(c.json, c, [1n]), undefined],
  ['json', (c) => Reflect.apply(c.json, c, [Promise.reject(new Error('rows'))]), undefined],
  ['jsonp', (c) => c.jsonp(1), undefined],
  ['xml', (c) => c.xml(1), undefined],
  ['cbor', (c) => c.cbor(1), undefined],
  ['msgPack', (c) => c.msgPack(1), undefined],
  ['autoFormat', (c) => c.autoFormat(1), undefined],
  ['format', (c) => c.format(), Promise],
  ['send', (c) => c.send('a'), undefined],
  ['sendString', (c) => c.sendString('a'), undefined],
  ['sendStatus', (c) => c.sendStatus(404), undefined],
  ['sendStream', (c) => c.sendStream(createReadStream('/no such file')), undefined],
  ['sendStreamWriter', (c) => c.sendStreamWriter(() => {}), undefined],
  ['write', (c) => c.write(new Uint8Array(2)), 0],
  ['writeString', (c) => c.writeString('a'), 0],
  ['writef', (c) => c.writef('%s', 'a'), 0],
  ['events', (c) => Reflect.apply(c.events, c, [{}, () => {}]), undefined],
  ['render', (c) => c.render('a'), Promise],
  ['sendFile', (c) => c.sendFile('/no such file'), Promise],
  ['download', (c) => c.download('/no such file'), Promise],
  ['sendEarlyHints', (c) => c.sendEarlyHints(['</a>']), Promise],
  ['redirect().to', (c) => c.redirect().to('/'), undefined],
  ['redirect().route', (c) => c.redirect().route('none'), undefined],
  ['redirect().back', (c) => c.redirect().back(), undefined],
  ['locals', (c) => c.locals('k', 'v'), 'v'],
  ['path', (c) => c.path('/other'), '/cars/7'],
  ['method', (c) => c.method('PUT'), 'GET'],
  ['next', (c) => c.next(), undefined],
  ['restartRouting', (c) => c.restartRouting(), undefined],
  ['end', (c) => c.end(), undefined],
  ['drop', (c) => c.drop(), undefined],
  ['sendString', (c) => c.res().sendString('a'), undefined],
]

/** Methods of a response that only read. */
const readers = ['getRespHeader', 'getRespHeaders', 'getRouteURL', 'signal']

test('the calls that come too late are of all methods that answer', () => {
  const called = new Set(lateCalls.map(([name]) => name.split('(')[0]))
  const uncalled = Object.keys(responseMethods).filter((name) => !called.has(name) && !readers.includes(name))
  assert.equal(uncalled, [])
})

/** An app that keeps the Ctx of its last request, and its reports. */
function keepingApp(): { app: App; kept: () => Ctx; told: [error: unknown, request: FailedRequest][] } {
  const told: [error: unknown, request: FailedRequest][] = []
  let last: Ctx | undefined
  const app = new App({ onError: (error, request) => told.push([error, request]) })
  app.get('/cars/:id', (c) => {
    last = c
    c.sendString('ok')
  })
  const kept = (): Ctx => {
    if (last === undefined) throw new Error('no request')
    return last
  }
  return { app, kept, told }
}

test('a method that sets or sends after the response does nothing and is reported once', async () => {
  const { app, kept, told } = keepingApp()
  for (const [name, call, returned] of lateCalls) {
    await app.test('/cars/7')
    const c = kept()
    const value = call(c)
    call(c)
    if (returned === Promise) assert.is(await value, undefined, name)
    else assert.is(value, returned === 'c' ? c : returned, name)
    const [[error, request] = [], ...rest] = told.splice(0)
    assert.match(String(error), `Error: ${name}() was called after the response had left`)
    assert.equal(request, { method: 'GET', path: '/cars/7', route: '/cars/:id' }, name)
    assert.equal(rest, [], name)
  }
  await pause(5)
})

test('a generated function that sends too late reports its name and makes no text', async () => {
  const { app, kept, told } = keepingApp()
  let made = 0
  const stringify = stringifier<{ a: number }>(({ a }) => {
    made++
    return { a }
  })
  const sends = [
    jsonSender(stringify),
    sentDto(
      'Car',
      stringify,
      sentShape('Car', () => ({ a: 'int' })),
    ).send,
  ]
  for (const send of sends) {
    await app.test('/cars/7')
    send(kept(), { a: 1 })
    send(kept(), { a: 1 })
    assert.is(made, 0)
    const [error, ...rest] = told.splice(0).map(([one]) => String(one))
    assert.match(error ?? '', 'Error: sendJsonCar() was called after the response had left')
    assert.equal(rest, [])
  }
  app.get('/sent', (c) => sends[0]?.(c, { a: 1 }))
  assert.equal(await (await app.test('/sent')).json(), { a: 1 })
})

test('a forgotten return or await is an empty answer, a report, and no end of the process', async () => {
  const told: string[] = []
  await withApp(
    { onError: (error, { path }) => told.push(`${path} ${error}`) },
    (app) => {
      app.get('/then', (c) => {
        void pause(1).then(() => c.json({ a: 1 }))
      })
      app.get('/timer', (c) => {
        setTimeout(() => c.status(201).json({ a: 1 }), 1)
      })
    },
    async ({ url }) => {
      for (const path of ['/then', '/timer']) {
        const answer = await fetch(url + path)
        assert.equal([answer.status, await answer.text()], [200, ''])
      }
      assert.ok(await until(() => told.length === 2))
      assert.match(told.sort().join(), /^\/then Error: json\(\) .*,\/timer Error: status\(\) /)
    },
  )
})

test('a Ctx that is read after its response throws', async () => {
  const { app, kept, told } = keepingApp()
  await app.test('/cars/7')
  const c = kept()
  const reads: (() => unknown)[] = [
    () => c.get('host'),
    () => c.getRespHeader('x-a'),
    () => c.isProxyTrusted(),
    () => c.params('id'),
    () => c.path(),
    () => c.locals('k'),
    () => c.bind(),
    () => c.body(),
    () => c.req(),
  ]
  for (const read of reads) assert.throws(read, /after its response has left/)
  assert.equal(told, [])
})

test('after end() or drop() the rest of the chain may read, and sets and sends nothing', async () => {
  for (const over of ['end', 'drop'] as const) {
    const { app, told } = keepingApp()
    const seen: unknown[] = []
    app.use('/:id', async (c) => {
      await c.next()
      for (const [, call] of lateCalls) await call(c)
      seen.push(c.params('id'), c.getRespHeader('X-A'), c.get('X-Sent'))
    })
    app.get('/:id', (c) => {
      c.set('X-A', 'a').sendString('ended')
      c[over]()
    })
    const answer = await app.test('/7', { headers: { 'X-Sent': 's' } })
    assert.is(answer.headers.get('x-a'), over === 'end' ? 'a' : null)
    await pause(1)
    assert.equal(seen, ['7', 'a', 's'])
    assert.equal(told, [])
  }
})

test('a client that disconnects during its answer affects no other client', async () => {
  await withApp(
    {},
    (app) =>
      app.get('/:wait', async (c) => {
        await pause(Number(c.params('wait')))
        c.sendString('x'.repeat(1_000_000))
      }),
    async ({ url, port }) => {
      const gone = request({ port, host: '127.0.0.1', path: '/20' })
      gone.on('error', () => {})
      gone.end()
      await pause(5)
      gone.destroy()
      await pause(40)
      assert.is((await fetch(`${url}/0`)).status, 200)
    },
  )
})

test('shutdown lets pending requests finish, accepts no new ones and ignores idle connections', async () => {
  let release: (() => void) | undefined
  let isClosed = false
  const app = new App()
  app.get('/', async (c) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    c.sendString('done')
  })
  const { url } = await app.listen({ host: '127.0.0.1', keepAliveTimeout: 60_000 })
  const answer = fetch(url)
  assert.ok(await until(() => release !== undefined))
  void app.shutdown().then(() => {
    isClosed = true
  })
  await pause(20)
  assert.not.ok(isClosed)
  release?.()
  assert.is(await (await answer).text(), 'done')
  assert.ok(await until(() => isClosed))
  const refused = await fetch(url).then(
    () => false,
    () => true,
  )
  assert.ok(refused)
})

test('values stored for the request are closed after it', async () => {
  const closed: string[] = []
  await withApp(
    {},
    (app) =>
      app.get('/', (c) => {
        c.locals('a', { close: () => closed.push('close') })
        c.locals('b', { [Symbol.asyncDispose]: async () => closed.push('asyncDispose') })
        const twice = Object.assign(() => {}, { close: () => closed.push('function') })
        c.locals('once', twice)
        c.locals('again', twice)
        c.locals('c', {
          get close(): never {
            throw new Error('never mind')
          },
        })
        c.sendString(`${closed.length}`)
      }),
    async ({ url }) => {
      assert.is(await (await fetch(url)).text(), '0')
      assert.equal(closed, ['function', 'asyncDispose', 'close'])
    },
  )
})

test('values that a streamed body may use are closed after it', async () => {
  const seen: string[] = []
  const read = async function* (): AsyncGenerator<string> {
    yield 'a'
    await pause(5)
    seen.push('read')
    yield 'b'
  }
  const add = (app: App): unknown =>
    app.get('/:way', (c) => {
      c.locals('source', { close: () => seen.push('closed') })
      if (c.params('way') === 'stream') c.sendStream(read())
      else c.status(204).sendStream(read())
    })
  await withApp({}, add, async ({ url }) => {
    assert.is(await (await fetch(`${url}/stream`)).text(), 'ab')
    await (await fetch(`${url}/none`)).text()
    await fetch(`${url}/stream`, { method: 'HEAD' })
  })
  const app = new App()
  add(app)
  assert.is(await (await app.test('/stream')).text(), 'ab')
  assert.equal(seen, ['read', 'closed', 'closed', 'closed', 'read', 'closed'])
})

test('next() called twice by one handler is an error, not a second answer', async () => {
  let runs = 0
  await withApp(
    {},
    (app) => {
      app.use(async (c) => {
        await c.next()
        await c.next()
      })
      app.get('/', (c) => c.sendString(`${++runs}`))
    },
    async ({ url }) => {
      assert.is((await fetch(url)).status, 500)
      assert.is(runs, 1)
    },
  )
})

test('restartRouting() starts again with the current path', async () => {
  await withApp(
    {},
    (app) => {
      app.get('/:was', (c) => {
        c.path('/new/7')
        assert.is(c.params('was'), 'old')
        return c.restartRouting()
      })
      app.get('/new/:id', (c) => c.sendString(`${c.params('id')} ${c.originalURL()}`))
    },
    async ({ url }) => {
      assert.is(await (await fetch(`${url}/old?x`)).text(), '7 /old?x')
    },
  )
})

test.run()
