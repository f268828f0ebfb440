import { request } from 'node:http'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, HttpError } from '../../src/index.ts'
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

test('a Ctx used after its response throws, and a late error does not crash the process', async () => {
  let kept: Ctx | undefined
  await withApp(
    {},
    (app) =>
      app.get('/', (c) => {
        kept = c
        setTimeout(() => assert.throws(() => c.sendString('too late'), /after its response has left/), 5)
      }),
    async ({ url }) => {
      await fetch(url)
      await pause(20)
      assert.throws(() => kept?.get('host'), /after its response has left/)
      assert.throws(() => kept?.isProxyTrusted(), /after its response has left/)
      assert.throws(() => kept?.drop(), /after its response has left/)
      assert.throws(() => kept?.params('x'), /after its response has left/)
      assert.throws(() => kept?.next(), /after its response has left/)
    },
  )
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
