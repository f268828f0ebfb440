import { bearerAuth } from '@ctxgen/middleware/bearer-auth'
import { cache } from '@ctxgen/middleware/cache'
import { compress } from '@ctxgen/middleware/compress'
import { cors } from '@ctxgen/middleware/cors'
import { csrf } from '@ctxgen/middleware/csrf'
import { earlyData } from '@ctxgen/middleware/early-data'
import { etag } from '@ctxgen/middleware/etag'
import { favicon } from '@ctxgen/middleware/favicon'
import { livez, readyz, startupz } from '@ctxgen/middleware/healthcheck'
import { hostAuthorization } from '@ctxgen/middleware/host-authorization'
import { idempotency } from '@ctxgen/middleware/idempotency'
import { keyAuth, keyList } from '@ctxgen/middleware/key-auth'
import { limiter } from '@ctxgen/middleware/limiter'
import { requestId } from '@ctxgen/middleware/request-id'
import { rewrite } from '@ctxgen/middleware/rewrite'
import { timeout } from '@ctxgen/middleware/timeout'
import { App, type AppConfig, HttpError } from '@ctxgen/runtime'
import type { Sent } from '../support/on-each-server.ts'

/** A request and its answer, as a test of Fiber v3 has them. */
export type Step = readonly [
  path: string,
  sent: Sent,
  status: number,
  /** `""` for a header that must not be there. */
  headers?: Readonly<Record<string, string>>,
  body?: string,
]

/** One table or test of Fiber. The steps reach one app in order. */
export interface FiberTable {
  /** The middleware, and the names of the tests there. */
  readonly name: string
  readonly app: () => App
  readonly steps: readonly Step[]
}

const quiet: AppConfig = { onError: () => {} }
const here = { host: 'example.com' }

function sentTo(method: string, headers: Readonly<Record<string, string>> = {}): Sent {
  return { method, headers: { ...here, ...headers } }
}

/** @param site Sec-Fetch-Site, `""` for none */
function from(site: string, origin: string, method: string = 'POST'): Sent {
  return sentTo(method, { ...(site !== '' && { 'sec-fetch-site': site }), ...(origin !== '' && { origin }) })
}

function withAuthorization(text: string): Sent {
  return text === '' ? {} : { headers: { authorization: text } }
}

function withCoding(more: Readonly<Record<string, string>> = {}): Sent {
  return { headers: { 'accept-encoding': 'gzip', ...more } }
}

function withTag(tag: string): Sent {
  return { headers: { 'if-none-match': tag } }
}

function preflight(method: string, more: Readonly<Record<string, string>> = {}): Sent {
  const headers = { origin: 'http://example.com', 'access-control-request-method': method, ...more }
  return { method: 'OPTIONS', headers }
}

const long = 'compressible '.repeat(500)
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

/** A text of several answers, by path, that middleware stands before. */
function answering(handler: Parameters<App['use']>[0], config: AppConfig = quiet): App {
  return new App(config).use(handler)
}

function statusApp(options: Parameters<typeof limiter>[0]): App {
  const key = (): string => 'all'
  const app = answering(limiter({ key, headers: 'legacy', ...options }))
  return app.get('/:status', (c) => c.sendStatus(c.params('status') === 'fail' ? 400 : 200))
}

