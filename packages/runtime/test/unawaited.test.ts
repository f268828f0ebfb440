import { createReadStream } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig, type Ctx, FileHeader, type Handler, HttpError } from '../src/index.ts'
import { pause, until } from './serve.ts'
import { tempFolder } from './temp-folder.ts'

const missing = '/no such folder/file'

function appThatTells(config: AppConfig = {}): { app: App; told: unknown[] } {
  const told: unknown[] = []
  return { app: new App({ onError: (error) => told.push(String(error)), ...config }), told }
}

async function exchange(app: App, path: string): Promise<[status: number, text: string]> {
  const answer = await app.test(path)
  return [answer.status, await answer.text()]
}

/** Ways to pass a request on; those that forget to wait do so before and after they have waited for something else. */
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

test('next() is waited for, also where a handler forgot to, and its failure is answered', async () => {
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

test('what was caught behind a handler that forgot to wait is no failure', async () => {
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

test('who has answered is not held up by what it passed on, which is heard of when it fails, once', async () => {
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
  for (const [path, status, text] of [
    ['/ended', 200, ''],
    ['/answered', 200, 'done'],
    ['/raced', 503, ''],
    ['/thrown', 503, undefined],
  ] as const) {
    const answer = await exchange(app, path)
    assert.is(answer[0], status)
    if (text !== undefined) assert.is(answer[1], text)
    assert.ok(await until(() => told.length > 0))
    await pause(5)
    assert.is(told.length, 1, path)
    assert.match(String(told.pop()), /used after its response has left/)
  }
})

test('work that nobody waits for is waited for, and its failure is answered unless a handler has seen it', async () => {
  const { app, told } = appThatTells()
  const file = new FileHeader('a', {}, new Uint8Array(1))
  app.get('/lost', async (c) => {
    void c.sendFile(missing)
    await pause(20)
  })
  app.get('/seen', async (c) => {
    const sent = c.sendFile(missing)
    await pause(20)
    await sent.catch(() => c.sendString('seen'))
  })
  app.get('/handled', (c) => void c.sendFile(missing).catch(() => c.sendString('handled')))
  app.get('/save', async (c) => {
    void c.saveFile(file, missing)
    await pause(20)
  })
  app.get(
    '/store',
    (c) => void c.saveFileToStorage(file, 'k', { set: () => Promise.reject(new HttpError(507)) }),
  )
  assert.is((await exchange(app, '/lost'))[0], 404)
  assert.equal(await exchange(app, '/seen'), [200, 'seen'])
  assert.equal(await exchange(app, '/handled'), [200, 'handled'])
  assert.is((await exchange(app, '/save'))[0], 500)
  assert.match(told.join(), /^Error: ENOENT/)
  assert.is((await exchange(app, '/store'))[0], 507)
})

test('a stream that breaks while the handler is busy with something else is an error like any other', async () => {
  const { app, told } = appThatTells()
  app.get('/', async (c) => {
    c.sendStream(createReadStream(missing))
    await pause(20)
  })
  assert.is((await exchange(app, '/'))[0], 500)
  assert.match(told.join(), /^Error: ENOENT/)
})

test('a flush that nobody waits for fails with the next write when the client goes', async () => {
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

test('locals are closed the last first, and what fails at it is told', async () => {
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

test('an onError that fails later does not bring the process down', async () => {
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

test('a file or a template that nobody waited for gives way to what was sent after it', async () => {
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
      app.get(first + second, (c) => {
        void start(c)
        return send(c)
      })
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

test('to set the status of a file that nobody waited for is not to answer', async () => {
  const { app } = appThatTells()
  const root = tempFolder({ 'a.txt': 'file' })
  app.get('/', (c) => {
    void c.sendFile('a.txt', { root })
    c.sendStatus(203)
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
