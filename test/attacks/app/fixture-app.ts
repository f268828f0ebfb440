import { App, type AppConfig, type Ctx, HttpError } from '@ctxgen/runtime'
import { cbor } from '@ctxgen/runtime/cbor'
import { msgpack } from '@ctxgen/runtime/msgpack'
import { AnySource, Checked, Item } from '../dto/item.bind.js'
import { HeaderParts, PathParts, Session, Upload } from '../dto/request-parts.bind.js'
import { addCallRoute } from './call-routes.ts'
import { addFaultRoutes } from './fault-routes.ts'
import type { FixtureFiles } from './fixture-files.ts'
import { countHit, takeState } from './fixture-state.ts'
import { shown } from './shown-value.ts'
import { addStreamRoutes } from './stream-routes.ts'

/** The app under attack: "Fixture app" of `reference/ATTACK-FORMAT.md`. */
export function fixtureApp(config: AppConfig, files: FixtureFiles): App {
  const app = new App({
    msgPack: msgpack(),
    cbor: cbor(),
    viewsDir: files.views,
    // Attacks make handlers fail on purpose and report it themselves.
    onError: () => {},
    ...config,
  })
  app.get('/healthz', (c) => c.sendString('ok'))
  app.get('/__state', (c) => c.json(takeState()))
  addBinders(app)
  addRequestRoutes(app)
  addFileRoutes(app, files.publicFolder)
  addFaultRoutes(app)
  addStreamRoutes(app)
  addCallRoute(app, files)
  return app
}

/** An app of routes that show their parameters. */
export function routesApp(patterns: readonly string[]): App {
  const app = new App({ onError: () => {} })
  app.get('/healthz', (c) => c.sendString('ok'))
  for (const pattern of patterns) {
    app.get(pattern, (c) =>
      c.json(Object.fromEntries(c.route().params.map((name) => [name, c.params(name)]))),
    )
  }
  return app
}

function succeed(c: Ctx, route: string, value: unknown): void {
  countHit(route, value)
  c.json({ ok: true, value: shown(value) })
}

function addBinders(app: App): void {
  const binds = <T>(path: string, bind: (c: Ctx) => T) =>
    [path, (c: Ctx) => succeed(c, path, bind(c))] as const
  app.get(...binds('/q', (c) => c.bind().query(Item)))
  app.get(...binds('/h', (c) => c.bind().header(HeaderParts)))
  app.get(...binds('/ck', (c) => c.bind().cookie(Session)))
  app.get(...binds('/u/:id/:n', (c) => c.bind().uri(PathParts)))
  app.post(...binds('/f', (c) => c.bind().form(Item)))
  app.post(...binds('/j', (c) => c.bind().json(Item)))
  app.post(...binds('/x', (c) => c.bind().xml(Item)))
  app.post(...binds('/m', (c) => c.bind().msgPack(Item)))
  app.post(...binds('/c', (c) => c.bind().cbor(Item)))
  app.post(...binds('/b', (c) => c.bind().body(Checked)))
  app.post(...binds('/all/:id', (c) => c.bind().all(AnySource)))
  app.post(...binds('/upload', (c) => c.bind().form(Upload)))
  app.post(...binds('/raw', (c) => ({ bytes: c.body().length })))
  app.get(...binds('/smuggled', () => null))
  app.post(...binds('/noread', () => null))
  app.post(...binds('/read-first-chunk', (c) => ({ bytes: c.bodyRaw().subarray(0, 1).length })))
  app.post(...binds('/swallow', (c) => swallowed(() => c.body())))
  // The next request must not see what this one changes in its value.
  app.get(...binds('/q-mutate-default', mutated))
  app.get(...binds('/q-pool-leak', (c) => c.bind().query(Item)))
}

function swallowed(read: () => unknown): string {
  try {
    read()
    return 'read'
  } catch {
    return 'swallowed'
  }
}

function mutated(c: Ctx): Item {
  const item = c.bind().query(Item)
  const seen = { ...item, colors: [...item.colors] }
  item.colors.push('mutated')
  return seen
}

function addRequestRoutes(app: App): void {
  app.get('/accept', negotiate)
  app.get('/ip', (c) => c.json(originOf(c)))
  app.all('/method', (c) => c.json({ method: c.method() }))
  app.get('/back', (c) => c.redirect().back('/fallback'))
  app.get('/jsonp', (c) => c.jsonp({ a: '\u2028\u2029' }, c.query('cb')))
  app.get('/autoformat', (c) => c.autoFormat(c.query('v')))
  app.get('/user/:id', (c) => c.sendString(c.params('id'))).name('user')
  app.get('/clear-cookies', (c) => c.clearCookie().sendString('cleared'))
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

function addFileRoutes(app: App, root: string): void {
  app.use('/static/admin', (c) => c.sendStatus(403))
  app.get('/file/*', (c) => c.sendFile(c.params('*'), { root, byteRange: true }))
  app.get('/static/*', (c) => c.sendFile(c.params('*'), { root, byteRange: true, compress: true }))
}
