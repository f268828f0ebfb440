// Each middleware of @ctxgen/middleware in a request of its own: Node, Bun, Deno and workerd must agree on the answers.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { basicAuth, hashedUsers, hashPassword } from '@ctxgen/middleware/basic-auth'
import { bearerAuth } from '@ctxgen/middleware/bearer-auth'
import { cache } from '@ctxgen/middleware/cache'
import { cacheControl } from '@ctxgen/middleware/cache-control'
import { compress } from '@ctxgen/middleware/compress'
import { concurrency } from '@ctxgen/middleware/concurrency'
import { cors } from '@ctxgen/middleware/cors'
import { csrf, csrfToken, csrfTokenOf } from '@ctxgen/middleware/csrf'
import { earlyData } from '@ctxgen/middleware/early-data'
import { encryptCookie } from '@ctxgen/middleware/encrypt-cookie'
import { etag } from '@ctxgen/middleware/etag'
import { favicon } from '@ctxgen/middleware/favicon'
import { livez, readyz, startupz } from '@ctxgen/middleware/healthcheck'
import { cspNonce, helmet, nonce } from '@ctxgen/middleware/helmet'
import { hostAuthorization } from '@ctxgen/middleware/host-authorization'
import { idempotency } from '@ctxgen/middleware/idempotency'
import { jwt } from '@ctxgen/middleware/jwt'
import { keyAuth, keyList } from '@ctxgen/middleware/key-auth'
import { limiter } from '@ctxgen/middleware/limiter'
import { logger } from '@ctxgen/middleware/logger'
import { memoryStore } from '@ctxgen/middleware/memory-store'
import { metrics } from '@ctxgen/middleware/metrics'
import { optional } from '@ctxgen/middleware/optional'
import { otel } from '@ctxgen/middleware/otel'
import { cursors, pageLinks } from '@ctxgen/middleware/paginate'
import { proxy } from '@ctxgen/middleware/proxy'
import { redirect } from '@ctxgen/middleware/redirect'
import { requestId, requestIdOf } from '@ctxgen/middleware/request-id'
import { rewrite } from '@ctxgen/middleware/rewrite'
import { serverTiming, timing } from '@ctxgen/middleware/server-timing'
import { session, sessionOf } from '@ctxgen/middleware/session'
import { skip } from '@ctxgen/middleware/skip'
import { serveStatic } from '@ctxgen/middleware/static'
import { timeout } from '@ctxgen/middleware/timeout'
import { App, type AppConfig, type Handler } from '@ctxgen/runtime'

declare module '@ctxgen/runtime' {
  interface Locals {
    user: string
  }
}
declare module '@ctxgen/middleware/session' {
  interface SessionData {
    visits: number
  }
}

const secret = 'a secret of at least thirty-two characters'

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

type Ask = (sent?: Sent) => Promise<Response>

function asking(app: App): Ask {
  return ({ method = 'GET', path = '/', headers = {}, body } = {}) =>
    app.fetch(
      new Request(`http://localhost${path}`, { method, headers, ...(body !== undefined && { body }) }),
      { remoteAddress: '192.0.2.1' },
    )
}

/** An app with one middleware before a handler that greets. */
function behind(middleware: Handler, handler: Handler = greet, config: AppConfig = {}): Ask {
  return asking(new App({ onError: () => {}, ...config }).use(middleware).all('/*', handler))
}

const greet: Handler = (c) => c.sendString('hello')

/** Status, some headers and the body. Random parts are replaced. */
async function shown(response: Response, ...names: readonly string[]): Promise<string> {
  const lines = names.map((name) => `${name}: ${response.headers.get(name)}`)
  const text = [response.status, ...lines, await response.text()].join(' | ')
  return text.replace(/(?=[a-z_/+-]*[A-Z\d])[\w/+-]{22,}={0,2}/g, '…')
}

