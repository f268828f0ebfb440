import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:http2'
import { isIP } from 'node:net'
import { App } from '@ctxgen/runtime'
import { fromConnect } from '@ctxgen/runtime/adapters'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../support/serve.ts'
import { tempFolder } from '../../support/temp-folder.ts'

type Next = (error?: unknown) => void

interface ExpressRequest extends IncomingMessage {
  readonly app: { get(name: string): unknown; enabled(name: string): boolean }
  readonly ip: string
  readonly path: string
  session?: { readonly id: number } | undefined
  flash?: string
}

const root = tempFolder({ 'a.png': 'p'.repeat(100), 'b.txt': 'text' })
const reported: unknown[] = []
const app = new App({ onError: (error) => reported.push(error) })
const says = (word: unknown) => fromConnect((_req: unknown, _res: unknown, next: Next) => next(word))
const pass = says(undefined)

app.get('/route', says('route'), (c) => c.json('rest of the route'))
app.get('/route', (c) => c.json('next route'))
app.all(
  '/only',
  (c) => c.next(),
  says('route'),
  (c) => c.json('rest of the route'),
)
app.use('/middleware', says('route'))
app.get('/middleware', (c) => c.json('never'))

const inner = new App().get('/x', says('router'), (c) => c.json('rest'))
inner.get('/x', (c) => c.json('inner'))
inner.use(
  '/deep',
  new App().get('/x', says('router')).get('/x', (c) => c.json('deepest')),
)
inner.get('/deep/x', (c) => c.json('behind the deepest'))
inner.use('/all', says('router'))
inner.get('/all/x', (c) => c.json('never'))
app.use('/mounted', inner)
app.get('/mounted/x', (c) => c.json('behind the mount'))
app.post('/top', (c) => c.json('posted'))
app.use('/top', says('router'))
app.get('/top/a', (c) => c.json('never'))

app.use('/files', pass)
app.get('/files/*', (c) => c.sendFile(c.params('*'), { root, byteRange: true, maxAge: 9 }))
app.get('/save', pass, (c) => c.download(`${root}/a.png`, 'b.png'))
app.get('/json', pass, (c) => c.json({ long: 'ä' }))
app.all(
  '/answer',
  fromConnect((_: IncomingMessage, res: ServerResponse) => {
    res.setHeader('Content-Type', 'text/x')
    res.end('four')
  }),
)

let sessions = 0
app.use(
  '/session',
  fromConnect(
    (req: ExpressRequest, _: ServerResponse, next: Next) => {
      req.session = { id: ++sessions }
      Object.assign(req, {
        regenerate: () => {
          req.session = { id: ++sessions }
        },
        destroy: () => {
          delete req.session
        },
      })
      next()
    },
    'session',
    'regenerate',
    'destroy',
  ),
)
const call = (member: unknown): unknown => typeof member === 'function' && member()
app.get('/session', (c) => {
  const seen: unknown[] = []
  const look = () => seen.push(c.locals('session') ?? null)
  look()
  call(c.locals('regenerate'))
  look()
  c.locals('session', { id: 0 })
  look()
  call(c.locals('destroy'))
  look()
  c.json(seen)
})

app.get(
  '/late/:kind',
  fromConnect((req: ExpressRequest, _: ServerResponse, next: Next) => {
    next()
    if (req.url?.includes('thrown')) throw new Error('late thrown')
    if (req.url?.includes('rejected')) return Promise.reject(new Error('late rejected'))
    setTimeout(() => next(new Error('late next')), 1)
    return undefined
  }),
  (c) => c.json(1),
)
app.get(
  '/ended',
  fromConnect((_: IncomingMessage, res: ServerResponse, next: Next) => {
    res.end('sent', () => next(new Error('after the end')))
  }),
)

