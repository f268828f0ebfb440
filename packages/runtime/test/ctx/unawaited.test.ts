import { createReadStream } from 'node:fs'
import { ServerResponse } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cbor } from '../../src/cbor.ts'
import { App, type AppConfig, type Ctx, FileHeader, type Handler, HttpError } from '../../src/index.ts'
import { msgpack } from '../../src/msgpack.ts'
import { pause, until, withApp } from '../support/serve.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { untyped } from '../support/untyped-handler.ts'

const missing = '/no such folder/file'

function appThatTells(config: AppConfig = {}): { app: App; told: unknown[] } {
  const told: unknown[] = []
  return { app: new App({ onError: (error) => told.push(String(error)), ...config }), told }
}

async function exchange(app: App, path: string): Promise<[status: number, text: string]> {
  const answer = await app.test(path)
  return [answer.status, await answer.text()]
}

/** Ways to pass a request on; those without await forget it before or after another await. */
const passing: readonly Handler[] = [
  (c) => c.next(),
  (c) => void c.next(),
  async (c) => await c.next(),
  async (c) => void c.next(),
  async (c) => {
    await pause(1)
    void c.next()
  },
]

test('next() is awaited even if a handler forgot to, and its failure is answered', async () => {
  for (const [outer, inner] of passing.flatMap((one) => passing.map((two) => [one, two] as const))) {
    const { app, told } = appThatTells()
    app.use(outer, inner)
    app.get('/now', (c) => c.sendString('now'))
    app.get('/later', async (c) => {
      await pause(2)
      c.sendString('later')
    })
    app.get('/fails', async () => {
      await pause(2)
      throw new HttpError(418)
    })
    app.get('/fails/now', () => Promise.reject(new HttpError(418)))
    const label = `${outer} ${inner}`
    assert.equal(await exchange(app, '/now'), [200, 'now'], label)
    assert.equal(await exchange(app, '/later'), [200, 'later'], label)
    assert.is((await exchange(app, '/fails'))[0], 418, label)
    assert.is((await exchange(app, '/fails/now'))[0], 418, label)
    assert.equal(told, [])
  }
})

test('an error caught after a handler that forgot to await is no failure', async () => {
  const { app } = appThatTells()
  app.use(
    async (c) => void c.next(),
    async (c) => {
      try {
        await c.next()
      } catch {
        c.sendString('caught')
      }
    },
  )
  app.get('/', () => Promise.reject(new Error('bug')))
  assert.equal(await exchange(app, '/'), [200, 'caught'])
})

test('a handler that has answered is not delayed by unawaited next(), whose failure is reported once', async () => {
  const { app, told } = appThatTells()
  app.use('/ended', async (c) => {
    const rest = c.next()
    c.end()
    await rest
  })
  app.use('/answered', async (c) => {
    void c.next()
    c.sendString('done')
  })
  app.use('/raced', async (c) => {
    await Promise.race([c.next(), pause(1)])
    c.status(503)
  })
  app.use('/thrown', async (c) => {
    await Promise.race([c.next(), pause(1)])
    throw new HttpError(503, '')
  })
  app.get('/*', async (c) => {
    await pause(30)
    c.sendString('too late')
  })
  for (const [path, status, text, reports] of [
    // Its chain still runs when the inner handler answers.
    ['/ended', 200, '', 0],
    ['/answered', 200, 'done', 1],
    ['/raced', 503, '', 1],
    ['/thrown', 503, undefined, 1],
  ] as const) {
    const answer = await exchange(app, path)
    assert.is(answer[0], status)
    if (text !== undefined) assert.is(answer[1], text)
    await pause(40)
    assert.ok(await until(() => told.length >= reports))
    assert.is(told.length, reports, path)
    for (const error of told.splice(0)) assert.match(String(error), /sendString\(\) was called after/)
  }
})

