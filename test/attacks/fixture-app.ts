import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { App, type AppConfig, type Ctx, HttpError } from '@ctxgen/runtime'

/** What the fixture saw since it was last asked. */
interface State {
  uncaught: number
  readonly hits: Record<string, number>
}

const state: State = { uncaught: 0, hits: {} }
process.on('uncaughtException', () => state.uncaught++)
process.on('unhandledRejection', () => state.uncaught++)

const prototypes = [Object.prototype, Array.prototype, Function.prototype]
const ownKeys = (): string => prototypes.map((proto) => Reflect.ownKeys(proto).map(String).join()).join(';')
const cleanKeys = ownKeys()

/** The app that the attacks are made on, as far as the areas that run here need it. */
export function fixtureApp(config: AppConfig, publicFolder: string): App {
  const app = new App(config)
  app.get('/healthz', (c) => c.sendString('ok'))
  app.get('/__state', (c) => c.json(takeState()))
  app.get('/q', (c) => succeed(c, '/q', c.bind().query({ asMap: 'last' })))
  app.get('/h', (c) => succeed(c, '/h', c.bind().header({ asMap: 'last' })))
  app.get('/ck', (c) => succeed(c, '/ck', c.bind().cookie({ asMap: 'last' })))
  app.get('/smuggled', (c) => succeed(c, '/smuggled', null))
  app.get('/accept', negotiate)
  app.get('/ip', (c) => c.json(originOf(c)))
  app.all('/method', (c) => c.json({ method: c.method() }))
  app.get('/file/*', (c) => c.sendFile(c.params('*'), { root: publicFolder, byteRange: true }))
  app.post('/raw', (c) => succeed(c, '/raw', { bytes: c.body().length }))
  app.post('/j', (c) => succeed(c, '/j', c.bind().json()))
  app.post('/upload', (c) => succeed(c, '/upload', Object.keys(c.multipartForm().file)))
  return app
}

/** An app of routes that show their parameters. */
export function routesApp(patterns: readonly string[]): App {
  const app = new App()
  app.get('/healthz', (c) => c.sendString('ok'))
  for (const pattern of patterns) {
    app.get(pattern, (c) =>
      c.json(Object.fromEntries(c.route().params.map((name) => [name, c.params(name)]))),
    )
  }
  return app
}

function succeed(c: Ctx, route: string, value: unknown): void {
  state.hits[route] = (state.hits[route] ?? 0) + 1
  c.json({ ok: true, value })
}

function negotiate(c: Ctx): void {
  c.vary('Accept')
  const best = c.accepts('text/html', 'application/json')
  c.acceptsCharsets('utf-8')
  c.acceptsEncodings('gzip', 'identity')
  c.acceptsLanguages('en', 'de')
  c.acceptsLanguagesExtended('en', 'de')
  if (best === '') throw new HttpError(406)
  c.json({ best })
}

function originOf(c: Ctx): object {
  return {
    ip: c.ip(),
    isFromLocal: c.isFromLocal(),
    isProxyTrusted: c.isProxyTrusted(),
    host: c.host(),
    hostname: c.hostname(),
    port: c.port(),
    protocol: c.protocol(),
    secure: c.secure(),
    baseURL: c.baseURL(),
    subdomains: c.subdomains(),
  }
}

function takeState(): object {
  globalThis.gc?.()
  const { uncaught, hits } = state
  state.uncaught = 0
  return {
    uncaught,
    hits,
    polluted: ownKeys() !== cleanKeys,
    rssMb: process.memoryUsage().rss / 2 ** 20,
    fds: openFiles(),
    tmpFiles: readdirSync(tmpdir()).filter((name) => name.startsWith('ctxgen-upload')).length,
  }
}

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}
