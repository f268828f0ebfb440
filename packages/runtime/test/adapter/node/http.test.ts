import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Ctx } from '../../../src/index.ts'
import { rawExchange, responseCount } from '../../support/raw-exchange.ts'
import { pause, withApp } from '../../support/serve.ts'

test('HEAD has the headers of GET and no body', async () => {
  await withApp(
    {},
    (app) => app.get('/', (c) => c.sendString('hello')),
    async ({ port }) => {
      const answer = await rawExchange(port, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
      assert.match(answer, 'HTTP/1.1 200 OK')
      assert.match(answer, 'Content-Length: 5')
      assert.ok(answer.endsWith('\r\n\r\n'))
      assert.not.match(answer, /x-powered-by|^server:/im)
    },
  )
})

test('404 and 405 are answered, with the headers of middleware and Allow', async () => {
  await withApp(
    {},
    (app) => {
      app.use((c: Ctx) => c.set('X-Mw', '1').next())
      app.post('/a', () => {})
    },
    async ({ url }) => {
      const missing = await fetch(`${url}/none`, { headers: { accept: 'text/plain' } })
      assert.is(missing.status, 404)
      assert.is(missing.headers.get('x-mw'), '1')
      assert.is(await missing.text(), 'Not Found')
      const wrong = await fetch(`${url}/a`)
      assert.is(wrong.status, 405)
      assert.is(wrong.headers.get('allow'), 'POST')
      assert.is(wrong.headers.get('content-type'), 'application/problem+json')
      assert.equal(await wrong.json(), { type: 'about:blank', title: 'Method Not Allowed', status: 405 })
    },
  )
})

test('pipelined requests are answered in order on one connection', async () => {
  await withApp(
    {},
    (app) => {
      app.get('/slow', async (c) => {
        await pause(30)
        c.sendString('slow')
      })
      app.get('/:n', (c) => c.sendString(`<${c.params('n')}>`))
    },
    async ({ port }) => {
      const lines = ['/1', '/slow', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
      const last = 'GET /4 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
      const answer = await rawExchange(port, lines.join('') + last)
      assert.is(responseCount(answer), 5)
      assert.ok(/<1>.*slow.*<2>.*<3>.*<4>/s.test(answer))
    },
  )
})

test('middleware may change the response after the awaited handlers', async () => {
  await withApp(
    {},
    (app) => {
      app.use(async (c) => {
        await c.next()
        c.status(201).set('X-After', 'yes').writeString('!')
      })
      app.get('/sync', (c) => c.sendString('a'))
      app.get('/async', async (c) => {
        await pause(1)
        c.sendString('b')
      })
    },
    async ({ url }) => {
      for (const [path, body] of [
        ['/sync', 'a!'],
        ['/async', 'b!'],
      ]) {
        const answer = await fetch(url + path)
        assert.is(answer.status, 201)
        assert.is(answer.headers.get('x-after'), 'yes')
        assert.is(await answer.text(), body)
      }
    },
  )
})

test('groups and prefixes: /api is not a prefix of /apiv1', async () => {
  await withApp(
    {},
    (app) => {
      app.use('/api', (c) => c.set('X-Api', c.path()).next())
      const users = app.group('/api').group('/users')
      users.get('/:id', (c) => c.sendString(`${c.route().path} ${c.params('id')}`))
      app
        .route('/api/things')
        .get((c) => c.sendString('things'))
        .post((c) => c.sendString('made'))
      app.get('/apiv1', (c) => c.sendString('v1'))
    },
    async ({ url }) => {
      const user = await fetch(`${url}/api/users/7`)
      assert.is(await user.text(), '/api/users/:id 7')
      assert.is(user.headers.get('x-api'), '/api/users/7')
      assert.is(await (await fetch(`${url}/api/things`, { method: 'POST' })).text(), 'made')
      assert.is((await fetch(`${url}/apiv1`)).headers.get('x-api'), null)
    },
  )
})

test('headers with line breaks are refused before anything is written', async () => {
  await withApp(
    {},
    (app) =>
      app.get('/', (c) => {
        for (const value of ['a\r\nX-Evil: 1', 'a\n', 'a\0', 'snow ☃']) {
          assert.throws(() => c.set('X-A', value), TypeError)
          assert.throws(() => c.append('X-A', value), TypeError)
        }
        for (const name of ['', 'X A', 'X:', 'X\r\n']) assert.throws(() => c.set(name, 'v'), TypeError)
        assert.throws(() => c.status(99), RangeError)
        c.set('Content-Length', '1').set('Transfer-Encoding', 'chunked').sendString('whole')
      }),
    async ({ url }) => {
      const answer = await fetch(url)
      assert.is(await answer.text(), 'whole')
      assert.is(answer.headers.get('content-length'), '5')
      assert.is(answer.headers.get('x-a'), null)
    },
  )
})

test('204, 205 and 304 have no body', async () => {
  await withApp(
    {},
    (app) => app.get('/:status', (c) => c.status(Number(c.params('status'))).json({ a: 1 })),
    async ({ port }) => {
      for (const status of [204, 205, 304]) {
        const answer = await rawExchange(
          port,
          `GET /${status} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        )
        assert.ok(answer.startsWith(`HTTP/1.1 ${status}`) && answer.endsWith('\r\n\r\n'), answer)
        assert.not.match(answer, /content-type/i)
      }
    },
  )
})

test('contradictory requests reach no handler', async () => {
  let reached = 0
  await withApp(
    {},
    (app) => app.use(() => void reached++),
    async ({ port }) => {
      for (const [head, status] of [
        ['GET / HTTP/1.1\r\nHost: a\r\nhost: a', 400],
        ['GET / HTTP/1.1\r\nHost: evil:x@good', 400],
        ['GET / HTTP/1.1\r\nHost: [::1', 400],
        ['GET http://b/ HTTP/1.1\r\nHost: a', 400],
        ['GET http://u@a/ HTTP/1.1\r\nHost: a', 400],
        ['GET http://a:443/ HTTP/1.1\r\nHost: a', 400],
        ['GET ftp://a:80/ HTTP/1.1\r\nHost: a', 400],
        ['GET http://a/ HTTP/1.1\r\nHost: a:8080', 400],
        ['GET * HTTP/1.1\r\nHost: a', 400],
        ['GET / HTTP/2.0\r\nHost: a', 505],
        ['POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked', 400],
      ] as const) {
        const answer = await rawExchange(port, `${head}\r\nConnection: close\r\n\r\n`)
        assert.ok(answer.startsWith(`HTTP/1.1 ${status}`), `${head}: ${answer.slice(0, 60)}`)
      }
      assert.is(reached, 0)
      // RFC 9110 section 4.2.3: an absent, an empty and the default port are equal.
      for (const [target, host] of [
        ['http://a/x', 'A'],
        ['http://a:80/x', 'a'],
        ['http://a/x', 'a:80'],
        ['http://a:/x', 'a'],
        ['https://a:443/x', 'a'],
        ['http://[::1]:80/x', '[::1]'],
        ['http://a:8080/x', 'a:8080'],
      ]) {
        const before = reached
        await rawExchange(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        assert.is(reached, before + 1, `${target} ${host}`)
      }
    },
  )
})

test('a port in use rejects listen()', async () => {
  await withApp(
    {},
    () => {},
    async ({ port }, app) => {
      const error = await app.listen({ port, host: '127.0.0.1' }).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      assert.instance(error, Error)
    },
  )
})

test('the same app answers fetch requests', async () => {
  await withApp(
    { bodyLimit: 8 },
    (app) => {
      app.post('/echo', (c) => c.send(c.body()))
      app.get('/', (c) => c.sendString(`${c.get('host')} ${c.query('a')}`))
    },
    async (_server, app) => {
      assert.is(await (await app.test('/?a=%20b')).text(), 'localhost  b')
      assert.is(await (await app.test('/echo', { method: 'POST', body: '12345678' })).text(), '12345678')
      assert.is((await app.test('/echo', { method: 'POST', body: '123456789' })).status, 413)
      assert.is((await app.test('/', { method: 'HEAD' })).headers.get('content-length'), '10')
    },
  )
})

test.run()