/** Calls that return a promise, and their names. */
function calls(): Readonly<Record<string, (c: Ctx) => Promise<unknown>>> {
  const file = new FileHeader('a', {}, new Uint8Array(1))
  const folder = tempFolder({ 'a.txt': 'file' })
  return {
    'sendFile()': (c) => c.sendFile('a.txt', { root: folder }),
    'download()': (c) => c.download(`${folder}/a.txt`),
    'render()': (c) => c.render('page'),
    'format()': (c) => c.format({ mediaType: 'default', handler: () => c.sendString('text') }),
    'saveFile()': (c) => c.saveFile(file, `${folder}/b.txt`),
    'saveFileToStorage()': (c) => c.saveFileToStorage(file, 'k', { set: () => pause(2) }),
    'sendEarlyHints()': (c) => c.sendEarlyHints(['</a.css>; rel=preload']),
  }
}

const views = { render: (): Promise<string> => pause(1).then(() => 'page') }

test('an unawaited promise is a 500, whose error names the call', async () => {
  for (const [name, call] of Object.entries(calls())) {
    const { app, told } = appThatTells({ views })
    app.get('/sync', (c) => void call(c))
    app.get('/async', async (c) => {
      await pause(1)
      void call(c)
    })
    app.get('/late', async (c) => {
      void call(c)
      await pause(20)
      c.sendString('done')
    })
    for (const path of ['/sync', '/async', '/late']) {
      assert.is((await exchange(app, path))[0], 500, name + path)
      assert.is(told.length, 1)
      assert.ok(String(told.pop()).startsWith(`Error: ${name} was not awaited`), name)
    }
  }
})

test('any way of awaiting a promise counts', async () => {
  const ways: readonly ((promise: Promise<unknown>) => unknown)[] = [
    (promise) => promise,
    async (promise) => await promise,
    async (promise) => promise,
    async (promise) => void (await Promise.all([promise])),
    async (promise) => void (await Promise.race([promise, pause(1000)])),
    (promise) => promise.then(() => {}),
    (promise) => promise.finally(() => {}),
    (promise) => void promise.catch(() => {}),
    (promise) => void Promise.allSettled([promise]),
    async (promise) => {
      await pause(10)
      await promise
    },
  ]
  for (const [name, call] of Object.entries(calls())) {
    for (const way of ways) {
      const { app, told } = appThatTells({ views })
      app.get(
        '/',
        untyped((c) => way(call(c))),
      )
      assert.is((await exchange(app, '/'))[0], 200, `${name} ${way}`)
      assert.equal(told, [])
    }
  }
})

test('an unawaited failure is the cause of the error; awaited failures are not reported', async () => {
  const causes: unknown[] = []
  const app = new App({ onError: (error) => causes.push(error instanceof Error ? error.cause : error) })
  const file = new FileHeader('a', {}, new Uint8Array(1))
  app.get('/lost', async (c) => {
    void c.sendFile(missing)
    await pause(20)
  })
  app.get('/save', (c) => void c.saveFile(file, missing))
  app.get('/seen', async (c) => {
    const sent = c.sendFile(missing)
    await pause(20)
    await sent.catch(() => c.sendString('seen'))
  })
  app.get('/handled', (c) => void c.sendFile(missing).catch(() => c.sendString('handled')))
  assert.is((await exchange(app, '/lost'))[0], 500)
  assert.is((await exchange(app, '/save'))[0], 500)
  assert.match(String(causes[0]), /Not Found/)
  assert.match(String(causes[1]), /ENOENT/)
  assert.equal(await exchange(app, '/seen'), [200, 'seen'])
  assert.equal(await exchange(app, '/handled'), [200, 'handled'])
  assert.is(causes.length, 2)
})

