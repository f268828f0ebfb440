import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:http2'
import { App, HttpError } from '@ctxgen/runtime'
import { fromConnect } from '@ctxgen/runtime/adapters'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

type Next = (error?: unknown) => void

interface ExpressRequest extends IncomingMessage {
  readonly baseUrl: string
  readonly originalUrl: string
}

const reported: unknown[] = []
const app = new App({ onError: (error) => reported.push(error) })
app.use('/headers', (c) => {
  c.set('Vary', 'Accept')
  c.set('X-Powered-By', 'us')
  return c.next()
})
app.use(
  '/headers',
  fromConnect((_: IncomingMessage, res: ServerResponse, next: Next) => {
    res.setHeader('Vary', `${res.getHeader('vary')}, Origin`)
    res.removeHeader('X-Powered-By')
    res.appendHeader('Set-Cookie', 'a=1')
    res.appendHeader('Set-Cookie', 'b=2')
    res.statusCode = 201
    setTimeout(next, 1)
  }),
)
app.get('/headers', (c) => {
  c.set('X-Seen', c.getRespHeader('Vary'))
  c.json({ ok: true })
})
app.get(
  '/end',
  fromConnect((_: IncomingMessage, res: ServerResponse) => {
    setTimeout(() => res.writeHead(418, { 'X-Tea': 'green' }).end('tea'), 1)
  }),
  (c) => c.json('never'),
)
app.use(
  '/mount/:id',
  fromConnect(({ url, baseUrl, originalUrl }: ExpressRequest, res: ServerResponse) => {
    res.end(`${baseUrl} ${url} ${originalUrl}`)
  }),
)
const errors: Record<string, unknown> = {
  shown: Object.assign(new Error('bad csrf token'), { status: 403 }),
  hidden: Object.assign(new Error('secret'), { statusCode: 400, expose: false }),
  server: Object.assign(new Error('secret'), { status: 503 }),
  ours: new HttpError(409, 'taken'),
}
app.get(
  '/errors/:name',
  (c) => {
    c.locals('name', c.params('name'))
    return c.next()
  },
  fromConnect(async ({ url = '' }: IncomingMessage, _: ServerResponse, next: Next) => {
    const name = url.split('/').at(-1) ?? ''
    if (name === 'thrown') throw new Error('thrown')
    next(errors[name])
  }),
)
app.post(
  '/express',
  fromConnect((_: IncomingMessage, res: ServerResponse & { status(code: number): ExpressAnswer }) => {
    res.status(402).json({ due: 5 })
  }),
)
app.get(
  '/redirect',
  fromConnect((_: IncomingMessage, res: ServerResponse & ExpressAnswer) => res.redirect('/ü?a=%20')),
)

interface ExpressAnswer {
  json(value: unknown): void
  redirect(url: string): void
}

const { url } = await app.listen({ host: '127.0.0.1' })
const http2 = await app.listen({ host: '127.0.0.1', http2: true })
const session = connect(http2.url)
const clients = {
  'node:http': (path: string, init?: RequestInit) => fetch(`${url}${path}`, init),
  'node:http2': overHttp2,
  'app.fetch': (path: string, init?: RequestInit) => app.test(path, init),
}
test.after(async () => {
  session.close()
  await app.shutdown()
})

for (const [server, ask] of Object.entries(clients)) {
  test(`${server}: headers and status go to the Ctx and back`, async () => {
    const answer = await ask(`/headers`)
    assert.is(answer.status, 201)
    assert.is(answer.headers.get('vary'), 'Accept, Origin')
    assert.is(answer.headers.get('x-seen'), 'Accept, Origin')
    assert.is(answer.headers.get('x-powered-by'), null)
    assert.equal(answer.headers.getSetCookie(), ['a=1', 'b=2'])
    assert.equal(await answer.json(), { ok: true })
  })

  test(`${server}: an answer of the middleware is the answer`, async () => {
    const answer = await ask(`/end`)
    assert.equal([answer.status, answer.headers.get('x-tea'), await answer.text()], [418, 'green', 'tea'])
  })

  test(`${server}: the URL is relative to the mount path`, async () => {
    assert.is(await (await ask(`/mount/7/a?b=c`)).text(), '/mount/7 /a?b=c /mount/7/a?b=c')
    assert.is(await (await ask(`/mount/7?b=c`)).text(), '/mount/7 /?b=c /mount/7?b=c')
    const escaped = '/mou%6Et/%C3%A9%2F/%61%20%2f?%62'
    assert.is(await (await ask(escaped)).text(), `/mount/%C3%A9%2F /a%20%2F?%62 ${escaped}`)
    assert.is(await (await ask(`/MOUNT/7//a/`)).text(), '/MOUNT/7 //a/ /MOUNT/7//a/')
  })

  test(`${server}: errors are answered by their status, and unexpected ones reported`, async () => {
    const answers = [
      ['shown', 403, 'bad csrf token'],
      ['hidden', 400, undefined],
      ['ours', 409, 'taken'],
      ['server', 500, undefined],
      ['thrown', 500, undefined],
    ] as const
    for (const [name, status, detail] of answers) {
      const answer = await ask(`/errors/${name}`)
      const problem = (await answer.json()) as { detail?: string }
      assert.is(answer.status, status, name)
      assert.is(problem.detail === 'Bad Request' ? undefined : problem.detail, detail, name)
    }
    assert.equal(reported.splice(0).map(String), ['Error: secret', 'Error: thrown'])
  })

  test(`${server}: the commonest methods of Express are there`, async () => {
    const answer = await ask(`/express`, { method: 'POST', body: 'x' })
    assert.equal([answer.status, await answer.json()], [402, { due: 5 }])
    const redirected = await ask(`/redirect`, { redirect: 'manual' })
    assert.equal([redirected.status, redirected.headers.get('location')], [302, '/%C3%BC?a=%20'])
  })
}

async function overHttp2(path: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const stream = session.request({ ':method': method, ':path': path })
  stream.end(typeof body === 'string' ? body : undefined)
  const [fields] = await once(stream, 'response')
  const headers = new Headers()
  for (const [name, values] of Object.entries<string | string[]>(fields)) {
    if (!name.startsWith(':')) for (const value of [values].flat()) headers.append(name, value)
  }
  return new Response(Buffer.concat(await stream.toArray()), { status: fields[':status'], headers })
}

test.run()
