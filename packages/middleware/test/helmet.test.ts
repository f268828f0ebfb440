import { cspNonce, type HelmetOptions, helmet, helmetOverride, nonce } from '@ctxgen/middleware/helmet'
import { App, type Ctx, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

function appWith(options?: HelmetOptions): App {
  const app = new App({ onError: () => {} }).use(helmet(options))
  app.get('/', (c) => c.sendString(cspNonce(c)))
  return app.get('/refused', () => {
    throw new HttpError(403)
  })
}

/** Those of the library helmet 8.3.0, without HSTS, which it sends over HTTP as well. */
const usual: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const all = [
  ...Object.keys(usual),
  'strict-transport-security',
  'cross-origin-embedder-policy',
  'permissions-policy',
]

test('the defaults are those of the library helmet, on errors as well', () =>
  onEachServer(appWith, async (send, server) => {
    for (const path of ['/', '/refused', '/nowhere']) {
      const { headers } = await send(path)
      const sent = all.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
      assert.equal(Object.fromEntries(sent), usual, `${server} ${path}`)
    }
  }))

const secure: readonly (readonly [HelmetOptions, expected: string | undefined])[] = [
  [{}, 'max-age=31536000; includeSubDomains'],
  [{ strictTransportSecurity: false }, undefined],
  [{ strictTransportSecurity: { maxAge: 5.9, includeSubDomains: false } }, 'max-age=5'],
  [{ strictTransportSecurity: { maxAge: 0 } }, 'max-age=0; includeSubDomains'],
  [{ strictTransportSecurity: { preload: true } }, 'max-age=31536000; includeSubDomains; preload'],
]

for (const [options, expected] of secure) {
  test(`over HTTPS: ${JSON.stringify(options)}`, async () => {
    const answer = await appWith(options).fetch(new Request('https://localhost/'))
    assert.is(answer.headers.get('strict-transport-security') ?? undefined, expected)
  })
}

const rows: readonly (readonly [HelmetOptions, header: string, expected: string | undefined])[] = [
  [{ contentSecurityPolicy: false }, 'content-security-policy', undefined],
  [
    { contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } },
    'content-security-policy',
    "default-src 'none'",
  ],
  [
    { contentSecurityPolicy: { useDefaults: false, directives: { sandbox: [], 'img-src': 'data:' } } },
    'content-security-policy',
    'sandbox;img-src data:',
  ],
  [
    { contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: [(c) => c.hostname()] } } },
    'content-security-policy',
    'default-src localhost',
  ],
  [{ contentSecurityPolicy: { reportOnly: true } }, 'content-security-policy', undefined],
  [
    { contentSecurityPolicy: { reportOnly: true } },
    'content-security-policy-report-only',
    usual['content-security-policy'],
  ],
  [{ crossOriginEmbedderPolicy: 'require-corp' }, 'cross-origin-embedder-policy', 'require-corp'],
  [{ crossOriginOpenerPolicy: false }, 'cross-origin-opener-policy', undefined],
  [{ crossOriginResourcePolicy: 'cross-origin' }, 'cross-origin-resource-policy', 'cross-origin'],
  [{ originAgentCluster: false }, 'origin-agent-cluster', undefined],
  [
    { permissionsPolicy: { camera: [], geolocation: ['self', 'https://a.example'], fullscreen: ['*'] } },
    'permissions-policy',
    'camera=(), geolocation=(self "https://a.example"), fullscreen=*',
  ],
  [{ referrerPolicy: ['no-referrer', 'origin'] }, 'referrer-policy', 'no-referrer,origin'],
  [{ xFrameOptions: 'DENY' }, 'x-frame-options', 'DENY'],
  [{ xXssProtection: false }, 'x-xss-protection', undefined],
]

for (const [options, header, expected] of rows) {
  test(`${header}: ${JSON.stringify(options)}`, async () => {
    assert.is((await fetchSend(appWith(options))('/')).headers[header], expected)
  })
}