test('a handler that fails before its await is answered by its failure alone', async () => {
  const { app, told } = appThatTells()
  const file = new FileHeader('a', {}, new Uint8Array(1))
  const teapot = (): never => {
    throw new HttpError(418, 'teapot')
  }
  app.use('/caught', async (c) => {
    try {
      await c.next()
    } catch {
      c.status(409).sendString('caught')
    }
  })
  for (const path of ['/fails', '/caught']) {
    app.get(`${path}/sync`, (c) => {
      void c.sendFile(missing)
      teapot()
    })
    app.get(`${path}/async`, async (c) => {
      const saved = c.saveFile(file, missing)
      await pause(1)
      teapot()
      await saved
    })
  }
  assert.is((await exchange(app, '/fails/sync'))[0], 418)
  assert.equal(told, [])
  assert.is((await exchange(app, '/fails/async'))[0], 418)
  assert.match(String(told.pop()), /ENOENT/)
  assert.equal(await exchange(app, '/caught/sync'), [409, 'caught'])
  assert.equal(await exchange(app, '/caught/async'), [409, 'caught'])
})

test('a promise cannot be sent', async () => {
  const sending = [
    'json',
    'jsonp',
    'xml',
    'cbor',
    'msgPack',
    'autoFormat',
    'render',
    'send',
    'sendString',
  ] as const
  const writing = ['sendStream', 'write', 'writeString'] as const
  const promises: readonly (() => unknown)[] = [
    () => pause(1),
    () => Promise.reject(new Error('lost')),
    // biome-ignore lint/suspicious/noThenProperty: query builders have one
    () => ({ then: () => pause(1) }),
  ]
  for (const method of [...sending, ...writing, 'writef'] as const) {
    for (const begin of promises) {
      const { app, told } = appThatTells({ views, cbor: cbor(), msgPack: msgpack() })
      app.get('/', (c) => {
        Reflect.apply(c[method], c, [
          ...(method === 'writef' || method === 'render' ? ['page'] : []),
          begin(),
        ])
      })
      assert.is((await exchange(app, '/'))[0], 500, method)
      assert.equal(told, [`TypeError: ${method}() was given a promise: await it first`])
    }
  }
})

test('the compiler refuses to send a promise', () => {
  const later = Promise.resolve({ a: 1 })
  const check = (c: Ctx): void => {
    // @ts-expect-error: a promise
    c.json(later)
    // @ts-expect-error: a promise
    c.jsonp(later)
    // @ts-expect-error: a promise
    c.xml(later)
    // @ts-expect-error: a promise
    c.cbor(later)
    // @ts-expect-error: a promise
    c.msgPack(later)
    // @ts-expect-error: a promise
    c.autoFormat(later)
    // @ts-expect-error: a promise, perhaps
    c.json(Math.random() > 1 ? later : 1)
    // @ts-expect-error: a promise
    c.writef('%v', later)
    // @ts-expect-error: a promise
    c.render('page', later)
    const anything: unknown = later
    c.json(anything)
    c.json({ a: 1 }, 'application/vnd.api+json')
    c.writef('%v %d', 'a', 1)
  }
  assert.type(check, 'function')
})

test('a value returned without being sent is a 500 that names the right call', async () => {
  const returned: readonly (readonly [unknown, string])[] = [
    [{ a: 1 }, 'an object and nothing was sent: write c.json(value)'],
    [[1], 'a list and nothing was sent: write c.json(list)'],
    ['text', 'a text and nothing was sent: write c.sendString(text)'],
    ['', 'a text and nothing was sent: write c.sendString(text)'],
    [0, 'a number and nothing was sent: write c.json(value)'],
    [true, 'a boolean and nothing was sent: write c.json(value)'],
    [new Uint8Array(1), 'bytes and nothing was sent: write c.send(bytes)'],
  ]
  for (const [value, words] of returned) {
    const { app, told } = appThatTells()
    app.get(
      '/sync',
      untyped(() => value),
    )
    app.get(
      '/async',
      untyped(async () => value),
    )
    app.get(
      '/status',
      untyped((c) => {
        c.status(201)
        return value
      }),
    )
    app.get('/format', (c) => c.format({ mediaType: 'default', handler: untyped(() => value) }))
    app.use(
      '/passed',
      untyped(async (c) => {
        await c.next()
        return value
      }),
    )
    app.get('/passed', () => {})
    for (const path of ['/sync', '/async', '/status', '/format', '/passed']) {
      assert.is((await exchange(app, path))[0], 500, path)
      assert.equal(told, [`Error: a handler returned ${words}`])
      told.pop()
    }
    const failing = appThatTells({ errorHandler: untyped(() => value) })
    failing.app.get('/', () => Promise.reject(new Error('bug')))
    failing.app.get('/now', () => new Error('bug'))
    assert.is((await exchange(failing.app, '/'))[0], 500)
    assert.is((await exchange(failing.app, '/now'))[0], 500)
    assert.equal(failing.told, [`Error: a handler returned ${words}`, `Error: a handler returned ${words}`])
  }
})