app.get(
  '/express/a',
  fromConnect((req: ExpressRequest, res: ServerResponse) => {
    const { app: express, ip, path } = req
    res.end(JSON.stringify([express.get('trust proxy'), express.enabled('x-powered-by'), isIP(ip), path]))
  }),
)

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
  test(`${server}: next('route') skips the rest of a route`, async () => {
    assert.is(await (await ask('/route')).json(), 'next route')
    assert.is((await ask('/only')).status, 404)
  })

  test(`${server}: next('route') in middleware is a reported error`, async () => {
    assert.is((await ask('/middleware')).status, 500)
    assert.match(String(reported.splice(0)), /next\('route'\) skips the rest of a route/)
  })

  test(`${server}: next('router') leaves the mounted app`, async () => {
    assert.is(await (await ask('/mounted/x')).json(), 'behind the mount')
    assert.is(await (await ask('/mounted/deep/x')).json(), 'behind the deepest')
    assert.is((await ask('/mounted/all/x')).status, 404)
    assert.is((await ask('/top/a')).status, 404)
    assert.is((await ask('/top')).status, 405)
  })

  test(`${server}: a file behind middleware is answered as without it`, async () => {
    const file = await ask('/files/a.png')
    assert.is(file.headers.get('content-type'), 'image/png')
    assert.is(file.headers.get('cache-control'), 'public, max-age=9')
    assert.is(file.headers.get('accept-ranges'), 'bytes')
    const etag = file.headers.get('etag') ?? ''
    assert.is.not(etag, '')
    const part = await ask('/files/a.png', { headers: { range: 'bytes=0-9' } })
    assert.equal([part.status, part.headers.get('content-range')], [206, 'bytes 0-9/100'])
    assert.is(await part.text(), 'p'.repeat(10))
    const same = await ask('/files/a.png', {
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    assert.equal([same.status, same.headers.get('etag'), await same.text()], [304, etag, ''])
    const saved = await ask('/save')
    assert.is(saved.headers.get('content-disposition'), 'attachment; filename="b.png"')
    assert.is(saved.headers.get('content-type'), 'image/png')
  })

  test(`${server}: HEAD behind middleware has the length of GET, or none`, async () => {
    for (const [path, length] of [
      ['/files/a.png', '100'],
      ['/save', '100'],
      ['/json', '13'],
    ] as const) {
      const head = await ask(path, { method: 'HEAD' })
      assert.equal(
        [head.status, head.headers.get('content-length'), await head.text()],
        [200, length, ''],
        path,
      )
    }
    const own = await ask('/answer', { method: 'HEAD' })
    assert.ok([null, '4'].includes(own.headers.get('content-length')))
    assert.is(own.headers.get('content-type'), 'text/x')
  })

  test(`${server}: c.locals() has the member that the request has now, and sets it`, async () => {
    sessions = 0
    assert.equal(await (await ask('/session')).json(), [{ id: 1 }, { id: 2 }, { id: 0 }, null])
  })

  test(`${server}: an error that middleware passes on after next() is reported`, async () => {
    for (const kind of ['thrown', 'rejected', 'next']) {
      assert.is((await ask(`/late/${kind}`)).status, 200)
      assert.ok(await until(() => reported.length > 0), kind)
      assert.equal(reported.splice(0).map(String), [`Error: late ${kind}`])
    }
    assert.is(await (await ask('/ended')).text(), 'sent')
    assert.ok(await until(() => reported.length > 0))
    assert.equal(reported.splice(0).map(String), ['Error: after the end'])
  })

  test(`${server}: middleware finds its app, an address and the path`, async () => {
    assert.equal(await (await ask('/express/a?b=c')).json(), [false, false, 4, '/express/a'])
  })
}

async function overHttp2(
  path: string,
  { method = 'GET', headers: sent }: RequestInit = {},
): Promise<Response> {
  const stream = session.request({ ':method': method, ':path': path, ...Object(sent) })
  stream.end()
  const [fields] = await once(stream, 'response')
  const headers = new Headers()
  for (const [name, values] of Object.entries<string | string[]>(fields)) {
    if (!name.startsWith(':')) for (const value of [values].flat()) headers.append(name, value)
  }
  const bytes = Buffer.concat(await stream.toArray())
  return new Response(bytes.length === 0 ? null : bytes, { status: fields[':status'], headers })
}

test.run()
