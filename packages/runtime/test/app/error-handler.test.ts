import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { oneOf } from '../../src/bind/scalar/scalar.ts'
import { App, BindError, type Ctx, HttpError, type OwnBindIssue, ValidationError } from '../../src/index.ts'
import { pause, withApp } from '../support/serve.ts'
import { untyped } from '../support/untyped-handler.ts'

test('thrown, rejected and returned errors reach the error handler', async () => {
  const seen: unknown[] = []
  await withApp(
    {
      errorHandler: (c, err) => {
        seen.push(err)
        c.status(err instanceof HttpError ? err.status : 500).sendString('handled')
      },
    },
    (app) => {
      app.get('/throw', () => {
        throw new HttpError(418)
      })
      app.get('/reject', async () => {
        throw new HttpError(419)
      })
      app.get('/return', () => new HttpError(420))
      app.get('/return-late', async () => new HttpError(422))
      app.get('/odd', () => Promise.reject('text'))
    },
    async ({ url }) => {
      const statuses: number[] = []
      for (const path of ['/throw', '/reject', '/return', '/return-late', '/odd', '/none']) {
        statuses.push((await fetch(url + path)).status)
      }
      assert.equal(statuses, [418, 419, 420, 422, 500, 404])
      assert.is(seen.length, 6)
    },
  )
})

test('the default error handler shows issues of a bind error but no other errors', async () => {
  await withApp(
    {},
    (app) => {
      app.get('/bind', () => {
        throw new BindError([{ source: 'query', path: 'page', message: 'not an int', cause: 'secret' }])
      })
      app.get('/bug', () => {
        throw Object.freeze(new Error('secret'))
      })
    },
    async ({ url }) => {
      const bound = await (await fetch(`${url}/bind`)).json()
      assert.equal(bound, {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'bind "page" from query: not an int',
        errors: [{ source: 'query', path: 'page', code: 'custom', message: 'not an int' }],
      })
      const bug = await fetch(`${url}/bug`)
      assert.is(bug.status, 500)
      assert.not.match(await bug.text(), 'secret')
    },
  )
})

test('an error handler may return an error, or any thenable', async () => {
  const answers: [returned: unknown, status: number, text: string][] = [
    [new Error('secret'), 500, 'Internal Server Error'],
    [Promise.resolve(new Error('secret')), 500, 'Internal Server Error'],
    // biome-ignore lint/suspicious/noThenProperty: it is one
    [{ then: (done: () => void) => setTimeout(done, 1) }, 200, 'waited for'],
  ]
  for (const [returned, status, text] of answers) {
    const app = new App({
      onError: () => {},
      errorHandler: untyped((c) => {
        c.sendString('waited for')
        return returned
      }),
    })
    const answer = await app.test('/', { headers: { accept: 'text/plain' } })
    assert.equal([answer.status, await answer.text()], [status, text])
  }
})

test('an error handler that fails leaves a plain 500', async () => {
  const errorHandler = async (): Promise<void> => {
    await pause(1)
    throw new Error('secret')
  }
  await withApp(
    { errorHandler },
    (app) => app.get('/', () => new Error('first')),
    async ({ url }) => {
      const answer = await fetch(url)
      assert.is(answer.status, 500)
      assert.not.match(await answer.text(), 'secret')
    },
  )
})

/** Headers set by a handler that then fails: what an error in their place keeps. */
const keptOnErrors: [name: string, value: string, kept: boolean][] = [
  ['Content-Type', 'text/csv', false],
  ['Content-Length', '7', false],
  ['Content-Encoding', 'gzip', false],
  ['Content-Language', 'de', false],
  ['Content-Location', '/v7', false],
  ['Content-Range', 'bytes 0-1/9', false],
  ['Content-Disposition', 'attachment', false],
  ['Content-MD5', 'Q2hlY2s=', false],
  ['Content-Digest', 'sha-256=:AA==:', false],
  ['Repr-Digest', 'sha-256=:AA==:', false],
  ['Digest', 'sha-256=AA==', false],
  ['ETag', '"v7"', false],
  ['Last-Modified', 'Wed, 01 Jan 2031 00:00:00 GMT', false],
  ['Expires', 'Wed, 01 Jan 2031 00:00:00 GMT', false],
  ['Age', '3', false],
  ['Accept-Ranges', 'bytes', false],
  ['Location', '/there', false],
  ['Link', '</a.css>; rel=preload', false],
  ['Trailer', 'Digest', false],
  ['Cache-Control', 'public, max-age=3600', false],
  ['Cache-Control', 'No-Store', true],
  ['Cache-Control', 'max-age=60, private', true],
  ['Cache-Control', 'x-no-store=1', false],
  ['Set-Cookie', 'a=1; Path=/', true],
  ['Access-Control-Allow-Origin', 'https://a.example', true],
  ['Retry-After', '5', true],
  ['RateLimit', '"a";r=0', true],
  ['Content-Security-Policy', "default-src 'none'", true],
  ['WWW-Authenticate', 'Bearer', true],
  ['Accept-Encoding', 'gzip', true],
  ['X-Request-Id', 'r1', true],
]