test('other results, and results beside an answer, are ignored', async () => {
  const { app, told } = appThatTells({ views })
  const handlers: readonly ((c: Ctx) => unknown)[] = [
    () => undefined,
    () => null,
    () => false,
    (c) => c,
    (c) => c.status(200).set('X-A', 'b'),
    (c) => c.res().status(200),
    (c) => c.writeString('text'),
    (c) => [c.sendString('')],
    (c) => c.json(1) ?? 'done',
    (c) => c.status(200).sendStatus(200) ?? 1,
    (c) => c.end() ?? 1,
    (c) => c.render('page').then(() => 1),
    (c) => c.sendStream(['a']) ?? 1,
  ]
  for (const [i, handler] of handlers.entries()) {
    app.get(`/sync/${i}`, untyped(handler))
    app.get(
      `/async/${i}`,
      untyped(async (c) => handler(c)),
    )
  }
  app.get('/away', (c) => c.redirect().to('/') ?? 1)
  for (const i of handlers.keys()) {
    assert.is((await exchange(app, `/sync/${i}`))[0], 200, String(handlers[i]))
    assert.is((await exchange(app, `/async/${i}`))[0], 200, String(handlers[i]))
  }
  assert.is((await exchange(app, '/away'))[0], 303)
  assert.equal(told, [])
})

test('a returned value is a compile error', () => {
  const app = new App()
  // @ts-expect-error it is never sent
  app.get('/', () => ({ id: 1 }))
  // @ts-expect-error nor is a text
  app.get('/', async () => 'text')
  // @ts-expect-error nor a list of middleware
  app.use(() => [1])
  app
    .get('/', (c) => c.status(204))
    .get('/', (c) => c.writeString('a'))
    .get('/', async () => new Error('no'))
})

test('a handler that answers through the server’s own response has answered', async () => {
  const told: unknown[] = []
  await withApp(
    { onError: (error) => told.push(error) },
    (app) =>
      app.get('/', (c) => {
        const response = c.response()
        if (response instanceof ServerResponse) response.end('own')
      }),
    async ({ url }) => assert.is(await (await fetch(url)).text(), 'own'),
  )
  assert.equal(told, [])
})

test('a stream that breaks while the handler is busy is an ordinary error', async () => {
  const { app, told } = appThatTells()
  app.get('/', async (c) => {
    c.sendStream(createReadStream(missing))
    await pause(20)
  })
  assert.is((await exchange(app, '/'))[0], 500)
  assert.match(told.join(), /^Error: ENOENT/)
})

test('an unawaited flush fails with the next write after a disconnect', async () => {
  let failure: unknown
  const { app } = appThatTells()
  app.get('/', (c) =>
    c.sendStreamWriter(async (writer) => {
      try {
        for (;;) {
          writer.write('a')
          void writer.flush()
          await pause(1)
        }
      } catch (error) {
        failure = error
      }
    }),
  )
  const reader = (await app.test('/')).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  assert.ok(await until(() => failure !== undefined))
  assert.match(String(failure), /client has gone/)
})

test('locals are closed in reverse order, and failures are reported', async () => {
  const { app, told } = appThatTells()
  const closed: string[] = []
  app.get('/', (c) => {
    c.locals('connection', { close: () => closed.push('connection') })
    c.locals('transaction', {
      close() {
        closed.push('transaction')
        throw new Error('no rollback')
      },
    })
    c.locals('lock', { [Symbol.asyncDispose]: () => Promise.reject(new Error('no unlock')) })
  })
  await app.test('/')
  await pause(1)
  assert.equal(closed, ['transaction', 'connection'])
  assert.equal(told, ['Error: no rollback', 'Error: no unlock'])
})

