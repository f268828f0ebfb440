// Facts about middleware of packages behind `fromConnect`, over a server of node and by `app.fetch`.
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from '@ctxgen/runtime'
import { fromConnect } from '@ctxgen/runtime/adapters'
import compression from 'compression'
import { rateLimit } from 'express-rate-limit'
import session, { MemoryStore } from 'express-session'
import helmet from 'helmet'
import httpProxy from 'http-proxy'
import multer from 'multer'
import passport from 'passport'
import { Strategy } from 'passport-http-bearer'

const root = mkdtempSync(join(tmpdir(), 'ctxgen-connect-'))
process.on('exit', () => rmSync(root, { recursive: true, force: true }))
writeFileSync(join(root, 'a.png'), 'p'.repeat(2000))
writeFileSync(join(root, 'a.txt'), 'text '.repeat(1000))
passport.use(new Strategy((token, done) => done(null, token === 'secret' ? { name: 'Ann' } : false)))

const reported: unknown[] = []

/** A session store that fails on demand. */
class FailingStore extends MemoryStore {
  fails = false
  override set(...[id, data, done]: Parameters<MemoryStore['set']>): void {
    if (this.fails) done?.(new Error('store is down'))
    else super.set(id, data, done)
  }
}

interface Session {
  user?: string
  regenerate(done: (error: unknown) => void): void
  destroy(done: (error: unknown) => void): void
}

/** An app with each package, and its store. */
function makeApp(): { readonly app: App; readonly store: FailingStore } {
  const app = new App({ onError: (error) => reported.push(error) })
  const store = new FailingStore()
  const options = { secret: 'k', store, resave: false, saveUninitialized: false }
  const sessionOf = (c: { locals(key: string): unknown }): Session => c.locals('session') as Session
  app.use('/s', fromConnect(session(options), 'session'))
  app.post('/s/login', async (c) => {
    await new Promise((resolve) => sessionOf(c).regenerate(resolve))
    sessionOf(c).user = 'ann'
    c.json(1)
  })
  app.post('/s/logout', async (c) => {
    await new Promise((resolve) => sessionOf(c).destroy(resolve))
    c.json(c.locals('session') === undefined)
  })
  app.get('/s/me', (c) => c.json(sessionOf(c).user ?? null))
  app.use('/limited', fromConnect(rateLimit({ limit: 2, legacyHeaders: false })))
  app.get('/limited', (c) => c.json(1))
  app.use('/private', fromConnect(passport.authenticate('bearer', { session: false }), 'user'))
  app.get('/private', (c) => c.json(c.locals('user')))
  app.use('/files', fromConnect(helmet()), fromConnect(compression()))
  app.get('/files/*', (c) => c.sendFile(c.params('*'), { root, byteRange: true }))
  app.get('/files-of/json', fromConnect(compression()), (c) => c.json('x'.repeat(5000)))
  app.post('/upload', fromConnect(multer().single('f'), 'file', 'body'), (c) => {
    const { size = 0 } = (c.locals('file') ?? {}) as { size?: number }
    c.json([size, c.locals('body') ?? null])
  })
  app.use('/multer', fromConnect(multer().single('f'), 'file'))
  app.post('/multer', (c) => c.json((c.locals('file') as { size?: number }).size))
  app.use('/hook', fromConnect(verify))
  app.post('/hook', (c) => c.json('verified'))
  app.use('/proxied', fromConnect(toUpstream))
  app.post('/left', fromConnect(compression()), (c) => c.json(c.bodyRaw().length))
  return { app, store }
}

/** As verifiers of webhooks do: hashes the body as sent. */
function verify(req: IncomingMessage, _: ServerResponse, next: (error?: unknown) => void): void {
  const hash = createHmac('sha256', 'key')
  req.on('data', (piece: Uint8Array) => hash.update(piece))
  req.on('error', next)
  req.on('end', () => {
    if (hash.digest('hex') === req.headers['x-signature']) next()
    else next(Object.assign(new Error('The signature is wrong'), { status: 401 }))
  })
}

const upstream = createServer((req, res) => {
  res.writeHead(201, { 'X-Length': req.headers['content-length'] ?? 'chunked' })
  req.pipe(res)
})
const proxy = httpProxy.createProxyServer({})