/** A header of a failed answer as the app's, a mounted app's and the default error handler leave it. */
async function headerOfErrors(name: string, value: string, status: number): Promise<readonly string[]> {
  const seen: string[] = []
  const fail = new App()
  fail.get('/', (c) => {
    c.set(name, value)
    throw new HttpError(status)
  })
  const errorHandler = (c: Ctx): void => {
    seen.push(c.getRespHeader(name))
    c.sendStatus(status)
  }
  await new App({ errorHandler }).use(fail).test('/')
  await new App().use(new App({ errorHandler }).use(fail)).test('/')
  const answer = await fail.test('/')
  // The default error handler has a body of its own.
  return /^Content-(?:Type|Length)$/.test(name) ? seen : [...seen, answer.headers.get(name) ?? '']
}

test('an error keeps policies, and no header of the failed answer', async () => {
  for (const [name, value, kept] of keptOnErrors) {
    const sent = await headerOfErrors(name, value, 503)
    assert.equal(new Set(sent), new Set([kept ? value : '']), `${name}: ${value}`)
  }
  assert.equal(new Set(await headerOfErrors('Content-Range', 'bytes */9', 416)), new Set(['bytes */9']))
})

test('HttpError.headers are those of its answer, and none of an answer to a caught error', async () => {
  const headers = {
    'WWW-Authenticate': ['Basic', 'Bearer'],
    Vary: 'Origin',
    'Set-Cookie': 'b=2',
    'X-A': 'new',
  }
  const app = new App()
  app.use((c) => {
    c.set('X-A', 'old').vary('Cookie').append('Set-Cookie', 'a=1')
    return c.next()
  })
  app.get('/thrown', () => new HttpError(401, 'no', { headers }))
  app.get('/caught', (c) => {
    try {
      throw new HttpError(401, 'no', { headers })
    } catch {
      c.sendString('caught')
    }
  })
  const thrown = await app.test('/thrown')
  assert.is(thrown.headers.get('www-authenticate'), 'Basic, Bearer')
  assert.is(thrown.headers.get('vary'), 'Cookie, Origin, Accept')
  assert.is(thrown.headers.get('x-a'), 'new')
  assert.equal(thrown.headers.getSetCookie(), ['a=1', 'b=2'])
  const caught = await app.test('/caught')
  assert.is(caught.headers.get('www-authenticate'), null)
  assert.is(caught.headers.get('x-a'), 'old')
})

test('an error handler may change the headers of the error', async () => {
  const app = new App({
    errorHandler: (c) => c.set('X-A', `${c.getRespHeader('X-A')}!`).sendStatus(401),
  })
  app.get('/', () => new HttpError(401, 'no', { headers: { 'X-A': 'a' } }))
  assert.is((await app.test('/')).headers.get('x-a'), 'a!')
})

test('an invalid header of an error is a 500 that is reported', async () => {
  const told: unknown[] = []
  const app = new App({ onError: (error) => told.push(error) })
  app.get('/', () => new HttpError(401, 'no', { headers: { 'X-A': 'a\nb' } }))
  assert.is((await app.test('/')).status, 500)
  assert.is(told.length, 1)
})

test('errors vary by Accept, unless they are always JSON', async () => {
  for (const [errors, accept, type, vary] of [
    [undefined, 'text/html', 'text/plain; charset=utf-8', 'Accept'],
    [undefined, '', 'application/problem+json', 'Accept'],
    ['json', 'text/html', 'application/problem+json', null],
  ] as const) {
    const app = new App({ onError: () => {}, ...(errors && { errors }) })
    app.get('/known', () => new HttpError(404, 'no'))
    app.post('/known', () => new Error('unexpected'))
    for (const [path, method] of [
      ['/known', 'GET'],
      ['/known', 'POST'],
      ['/known', 'PUT'],
      ['/unknown', 'GET'],
    ] as const) {
      const answer = await app.test(path, { method, headers: { accept } })
      assert.is(answer.headers.get('content-type'), type, `${method} ${path}`)
      assert.is(answer.headers.get('vary'), vary, `${method} ${path}`)
    }
  }
})

test('an answer with long messages ends below 64 kB, and counts those left out', async () => {
  const issue = (i: number): OwnBindIssue => ({ source: 'body', path: `a.${i}`, message: 'é'.repeat(1000) })
  const app = new App()
  app.get('/', () => new BindError([issue(0), ...Array.from({ length: 99 }, (_, i) => issue(i + 1))]))
  const text = await (await app.test('/')).text()
  assert.ok(Buffer.byteLength(text) < 64 * 1024, `${Buffer.byteLength(text)}`)
  const { detail, errors, ...others } = JSON.parse(text)
  assert.ok(errors.length > 20 && errors.length < 100)
  assert.match(detail, /^bind "a\.0" from body: é+ \(and 99 more\)$/)
  assert.equal(others, { type: 'about:blank', title: 'Bad Request', status: 400 })
})

test('an error holds 1000 issues', () => {
  const issue = { source: 'body', path: 'a', message: 'b' } as const
  const many = Array.from({ length: 5000 }, () => issue)
  assert.is(new BindError([issue, ...many]).issues.length, 1000)
  const error = new ValidationError(many.map((one) => ({ ...one, rule: 'min', property: 'a' })))
  assert.is(error.issues.length, 1000)
  assert.match(error.message, '(and 4999 more)')
})

test('a message lists ten values and the number of the others', () => {
  const { issue } = oneOf(...Array.from({ length: 3000 }, (_, i) => `v${i}`))
  const first = Array.from({ length: 10 }, (_, i) => `v${i}`)
  assert.equal(issue.expected, first)
  assert.equal(issue.values, { values: first.map((one) => JSON.stringify(one)), more: 2990 })
  assert.match(issue.message ?? '', /^must be one of "v0", .*"v9" and 2,990 more$/)
})

test.run()