const wrong: readonly HelmetOptions[] = [
  { contentSecurityPolicy: { directives: { 'default src': [] } } },
  { contentSecurityPolicy: { directives: { defaultSrc: ['self'] } } },
  { contentSecurityPolicy: { directives: { defaultSrc: ['nonce-abc'] } } },
  { contentSecurityPolicy: { directives: { defaultSrc: ["'self'; script-src *"] } } },
  { contentSecurityPolicy: { directives: { defaultSrc: ["'self'"], 'default-src': [] } } },
  { contentSecurityPolicy: { useDefaults: false } },
  { permissionsPolicy: { 'a b': [] } },
  { referrerPolicy: 'nothing' },
  { strictTransportSecurity: { maxAge: -1 } },
  { strictTransportSecurity: { maxAge: Number.NaN } },
  { strictTransportSecurity: { maxAge: 10, preload: true } },
  { strictTransportSecurity: { includeSubDomains: false, preload: true } },
  { strictTransportSecurity: { maxAge: Number.POSITIVE_INFINITY } },
  { referrerPolicy: [] },
  { referrerPolicy: ['origin', 'origin'] },
  ...[
    'none',
    'self',
    'strict-dynamic',
    'report-sample',
    'inline-speculation-rules',
    'unsafe-inline',
    'unsafe-eval',
    'unsafe-hashes',
    'wasm-unsafe-eval',
    'nonce-a1',
    'sha256-a1',
    'sha384-a1',
    'sha512-a1',
    'a;b',
    'a,b',
    'a\r\nb',
    'é',
  ].map((source) => ({ contentSecurityPolicy: { directives: { 'script-src': ["'self'", source] } } })),
  ...['', 'x y', 'é', 'a_b', 'a;b'].map((name) => ({
    contentSecurityPolicy: { directives: { [name]: [] } },
  })),
]

/** Values that types keep out, but JavaScript does not. */
const untyped: readonly object[] = [
  'crossOriginEmbedderPolicy',
  'crossOriginOpenerPolicy',
  'crossOriginResourcePolicy',
  'xDnsPrefetchControl',
  'xFrameOptions',
  'xPermittedCrossDomainPolicies',
].flatMap((name) => [{ [name]: 'nonsense' }, { [name]: true }, { [name]: '' }])

for (const options of untyped) {
  test(`${JSON.stringify(options)} is refused at start, and where it overrides`, () => {
    assert.throws(() => helmet(options), /^helmet: /)
    assert.throws(() => helmetOverride(options), /^helmet: /)
  })
}

test('an option that is undefined has its default', async () => {
  const names: readonly (keyof HelmetOptions)[] = [
    'contentSecurityPolicy',
    'crossOriginOpenerPolicy',
    'crossOriginResourcePolicy',
    'originAgentCluster',
    'referrerPolicy',
    'xContentTypeOptions',
    'xDnsPrefetchControl',
    'xDownloadOptions',
    'xFrameOptions',
    'xPermittedCrossDomainPolicies',
    'xXssProtection',
  ]
  const { headers } = await fetchSend(appWith(Object.fromEntries(names.map((name) => [name, undefined]))))(
    '/',
  )
  for (const [name, value] of Object.entries(usual)) assert.is(headers[name], value, name)
})

test('a source of a request cannot add a directive', async () => {
  const directives = { scriptSrc: [(c: Ctx) => c.query('from')] }
  const send = fetchSend(appWith({ contentSecurityPolicy: { directives } }))
  assert.match(
    (await send('/?from=a.example')).headers['content-security-policy'] ?? '',
    'script-src a.example;',
  )
  for (const from of ['a;script-src-elem%20*', 'a,b', 'self', '', '%0D%0AX-A:%201']) {
    const { status, headers } = await send(`/?from=${from}`)
    assert.equal([status, headers['x-a']], [500, undefined], from)
  }
})

for (const options of wrong) {
  test(`${JSON.stringify(options)} is refused at start`, () => {
    assert.throws(() => helmet(options), /^helmet: /)
  })
}

test('a nonce is in the policy and in views, and differs between requests', async () => {
  const scriptSrc = ["'strict-dynamic'", nonce]
  const views = { render: (_: string, data: Readonly<Record<string, unknown>>) => `${data['cspNonce']}` }
  const app = new App({ views }).use(helmet({ contentSecurityPolicy: { directives: { scriptSrc } } }))
  app.get('/', (c) => c.render('page'))
  const send = fetchSend(app)
  const seen = new Set<string>()
  for (const path of ['/', '/']) {
    const { headers, body } = await send(path)
    assert.match(body, /^[A-Za-z\d+/]{22}==$/)
    assert.match(headers['content-security-policy'] ?? '', `script-src 'strict-dynamic' 'nonce-${body}';`)
    seen.add(body)
  }
  assert.is(seen.size, 2)
})

test('a route overrides single headers, and removes some', async () => {
  const app = appWith({ contentSecurityPolicy: { directives: { imgSrc: ['https:'] } } })
  const embed = helmetOverride({ xFrameOptions: false, crossOriginResourcePolicy: 'cross-origin' })
  app.get('/embed', embed, (c) => c.sendString('framed'))
  app.get('/open', helmetOverride({ contentSecurityPolicy: false }), (c) => c.sendString('open'))
  const send = fetchSend(app)
  const { headers } = await send('/embed')
  assert.is(headers['x-frame-options'], undefined)
  assert.is(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.match(headers['content-security-policy'] ?? '', 'img-src https:')
  assert.is((await send('/open')).headers['content-security-policy'], undefined)
})

test.run()
