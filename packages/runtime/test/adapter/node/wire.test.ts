import { connect } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { App } from '../../../src/index.ts'
import { rawExchange, responseCount } from '../../support/raw-exchange.ts'
import { withApp } from '../../support/serve.ts'

/** An app that counts requests beyond a refusal. */
function counted(app: App): { hits: number } {
  const count = { hits: 0 }
  app.post('/', (c) => c.send(c.body()))
  app.get('/behind', (c) => {
    count.hits++
    c.sendString('behind')
  })
  return count
}

const behind = 'GET /behind HTTP/1.1\r\nHost: a\r\n\r\n'
const chunked = '3\r\nabc\r\n0\r\n\r\n'

test('bytes after a refused request are not a request', async () => {
  const refused: Readonly<Record<string, string>> = {
    413: `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n${'x'.repeat(11)}`,
    '413 ': `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n${'x'.repeat(11)}\r\n0\r\n\r\n`,
    400: `POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
    505: 'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
  }
  for (const [status, request] of Object.entries(refused)) {
    let count = { hits: 0 }
    await withApp(
      { bodyLimit: 10 },
      (app) => {
        count = counted(app)
      },
      async ({ port }) => {
        const answer = await rawExchange(port, request + behind)
        assert.ok(answer.startsWith(`HTTP/1.1 ${status.trim()} `), `${status}: ${answer}`)
        assert.match(answer, /\r\nConnection: close\r\n/)
        assert.is(responseCount(answer), 1)
        assert.is(count.hits, 0, `${status} and one more`)
      },
    )
  }
})

test('a client that sends a long request line before it reads gets the answer', async () => {
  await withApp({}, counted, async ({ port }) => {
    for (let n = 0; n < 15; n++) {
      const answer = await sentBeforeRead(port, `GET /${'x'.repeat(5_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)
      assert.ok(answer.startsWith('HTTP/1.1 431 '), answer)
      assert.is(responseCount(answer), 1)
    }
  })
})

/** The answer for a blocking client, which reads only after it has sent everything. */
function sentBeforeRead(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.on('error', reject).on('close', () => resolve(answer))
    socket.write(request, () => socket.resume())
  })
}

test('a transfer coding other than chunked is refused', async () => {
  const answers: readonly (readonly [coding: string, status: number])[] = [
    ['CHUNKED', 200],
    ['gzip, chunked', 501],
    ['identity, chunked', 501],
    ['xchunked', 400],
    ['identity', 400],
    ['"chunked"', 400],
    ['chunked;a=b', 400],
  ]
  await withApp({}, counted, async ({ port }) => {
    for (const [coding, status] of answers) {
      const head = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: ${coding}\r\n\r\n`
      const answer = await rawExchange(port, head + chunked)
      assert.ok(answer.startsWith(`HTTP/1.1 ${status} `), `${coding}: ${answer}`)
      assert.is(responseCount(answer), 1)
    }
  })
})

test("a body delimited by the connection's end is seen to break off", async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'part'
    // The first chunk is read before the head is sent.
    await new Promise((resolve) => setTimeout(resolve, 20))
    throw new Error('the source failed')
  }
  const routes = (app: App): void => void app.get('/', (c) => c.sendStream(failing()))
  await withApp({}, routes, async ({ port }) => {
    const code = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\n\r\n'))
      socket.resume()
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      socket.on('close', () => resolve('ended as if that were all'))
    })
    assert.is(code, 'ECONNRESET')
  })
})

test('a header outside ASCII is sent as Latin-1, whatever the body is', async () => {
  const routes = (app: App): void => {
    app.use((c) => c.set('X-Name', 'é') && c.next())
    app.get('/text', (c) => c.sendString('ü'))
    app.get('/bytes', (c) => c.send(new TextEncoder().encode('ü')))
    app.get('/stream', (c) => c.sendStream(['ü']))
  }
  await withApp({}, routes, async ({ port }) => {
    for (const path of ['/text', '/bytes', '/stream', '/none']) {
      const answer = await rawExchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      assert.match(answer, /\r\nX-Name: \xe9\r\n/, path)
      assert.is(answer.includes('\xc3\xbc'), path !== '/none', path)
    }
  })
})

test('a Trailer without trailers is omitted', async () => {
  const routes = (app: App): void => {
    app.use((c) => c.set('Trailer', 'X-Sum') && c.next())
    app.get('/text', (c) => c.sendString('ok'))
    app.get('/204', (c) => c.sendStatus(204))
    app.get('/stream', (c) => c.sendStream(['ok']))
  }
  await withApp({}, routes, async ({ port }) => {
    for (const method of ['GET', 'HEAD']) {
      for (const path of ['/text', '/204', '/stream']) {
        const answer = await rawExchange(
          port,
          `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
        )
        assert.match(answer, /^HTTP\/1\.1 20[04] /, `${method} ${path}`)
        assert.not.match(answer, /trailer/i)
      }
    }
  })
})

test('early hints of any form do not change the final response', async () => {
  const hints = ['</a.css>; rel="preload stylesheet"', '</a>; rel=next, </b>; rel=prev']
  const routes = (app: App): void =>
    void app.get('/:n', async (c) => {
      await c.sendEarlyHints([hints[Number(c.params('n'))] ?? ''])
      c.sendString('ok')
    })
  await withApp({}, routes, async ({ port }) => {
    for (const [n, hint] of hints.entries()) {
      const answer = await rawExchange(port, `GET /${n} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      assert.match(answer, /(^|\r\n)HTTP\/1\.1 200 /)
      assert.ok(answer.includes(`Link: ${hint}\r\n`), answer)
    }
  })
})

test('OPTIONS * matches catch-all routes only', async () => {
  const routes = (app: App): void => {
    app.use((c) => c.set('X-All', c.path()) && c.next())
    app.use('/api', (c) => c.set('X-Api', '1') && c.next())
    app.all('/', (c) => c.sendString('root'))
  }
  await withApp({}, routes, async ({ port }) => {
    const answer = await rawExchange(port, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 404 /)
    assert.match(answer, /\r\nX-All: \*\r\n/)
    assert.not.match(answer, /X-Api/)
  })
  const everywhere = (app: App): void => {
    app.get('*', (c) => c.sendString('GET')).options('/+', (c) => c.sendString('a path'))
    app.options('*', (c) => c.set('Allow', 'GET').sendString(`rest: "${c.params('*')}"`))
  }
  await withApp({}, everywhere, async ({ port }) => {
    const answer = await rawExchange(port, 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(answer, /^HTTP\/1\.1 200 [\s\S]*\r\nAllow: GET\r\n[\s\S]*\r\n\r\nrest: ""$/)
  })
})

test.run()