test('an onError that fails later does not crash the process', async () => {
  let asked = 0
  const { app } = appThatTells({
    onError: async () => {
      asked++
      throw new Error('the collector of errors is down')
    },
  })
  app.get('/', () => {
    throw new Error('bug')
  })
  assert.is((await exchange(app, '/'))[0], 500)
  await pause(1)
  assert.is(asked, 1)
})

test('a pending file or template yields to a later answer', async () => {
  const root = tempFolder({ 'slow.txt': 'slow '.repeat(1000), 'other.txt': 'other' })
  const views = { render: (name: string): Promise<string> => pause(5).then(() => name) }
  const { app, told } = appThatTells({ views, errorHandler: (c) => c.status(500).sendString('failed') })
  const begin: Readonly<Record<string, (c: Ctx) => unknown>> = {
    '/file': (c) => c.sendFile('slow.txt', { root, compress: true }),
    '/download': (c) => c.download(`${root}/slow.txt`),
    '/page': (c) => c.render('page'),
  }
  const then: Readonly<Record<string, readonly [(c: Ctx) => unknown, string]>> = {
    '/string': [(c) => c.sendString('text'), '200 text/plain; charset=utf-8 text'],
    '/json': [(c) => c.json(1), '200 application/json; charset=utf-8 1'],
    '/away': [(c) => c.redirect().to('/'), '303  '],
    '/other': [(c) => c.sendFile('other.txt', { root }), '200 text/plain; charset=utf-8 other'],
    '/failed': [() => new Error('no'), '500 text/plain; charset=utf-8 failed'],
    '/write': [(c) => c.writeString('tail'), '500 text/plain; charset=utf-8 failed'],
    '/end': [(c) => c.end(), '500 text/plain; charset=utf-8 failed'],
  }
  for (const [first, start] of Object.entries(begin)) {
    for (const [second, [send]] of Object.entries(then)) {
      app.get(
        first + second,
        untyped((c: Ctx) => {
          Promise.resolve(start(c)).catch(() => {})
          return send(c)
        }),
      )
    }
  }
  for (const first of Object.keys(begin)) {
    for (const [second, [, expected]] of Object.entries(then)) {
      const answer = await app.test(first + second, { headers: { 'accept-encoding': 'gzip' } })
      const shown = [answer.status, answer.headers.get('content-type') ?? '', await answer.text()]
      assert.is(shown.join(' '), expected, first + second)
      for (const name of ['etag', 'content-encoding', 'content-disposition']) {
        assert.is(
          second === '/other' && name === 'etag' ? null : answer.headers.get(name),
          null,
          first + second,
        )
      }
    }
  }
  assert.equal(told, [])
})

test('setting the status of a pending file is not an answer', async () => {
  const { app } = appThatTells()
  const root = tempFolder({ 'a.txt': 'file' })
  app.get('/', async (c) => {
    const sent = c.sendFile('a.txt', { root })
    c.sendStatus(203)
    await sent
  })
  assert.equal(await exchange(app, '/'), [203, 'file'])
})

test('the error handler of a mounted app begins with an empty answer, too', async () => {
  const { app, told } = appThatTells()
  const mounted = new App({ errorHandler: (c) => c.sendStatus(422) })
  mounted.get('/', (c) => {
    c.json({ secret: 1 })
    throw new Error('bug')
  })
  mounted.get('/left', (c) => {
    c.end()
    throw new Error('too late')
  })
  app.use('/mounted', mounted)
  const answer = await app.test('/mounted')
  assert.equal([answer.status, await answer.text()], [422, 'Unprocessable Entity'])
  assert.is(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
  await app.test('/mounted/left')
  assert.equal(told, ['Error: too late'])
})

test.run()