export const fiberTables: readonly FiberTable[] = [
  {
    name: 'csrf: SecFetchSite, Origin',
    app: () => answering(csrf()).all('/', (c) => c.sendString('')),
    steps: [
      ['/', from('same-origin', 'http://example.com'), 200],
      ['/', from('none', 'http://example.com'), 200],
      ['/', from('cross-site', 'https://attacker.example'), 403],
      ['/', from('same-site', 'null'), 403],
      ['/', from('weird', 'http://example.com'), 403],
      ['/', from('', ''), 200],
      ['/', from('', 'http://example.com'), 200],
      ['/', from('', 'https://attacker.example'), 403],
      ['/', from('', 'HTTP://EXAMPLE.COM'), 200],
      ['/', from('', 'http://example.com:3000'), 403],
      ['/', from('', 'http://csrf.example.com'), 403],
      ['/', from('cross-site', '', 'GET'), 200],
      ['/', from('cross-site', '', 'HEAD'), 200],
      ['/', from('cross-site', '', 'OPTIONS'), 200],
      ['/', from('cross-site', 'https://attacker.example', 'PUT'), 403],
      [
        '/',
        {
          method: 'POST',
          headers: { host: 'example.com:8080', origin: 'http://example.com:8080' },
        },
        200,
      ],
    ],
  },
  {
    name: 'csrf: TrustedOrigins, SubdomainMatch',
    app: () => {
      const trustedOrigins = [
        'http://safe.example.com',
        'https://safe.example.com',
        'http://*.domain-1.com',
        'https://*.domain-1.com',
        'https://*.service.test',
      ]
      return answering(csrf({ trustedOrigins })).post('/', (c) => c.sendString(''))
    },
    steps: [
      ['/', from('', 'http://safe.example.com'), 200],
      ['/', from('', 'http://safe.domain-1.com'), 200],
      ['/', from('', 'https://a.b.c.domain-1.com'), 200],
      ['/', from('', 'http://SAFE.Example.com'), 200],
      ['/', from('', 'http://SAFE.Domain-1.com'), 200],
      ['/', from('cross-site', 'https://safe.example.com'), 200],
      ['/', from('cross-site', ''), 403],
      ['/', from('', 'http://domain-1.com'), 403],
      ['/', from('', 'http://safe.domain-1.com:8080'), 403],
      ['/', from('', 'http://api.service.test'), 403],
      ['/', from('', 'https://1.2.api.service.test'), 200],
      ['/', from('', 'https://api.service.org'), 403],
      ['/', from('', 'https://evil.comservice.test'), 403],
      ['/', from('', 'https://.service.test'), 403],
      ['/', from('', 'https://..service.test'), 403],
      ['/', from('', 'https://foo..service.test'), 403],
      ['/', from('', 'https://evil.com:any.service.test'), 403],
      ['/', from('', 'https://user@api.service.test'), 403],
    ],
  },
  {
    name: 'keyauth: AuthSources, MultipleKeyLookup',
    app: () => {
      const validate = keyList({ 'correct-key': 'ada' })
      const header = 'access_token'
      const all = keyAuth('login', { validate, header, cookie: 'key', query: 'key' })
      return new App(quiet)
        .get('/', keyAuth('login', { validate, header }), (c) => c.sendString('Success!'))
        .get('/foo', all, (c) => c.sendString('Success!'))
    },
    steps: [
      ['/', { headers: { access_token: 'correct-key' } }, 200, {}, 'Success!'],
      ['/', {}, 401],
      ['/', { headers: { access_token: 'WRONGKEY' } }, 401],
      ['/foo?key=correct-key', {}, 200, {}, 'Success!'],
      ['/foo', { headers: { cookie: 'key=correct-key' } }, 200, {}, 'Success!'],
      ['/foo?key=WRONGKEY', {}, 401],
      ['/foo', {}, 401],
    ],
  },
  {
    name: 'keyauth: MultipleKeyAuth, HeaderScheme, BearerErrorFields',
    app: () => {
      const login = (right: string): ReturnType<typeof bearerAuth<'login'>> =>
        bearerAuth('login', { validate: (token) => (token === right ? 'ada' : undefined) })
      return new App(quiet)
        .get('/', (c) => c.sendString('none'))
        .get('/auth1', login('password1'), (c) => c.sendString('one'))
        .get('/auth2', login('password2'), (c) => c.sendString('two'))
    },
    steps: [
      ['/', {}, 200, { 'www-authenticate': '' }, 'none'],
      ['/auth1', withAuthorization('Bearer password1'), 200, {}, 'one'],
      ['/auth1', withAuthorization('bearer password1'), 200, {}, 'one'],
      ['/auth1', withAuthorization('BEARER password1'), 200, {}, 'one'],
      ['/auth1', withAuthorization('Bearer password2'), 401],
      ['/auth1', {}, 401, { 'www-authenticate': 'Bearer realm="Restricted"' }],
      ['/auth1', withAuthorization('Basic password1'), 401],
      ['/auth1', withAuthorization('Bearerpassword1'), 401],
      ['/auth2', withAuthorization('Bearer password2'), 200, {}, 'two'],
      [
        '/auth2',
        withAuthorization('Bearer password1'),
        401,
        { 'www-authenticate': 'Bearer realm="Restricted", error="invalid_token"' },
      ],
    ],
  },
  {
    name: 'etag: NewEtag, NotStatusOK, NoBody, SkipError, CustomEtag',
    app: () => {
      const app = answering(etag()).get('/', (c) => c.sendString('Hello, World!'))
      app.get('/created', (c) => c.sendStatus(201)).get('/empty', (c) => c.sendString(''))
      app.get('/custom', (c) => c.set('ETag', '"custom"').sendString('Hello, World!'))
      return app.get('/error', () => {
        throw new HttpError(403)
      })
    },
    steps: [
      ['/', withTag('"non-match"'), 200],
      ['/', withTag('*'), 304, {}, ''],
      ['/', withTag('W/"non-match", "other"'), 200],
      ['/created', {}, 201, { etag: '' }],
      ['/empty', {}, 200, { etag: '' }],
      ['/error', {}, 403, { etag: '' }],
      ['/custom', {}, 200, { etag: '"custom"' }],
      ['/custom', withTag('"non-match"'), 200, { etag: '"custom"' }],
      ['/custom', withTag('"custom"'), 304, { etag: '"custom"' }, ''],
      ['/custom', withTag('W/"custom"'), 304],
      ['/custom', withTag('"abc", W/"custom"'), 304],
      ['/custom', withTag('W/"non-match", "custom"'), 304],
      ['/custom', withTag('custom'), 200],
      ['/custom', withTag('W/'), 200],
    ],
  },
  {
    name: 'compress: Vary, Content-Encoding, ETag, Head, Status, NoTransform',
    app: () => {
      const app = answering(compress()).get('/', (c) => c.sendString(long))
      app.get('/vary', (c) => c.set('Vary', c.query('vary')).sendString(long))
      app.get('/coded', (c) => c.set('Content-Encoding', 'gzip').set('ETag', '"abc"').sendString('hello'))
      app.get('/tagged', (c) => c.set('ETag', c.query('tag')).sendString(c.query('text', long)))
      app.get('/none', (c) => c.set('ETag', '"abc"').sendStatus(204))
      app.get('/part', (c) => c.status(206).sendString(long))
      return app.get('/kept', (c) => c.set('Cache-Control', 'no-transform').sendString(long))
    },
    steps: [
      ['/', withCoding(), 200, { 'content-encoding': 'gzip', vary: 'Accept-Encoding' }],
      ['/', {}, 200, { 'content-encoding': '', vary: 'Accept-Encoding' }, long],
      ['/vary?vary=*', withCoding(), 200, { vary: '*' }],
      ['/vary?vary=Accept-Encoding2', withCoding(), 200, { vary: 'Accept-Encoding2, Accept-Encoding' }],
      ['/coded', withCoding(), 200, { 'content-encoding': 'gzip', etag: '"abc"' }, 'hello'],
      ['/tagged?tag=W/"abc"', withCoding(), 200, { 'content-encoding': 'gzip', etag: 'W/"abc"' }],
      ['/tagged?tag="abc"&text=tiny', withCoding(), 200, { 'content-encoding': '', etag: '"abc"' }, 'tiny'],
      ['/none', withCoding(), 204, { 'content-encoding': '', etag: '"abc"' }],
      ['/part', withCoding(), 206, { 'content-encoding': '' }, long],
      ['/kept', withCoding(), 200, { 'content-encoding': '' }, long],
    ],
  },
  {
    name: 'limiter: Fixed_Window_No_Skip_Choices',
    app: () => statusApp({ max: 2 }),
    steps: [
      ['/fail', {}, 400],
      ['/success', {}, 200],
      ['/success', {}, 429],
    ],
  },
  ...(['fixed', 'sliding'] as const).flatMap((algorithm): readonly FiberTable[] => [
    {
      name: `limiter: ${algorithm}, Skip_Failed_Requests`,
      app: () => statusApp({ max: 1, algorithm, skipFailedRequests: true }),
      steps: [
        ['/fail', {}, 400],
        ['/success', {}, 200],
        ['/success', {}, 429],
      ],
    },
    {
      name: `limiter: ${algorithm}, Skip_Successful_Requests`,
      app: () => statusApp({ max: 1, algorithm, skipSuccessfulRequests: true }),
      steps: [
        ['/success', {}, 200],
        ['/fail', {}, 400],
        ['/fail', {}, 429],
      ],
    },
    {
      name: `limiter: ${algorithm}, Max_Func_With_Zero`,
      app: () => statusApp({ max: () => 0, algorithm }),
      steps: [['/success', {}, 429]],
    },
  ]),
  {
    name: 'limiter: Headers, Disable_Headers, Next',
    app: () => {
      const key = (): string => 'all'
      const app = new App(quiet)
      app.get('/', limiter({ max: 50, key, headers: 'legacy' }), (c) => c.sendString(''))
      app.get('/off', limiter({ max: 50, key, headers: false }), (c) => c.sendString(''))
      return app.get('/nobody', limiter({ max: 0, key: () => undefined }), (c) => c.sendString(''))
    },
    steps: [
      ['/', {}, 200, { 'x-ratelimit-limit': '50', 'x-ratelimit-remaining': '49', 'x-ratelimit-reset': '60' }],
      ['/off', {}, 200, { 'x-ratelimit-limit': '', 'x-ratelimit-remaining': '', 'x-ratelimit-reset': '' }],
      ['/nobody', {}, 200],
    ],
  },
  {
    name: 'idempotency: Idempotency, FilterHeaders',
    app: () => {
      let count = 0
      const app = answering(idempotency({ scope: () => '' }))
      app.get('/', (c) => c.sendString(`${++count}`))
      return app.post('/', (c) => c.set('Foo', 'foo').sendString(`${++count}`))
    },
    steps: [
      ['/', {}, 200, {}, '1'],
      ['/', {}, 200, {}, '2'],
      ['/', { method: 'POST' }, 200, {}, '3'],
      ['/', { method: 'POST' }, 200, {}, '4'],
      ['/', { headers: { 'idempotency-key': '0000' } }, 200, {}, '5'],
      ['/', { headers: { 'idempotency-key': '0000' } }, 200, {}, '6'],
      ['/', { method: 'POST', headers: { 'idempotency-key': '0000' } }, 200, { foo: 'foo' }, '7'],
      ['/', { method: 'POST', headers: { 'idempotency-key': '0000' } }, 200, { foo: 'foo' }, '7'],
      ['/', { method: 'POST' }, 200, {}, '8'],
      ['/', { method: 'POST', headers: { 'idempotency-key': '1111' } }, 200, {}, '9'],
      ['/', { method: 'POST', headers: { 'idempotency-key': '0000' } }, 200, {}, '7'],
    ],
  },
  {
    name: 'cache: defaultKeyGenerator',
    app: () => {
      let runs = 0
      const app = answering(cache())
      return app.get('/*', (c) => c.set('Cache-Control', 'max-age=60').vary('Accept').sendString(`${++runs}`))
    },
    steps: [
      ['/demo', {}, 200, {}, '1'],
      ['/demo', {}, 200, {}, '1'],
      ['/demo?foo=bar', {}, 200, {}, '2'],
      ['/a|b:c?x=1', {}, 200, {}, '3'],
      ['/a%7Cb:c?x=1', {}, 200, {}, '3'],
      [`/p?q=${'x'.repeat(300)}`, {}, 200, {}, '4'],
      [`/p?q=${'x'.repeat(299)}y`, {}, 200, {}, '5'],
      [`/p?q=${'x'.repeat(300)}`, {}, 200, {}, '4'],
      ['/demo', { headers: { accept: 'text/html' } }, 200, {}, '6'],
      ['/demo', { headers: { accept: 'a|b:c' } }, 200, {}, '7'],
      ['/demo', { headers: { accept: '' } }, 200, {}, '8'],
      ['/demo', { headers: { accept: 'text/html' } }, 200, {}, '6'],
      ['/demo', {}, 200, {}, '1'],
      // Another header is not in Vary.
      ['/demo', { headers: { cookie: 'sid=abc123' } }, 200, {}, '1'],
    ],
  },
  {
    name: 'favicon: Middleware_Favicon, Custom_Favicon_Data, Next',
    app: () => answering(favicon()).get('/', (c) => c.sendString('')),
    steps: [
      ['/', {}, 200],
      ['/favicon.ico', {}, 204],
      ['/favicon.ico', { method: 'OPTIONS' }, 200],
      ['/favicon.ico', { method: 'PUT' }, 405, { allow: 'GET, HEAD, OPTIONS' }],
    ],
  },
  ...[false, true].map(
    (strictRouting): FiberTable => ({
      name: `healthcheck: ${strictRouting ? 'Strict_Routing_Default' : 'Default'}, Head`,
      app: () =>
        new App({ ...quiet, strictRouting })
          .get('/livez', livez())
          .get('/readyz', readyz())
          .get('/startupz', startupz())
          .get('/away', readyz({ probe: () => false })),
      steps: [
        ...['/livez', '/readyz', '/startupz'].flatMap((path): readonly Step[] => [
          [path, {}, 200, {}, 'OK'],
          [path, { method: 'HEAD' }, 200, {}, ''],
          [`${path}/`, {}, strictRouting ? 404 : 200],
          [`/notDefined${path}`, {}, 404],
        ]),
        ['/away', {}, 503],
        ['/away', { method: 'HEAD' }, 503, {}, ''],
      ],
    }),
  ),
  {
    name: 'requestid: RequestID, isValidRequestID, CustomGenerator',
    app: () =>
      answering(requestId({ trust: true, generator: () => 'clean-generated-id' })).get('/', (c) =>
        c.sendString(''),
      ),
    steps: [
      ['/', {}, 200, { 'x-request-id': 'clean-generated-id' }],
      [
        '/',
        { headers: { 'x-request-id': 'request-id-09AZaz~' } },
        200,
        { 'x-request-id': 'request-id-09AZaz~' },
      ],
      ['/', { headers: { 'x-request-id': 'é' } }, 200, { 'x-request-id': 'clean-generated-id' }],
      ['/', { headers: { 'x-request-id': 'a\tb' } }, 200, { 'x-request-id': 'clean-generated-id' }],
    ],
  },
  {
    name: 'rewrite: New, Rewrite, StartAnchor',
    app: () => {
      const app = answering(
        rewrite({ '/old': '/new', '/users/*/orders/*': '/user/$1/order/$2', '/users/*': '/u/$1' }),
      )
      app.get('/new', (c) => c.sendString('Rewrite Successful'))
      app.get('/user/:user/order/:order', (c) => c.sendString(`${c.params('user')} ${c.params('order')}`))
      app.get('/u/:id', (c) => c.sendString(`rewritten:${c.params('id')}`))
      return app.get('/api/users/:id', (c) => c.sendString(`api:${c.params('id')}`))
    },
    steps: [
      ['/old', {}, 200, {}, 'Rewrite Successful'],
      ['/users/123/orders/456', {}, 200, {}, '123 456'],
      ['/not-matching-any-rule', {}, 404],
      ['/users/1', {}, 200, {}, 'rewritten:1'],
      ['/api/users/1', {}, 200, {}, 'api:1'],
    ],
  },
  {
    name: 'earlydata: EarlyData of an untrusted client',
    app: () => answering(earlyData()).all('/', (c) => c.sendString('')),
    steps: [
      ['/', { method: 'GET' }, 200],
      ['/', { method: 'POST' }, 200],
      ['/', { method: 'POST', headers: { 'early-data': '1' } }, 425],
    ],
  },
  {
    name: 'hostauthorization: NormalizeHost, AllowedHost, SubdomainWildcard, IDN',
    app: () => {
      const allowedHosts = ['example.com', '*.wild.example.com', '192.168.1.1', 'xn--mnchen-3ya.example.com']
      return answering(hostAuthorization({ allowedHosts })).get('/', (c) => c.sendString('OK'))
    },
    steps: [
      ['/', { headers: { host: 'example.com' } }, 200, {}, 'OK'],
      ['/', { headers: { host: 'EXAMPLE.COM' } }, 200],
      ['/', { headers: { host: 'example.com:8080' } }, 200],
      ['/', { headers: { host: 'EXAMPLE.COM:8080' } }, 200],
      ['/', { headers: { host: '192.168.1.1:8080' } }, 200],
      ['/', { headers: { host: 'a.wild.example.com' } }, 200],
      ['/', { headers: { host: 'a.b.wild.example.com' } }, 200],
      ['/', { headers: { host: 'wild.example.com' } }, 403],
      ['/', { headers: { host: 'xn--mnchen-3ya.example.com' } }, 200],
      ['/', { headers: { host: 'evil.com' } }, 403],
      ['/', { headers: { host: 'example.com.evil.com' } }, 403],
      ['/', { headers: { host: 'evilexample.com' } }, 403],
    ],
  },
  {
    name: 'timeout: Success, ImmediateReturn, CustomError',
    app: () => {
      const app = answering(timeout(60_000)).get('/fast', async (c) => c.sendString('OK'))
      app.get('/at-once', (c) => c.sendString('Immediate'))
      return app.get('/error', () => {
        throw new HttpError(409)
      })
    },
    steps: [
      ['/fast', {}, 200, {}, 'OK'],
      ['/at-once', {}, 200, {}, 'Immediate'],
      ['/error', {}, 409],
    ],
  },
  {
    name: 'cors: Headers_BasedOnRequestType',
    app: () => answering(cors()).all('/', (c) => c.sendString('')),
    steps: methods.flatMap((method): readonly Step[] => [
      ['/', { method }, 200, { 'access-control-allow-methods': '' }],
      [
        '/',
        preflight(method),
        204,
        { 'access-control-allow-origin': '*', 'access-control-allow-headers': '' },
      ],
      [
        '/',
        preflight(method, { 'access-control-request-headers': 'X-Custom-Header' }),
        204,
        { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'X-Custom-Header' },
      ],
      [
        '/',
        { method, headers: { origin: 'http://example.com' } },
        200,
        { 'access-control-allow-origin': '*', 'access-control-allow-methods': '' },
      ],
    ]),
  },
  {
    name: 'cors: AllowPrivateNetwork',
    app: () => answering(cors({ allowPrivateNetwork: true })).all('/', (c) => c.sendString('')),
    steps: [
      [
        '/',
        preflight('GET', { 'access-control-request-private-network': 'true' }),
        204,
        { 'access-control-allow-private-network': 'true' },
      ],
      ['/', preflight('GET'), 204, { 'access-control-allow-private-network': '' }],
      [
        '/',
        { headers: { origin: 'https://example.com', 'access-control-request-private-network': 'true' } },
        200,
        { 'access-control-allow-private-network': '' },
      ],
    ],
  },
]