function token(payload: object): string {
  const parts = [{ alg: 'HS256' }, payload].map((one) =>
    Buffer.from(JSON.stringify(one)).toString('base64url'),
  )
  const signed = parts.join('.')
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

const trials: Readonly<Record<string, () => Promise<string>>> = {
  async 'basic-auth'() {
    const users = hashedUsers({ ada: await hashPassword('secret') })
    const ask = behind(basicAuth('user', { authorize: users }))
    const good = await ask({ headers: { authorization: `Basic ${btoa('ada:secret')}` } })
    const bad = await ask({ headers: { authorization: `Basic ${btoa('ada:wrong')}`, accept: 'text/plain' } })
    return `${await shown(good)}, ${await shown(bad, 'www-authenticate')}`
  },
  async 'bearer-auth'() {
    const ask = behind(bearerAuth('user', { validate: (sent) => (sent === 'right' ? 'ada' : undefined) }))
    return shown(await ask({ headers: { authorization: 'Bearer right' } }))
  },
  async 'key-auth'() {
    const ask = behind(keyAuth('user', { validate: keyList({ right: 'ada' }) }))
    return shown(await ask({ headers: { 'x-api-key': 'right' } }))
  },
  async jwt() {
    const guard = jwt('user', {
      algorithms: ['HS256'],
      secret,
      issuer: 'a',
      audience: false,
      user: ({ sub }) => sub,
    })
    const ask = behind(guard, (c) => c.sendString(c.locals('user') ?? ''))
    const sent = token({ iss: 'a', sub: 'ada', exp: Date.now() / 1000 + 60 })
    const bad = await ask({ headers: { authorization: `Bearer ${sent}x`, accept: 'text/plain' } })
    return `${await shown(await ask({ headers: { authorization: `Bearer ${sent}` } }))}, ${bad.status}`
  },
  async optional() {
    const ask = behind(optional(keyAuth('user', { validate: keyList({ right: 'ada' }) })))
    const bad = await ask({ headers: { 'x-api-key': 'wrong', accept: 'text/plain' } })
    return `${await shown(await ask())}, ${bad.status}`
  },
  async session() {
    const ask = behind(session({ secret }), (c) => {
      const current = sessionOf(c)
      const visits = (current.get('visits') ?? 0) + 1
      current.set('visits', visits)
      c.sendString(`${visits}`)
    })
    const first = await ask()
    return shown(await ask({ headers: { cookie: cookieOf(first) } }), 'vary')
  },
  async 'a sealed session'() {
    const ask = behind(session({ secret, sealed: true }), (c) => {
      const visits = (sessionOf(c).get('visits') ?? 0) + 1
      sessionOf(c).set('visits', visits)
      c.sendString(`${visits}`)
    })
    return shown(await ask({ headers: { cookie: cookieOf(await ask()) } }))
  },
  async 'encrypt-cookie'() {
    const ask = behind(encryptCookie({ secret }), (c) => {
      const cart = c.cookies('cart')
      c.cookie({ name: 'cart', value: '7' }).sendString(`cart ${cart}`)
    })
    return shown(await ask({ headers: { cookie: cookieOf(await ask()) } }))
  },
  async csrf() {
    const ask = behind(csrf())
    const headers = { 'sec-fetch-site': 'cross-site', accept: 'text/plain' }
    return `${await shown(await ask({ method: 'POST' }))}, ${await shown(await ask({ method: 'POST', headers }))}`
  },
  async 'csrf tokens'() {
    const ask = behind(csrfToken({ secret }), (c) => c.sendString(csrfTokenOf(c)))
    const first = await ask()
    const headers = { cookie: cookieOf(first), 'x-csrf-token': await first.text() }
    return shown(await ask({ method: 'POST', headers }), 'vary')
  },
  async cors() {
    const ask = behind(cors({ allowOrigins: 'https://*.example.com', allowCredentials: true }))
    const headers = { origin: 'https://a.example.com', 'access-control-request-method': 'PUT' }
    return shown(await ask({ method: 'OPTIONS', headers }), 'access-control-allow-origin', 'vary')
  },
  async helmet() {
    const csp = { contentSecurityPolicy: { directives: { scriptSrc: [nonce] } } }
    return shown(await behind(helmet(csp), (c) => c.sendString(cspNonce(c)))(), 'content-security-policy')
  },
  async 'host-authorization'() {
    return shown(await behind(hostAuthorization({ allowedHosts: ['localhost'] }))())
  },
  async 'request-id'() {
    const ask = behind(requestId(), (c) => c.sendString(`${requestIdOf(c).length}`))
    return shown(await ask(), 'x-request-id')
  },
  async logger() {
    const lines: string[] = []
    const onResponse = logger({ to: (line) => lines.push(line), format: (facts) => JSON.stringify(facts) })
    await (await behind((c) => c.next(), greet, { onResponse })({ path: '/a?b' })).text()
    await settled(() => lines.length > 0)
    const { method, path, status, bytes, ip } = JSON.parse(lines[0] ?? '{}')
    return JSON.stringify({ method, path, status, bytes, ip })
  },
  async metrics() {
    const { onResponse, text } = metrics()
    await (await behind((c) => c.next(), greet, { onResponse })()).text()
    await settled(() => text().includes('_count'))
    return /_count.*/.exec(text())?.[0] ?? ''
  },
  async otel() {
    const { handler, onResponse } = otel()
    return shown(await behind(handler, greet, { onResponse })())
  },
  async limiter() {
    const ask = behind(limiter({ max: 1, algorithm: 'sliding' }))
    return `${await shown(await ask(), 'ratelimit')}, ${(await ask()).status}`
  },
  async concurrency() {
    return shown(await behind(concurrency({ max: 1 }))())
  },
  async idempotency() {
    let runs = 0
    const ask = behind(idempotency({ scope: () => '' }), (c) => c.json(++runs))
    const sent = { method: 'POST', headers: { 'idempotency-key': '"k"' }, body: 'a' }
    const first = await shown(await ask(sent))
    return `${first}, ${await shown(await ask(sent), 'idempotency-replayed')}, ${(await ask({ ...sent, body: 'b' })).status}`
  },
  async cache() {
    let runs = 0
    const ask = behind(cache(), (c) => c.set('Cache-Control', 'max-age=60').json(++runs))
    return `${await shown(await ask())}, ${await shown(await ask(), 'age')}`
  },
  async 'cache of a stream'() {
    let runs = 0
    const ask = behind(cache(), (c) => {
      c.set('Cache-Control', 'max-age=60').type('txt')
      c.sendStream([`run ${++runs}, `, 'in pieces'])
    })
    const first = await shown(await ask())
    let second = await ask()
    // The answer is kept soon after the end of its stream.
    for (; second.headers.get('age') === null; second = await ask()) await second.text()
    return `${first}, ${await shown(second, 'age')}`
  },
  async 'stale-while-revalidate'() {
    let runs = 0
    const ask = behind(cache(), (c) =>
      c.set('Cache-Control', 'max-age=10, stale-while-revalidate=60').json(++runs),
    )
    await ask()
    const { now } = Date
    Date.now = () => now() + 11_000
    try {
      return `${await shown(await ask(), 'age')}, ${await shown(await ask())}`
    } finally {
      Date.now = now
    }
  },
  async 'cache-control'() {
    return shown(await behind(cacheControl({ private: true, maxAge: 60 }))(), 'cache-control')
  },
  async etag() {
    const ask = behind(etag())
    const tag = (await ask()).headers.get('etag') ?? ''
    return `${tag} ${await shown(await ask({ headers: { 'if-none-match': tag } }))}`
  },
  async compress() {
    const ask = behind(compress(), (c) => c.sendString('car '.repeat(1000)))
    const answer = await ask({ headers: { 'accept-encoding': 'gzip' } })
    const decoded = answer.body?.pipeThrough(new DecompressionStream('gzip'))
    const text = await new Response(decoded ?? null).text()
    return `${answer.headers.get('content-encoding')} ${answer.headers.get('vary')} ${text.length}`
  },
  async 'compress with brotli'() {
    const ask = behind(compress(), (c) => c.sendString('car '.repeat(1000)))
    const answer = await ask({ headers: { 'accept-encoding': 'br' } })
    const { brotliDecompressSync } = await import('node:zlib')
    return `${answer.headers.get('content-encoding')} ${brotliDecompressSync(await answer.arrayBuffer()).length}`
  },
  async 'early-data'() {
    return shown(
      await behind(earlyData())({ method: 'POST', headers: { 'early-data': '1', accept: 'text/plain' } }),
    )
  },
  async favicon() {
    return shown(await behind(favicon())({ path: '/favicon.ico' }), 'cache-control')
  },
  async healthcheck() {
    const app = new App({ onError: () => {} })
    app
      .get('/livez', livez())
      .get('/startupz', startupz())
      .get('/readyz', readyz({ probe: async () => true }))
    const ask = asking(app)
    const all = ['/livez', '/startupz', '/readyz'].map(async (path) => shown(await ask({ path })))
    return (await Promise.all(all)).join(', ')
  },
  async paginate() {
    const after = cursors<number>(secret)
    const ask = behind(
      (c) => c.next(),
      (c) => {
        pageLinks(c, { page: 2, limit: 10, total: 30 })
        c.json(after.decode(after.encode(7)))
      },
    )
    return shown(await ask({ path: '/?page=2' }), 'link')
  },
  async redirect() {
    return shown(await behind(redirect({ '/old/*': '/new/$1' }))({ path: '/old/a' }), 'location')
  },
  async rewrite() {
    return shown(
      await behind(rewrite({ '/old/*': '/new/$1' }), (c) => c.sendString(c.path()))({ path: '/old/a' }),
    )
  },
  async 'server-timing'() {
    const ask = behind(serverTiming({ when: () => true, total: false }), async (c) => {
      c.sendString(`${await timing(c, 'db', () => 7)}`)
    })
    return (await shown(await ask(), 'server-timing')).replace(/dur=[\d.]+/, 'dur=…')
  },
  async skip() {
    return shown(await behind(skip(limiter({ max: 0 }), () => true))())
  },
  async timeout() {
    const ask = behind(
      timeout(5),
      (c) =>
        new Promise((_, reject) => {
          c.signal().addEventListener('abort', () => reject(new Error('aborted')))
        }),
    )
    return shown(await ask({ headers: { accept: 'text/plain' } }))
  },
  async 'memory-store'() {
    const store = memoryStore()
    await store.set('a', 'b', 1000)
    return `${await store.get('a')} ${await store.replace('a', 'b', 'c', 1000)}`
  },
  async proxy() {
    const target = createServer(async (request, response) => {
      let size = 0
      for await (const piece of request) size += piece.length
      response.end(`${request.method} ${request.url} ${size}`)
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const address = target.address()
    const origin = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
    try {
      const fixed = await behind(proxy(origin))({ method: 'POST', path: '/a?b', body: 'c' })
      // The name is public, and its address is not.
      const open = await behind(proxy(() => origin))({ headers: { accept: 'text/plain' } })
      const streaming = new App({ onError: () => {} }).post('/*', { body: 'stream' }, proxy(origin))
      const streamed = await asking(streaming)({ method: 'POST', body: 'x'.repeat(1_000_000) })
      return `${await shown(fixed)}, ${await shown(open)}, ${await shown(streamed)}`
    } finally {
      target.closeAllConnections()
      target.close()
    }
  },
  async static() {
    return shown(await behind(serveStatic('/'), (c) => c.sendString('no file'))({ path: '/nowhere/a.txt' }))
  },
}

/** `onResponse` runs a little later than the body ends. */
async function settled(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 1))
}

/** The outcome of each middleware, by its name. */
export async function tryMiddleware(): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  for (const [name, trial] of Object.entries(trials))
    outcomes[name] = await trial().catch((error: unknown) => `failed: ${error}`)
  return outcomes
}