function toUpstream(req: IncomingMessage, res: ServerResponse): void {
  const { port } = upstream.address() as AddressInfo
  proxy.web(req, res, { target: `http://127.0.0.1:${port}` }, (error) => res.destroy(error))
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

async function checkSession(ask: Ask, store: FailingStore): Promise<void> {
  const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const first = cookieOf(await ask('/s/login', { method: 'POST' }))
  match(first, /^connect\.sid=/)
  const second = cookieOf(await ask('/s/login', { method: 'POST', headers: { cookie: first } }))
  ok(second !== first, 'a login has a session of its own')
  strictEqual(await (await ask('/s/me', { headers: { cookie: second } })).json(), 'ann')
  strictEqual(await (await ask('/s/me', { headers: { cookie: first } })).json(), null)
  strictEqual(await (await ask('/s/logout', { method: 'POST', headers: { cookie: second } })).json(), true)
  store.fails = true
  await ask('/s/login', { method: 'POST' })
  deepStrictEqual(await reports(), ['Error: store is down'])
  store.fails = false
}

async function reports(): Promise<string[]> {
  for (let i = 0; i < 200 && reported.length === 0; i++)
    await new Promise((resolve) => setTimeout(resolve, 10))
  return reported.splice(0).map(String)
}

async function checkLimit(ask: Ask): Promise<void> {
  const told: unknown[] = []
  const { error, warn } = console
  console.error = console.warn = (...words: unknown[]) => told.push(words)
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) statuses.push((await ask('/limited')).status)
  Object.assign(console, { error, warn })
  deepStrictEqual([statuses, told], [[200, 200, 429], []])
}

async function checkFiles(ask: Ask): Promise<void> {
  const png = await ask('/files/a.png')
  deepStrictEqual(
    [png.headers.get('content-type'), png.headers.get('x-frame-options')],
    ['image/png', 'SAMEORIGIN'],
  )
  strictEqual((await png.text()).length, 2000)
  ok(png.headers.get('etag'))
  const part = await ask('/files/a.png', { headers: { range: 'bytes=0-9' } })
  deepStrictEqual(
    [part.status, part.headers.get('content-range'), (await part.text()).length],
    [206, 'bytes 0-9/2000', 10],
  )
  const head = await ask('/files/a.png', { method: 'HEAD' })
  deepStrictEqual(
    [head.headers.get('content-type'), head.headers.get('content-length')],
    ['image/png', '2000'],
  )
  const text = await ask('/files/a.txt', { headers: { 'accept-encoding': 'gzip' } })
  deepStrictEqual(
    [text.headers.get('content-encoding'), text.headers.get('vary')],
    ['gzip', 'Accept-Encoding'],
  )
  const plain = await ask('/files-of/json', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  ok([null, '5002'].includes(plain.headers.get('content-length')))
}

async function checkOthers(ask: Ask): Promise<void> {
  strictEqual((await ask('/private')).status, 401)
  const known = await ask('/private', { headers: { authorization: 'Bearer secret' } })
  deepStrictEqual(await known.json(), { name: 'Ann' })
  const body = new FormData()
  body.append('f', new Blob(['12345']), 'a.txt')
  body.append('title', 'Days')
  deepStrictEqual(await (await ask('/upload', { method: 'POST', body })).json(), [5, { title: 'Days' }])
  strictEqual(await (await ask('/multer', { method: 'POST', body })).json(), 5)
  deepStrictEqual(await (await ask('/upload', { method: 'POST' })).json(), [0, null])
}

/** Middleware that reads the request itself. */
async function checkReaders(ask: Ask): Promise<void> {
  for (const length of [0, 1, 300_000]) {
    const body = 'b'.repeat(length)
    const signature = createHmac('sha256', 'key').update(body).digest('hex')
    const signed = await ask('/hook', { method: 'POST', body, headers: { 'x-signature': signature } })
    deepStrictEqual([signed.status, await signed.json()], [200, 'verified'])
    const forged = await ask('/hook', {
      method: 'POST',
      body: `${body}x`,
      headers: { 'x-signature': signature },
    })
    strictEqual(forged.status, 401)
    const proxied = await ask('/proxied/a', { method: 'POST', body })
    deepStrictEqual([proxied.status, (await proxied.text()).length], [201, length])
  }
  // It has read nothing, so the body is there for the handler.
  strictEqual(await (await ask('/left', { method: 'POST', body: '12345' })).json(), 5)
}

await once(upstream.listen(0, '127.0.0.1'), 'listening')
for (const kind of ['listen', 'fetch']) {
  const { app, store } = makeApp()
  const { url } = await app.listen({ host: '127.0.0.1' })
  const ask: Ask =
    kind === 'listen' ? (path, init) => fetch(url + path, init) : (path, init) => app.test(path, init)
  await checkSession(ask, store)
  await checkLimit(ask)
  await checkFiles(ask)
  await checkOthers(ask)
  await checkReaders(ask)
  deepStrictEqual(reported, [])
  await app.shutdown()
}
upstream.close()
console.log('Packages of Express behave behind fromConnect.')