/** Of proxy: IsBlockedIP. */
export const privateAddresses: readonly (readonly [address: string, isPrivate: boolean])[] = [
  ['127.0.0.1', true],
  ['::1', true],
  ['0.0.0.0', true],
  ['10.0.0.1', true],
  ['172.16.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['224.0.0.1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['::127.0.0.1', true],
  ['::10.0.0.1', true],
  ['64:ff9b::7f00:1', true],
  ['64:ff9b::a00:1', true],
  ['64:ff9b::a9fe:a9fe', true],
  ['64:ff9b:1::a9fe:a9fe', true],
  ['64:ff9b:1::a00:1', true],
  ['64:ff9b:1::808:808', true],
  ['2002:a9fe:a9fe::', true],
  ['2002:a00:1::', true],
  ['2002:7f00:1::', true],
  ['2002:808:808::', true],
  ['2001::5601:5601', true],
  ['2001::f5ff:fffe', true],
  ['2001:0:a00:1::', true],
  ['2001::808:808', true],
  ['2001:db8::5efe:a9fe:a9fe', true],
  ['2001:db8::200:5efe:a00:1', true],
  ['2606:4700::5efe:a9fe:a9fe', true],
  ['2606:4700::200:5efe:a00:1', true],
  ['::ffff:0:7f00:1', true],
  ['::ffff:0:a00:1', true],
  ['::ffff:0:a9fe:a9fe', true],
  ['8.8.8.8', false],
  ['1.1.1.1', false],
  ['93.184.216.34', false],
  ['2606:4700:4700::1111', false],
]

/** Of static: PathTraversal. */
export const traversals: readonly string[] = [
  '/index.html..',
  '/style.css..',
  '/../index.html',
  '/../../index.html',
  '/../../../index.html',
  '//../index.html',
  '/..//index.html',
  '/..%2findex.html',
  '/%2e%2e/index.html',
  '/%2e%2e%2f%2e%2e/secret',
  '/%2e%2e/../index.html',
  '/..%2f..%2fsecret.json',
  '/./../index.html',
  '/././../index.html',
  '/../',
  '/../../',
  '/%252e%252e/index.html',
  '/%2e%2e%2F..%2f%2e%2e%2fWINDOWS',
  '/%2e%2e%2F..%2f%2e%2e%2f%2e%2e/secret',
  '/index.html%00.jpg',
  '/%00index.html',
  '/somefolder%00/something',
  '/%00/index.html',
  '/etc/passwd',
  '/etc/',
  '/..%2F..%2F..%2F..%2Fetc%2Fpasswd',
  '/somefolder/%2e%2e%2findex.html',
  '/somefolder/%2e%2e%2f%2e%2e%2findex.html',
  '/%5C..%5Cindex.html',
  '/%5c..%5c..%5cetc%5cpasswd',
  '/%255c..%255c..%255cetc%255cpasswd',
  '/..%5c..%5cetc%5cpasswd',
  '/%2e%2e%5c%2e%2e%5cetc%5cpasswd',
  '/%2e%2e%2f%2e%2e%5cetc%5cpasswd',
  '/%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/.%2e/.%2e/etc/passwd',
  '/..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/%2e%2e%2f%2e%2e%2fetc%2fshadow',
  '/%2e%2e/%2e%2e/var/log/auth.log',
  '/..%2f..%2fvar%2flog%2fauth.log',
  '/%2e%2e//%2e%2e//etc/passwd',
  '/..//..//etc/passwd',
  '/%2e%2e%2f%2e%2e%2f%2e%2e%2fproc%2fself%2fenviron',
  '/%2e%2e%2f%2e%2e%2f%2e%2e%2froot%2f.ssh%2fauthorized_keys',
]
