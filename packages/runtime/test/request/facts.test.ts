import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig, type Ctx, HttpError } from '../../src/index.ts'
import { parseHttpDate } from '../../src/request/http-date.ts'
import type { Incoming } from '../../src/request/incoming.ts'

/** Serves one request without a server, and returns the status. */
function serve(app: App, incoming: Incoming): number {
  let status = 0
  const send = (_out: unknown, draft: { readonly status: number }): void => {
    status = draft.status
  }
  const ignore = (): void => {}
  app.serve(
    { send, drop: ignore, onClose: ignore, onEnd: ignore, sendEarlyHints: ignore },
    incoming,
    undefined,
  )
  return status
}

/** A handler's view of a request with these header lines. */
function read<T>(
  lines: readonly string[],
  get: (c: Ctx) => T,
  config: AppConfig = {},
  more: Partial<Incoming> = {},
): T {
  const values: T[] = []
  const app = new App(config)
  app.all('/*', (c) => values.push(get(c)))
  const rawHeaders = lines.includes('Host') ? lines : ['Host', 'example.com', ...lines]
  serve(app, { method: 'GET', url: '/', rawHeaders, socket: { remoteAddress: '10.0.0.1' }, ...more })
  const [value] = values
  if (values.length === 0 || value === undefined) throw new Error('no handler ran')
  return value
}

test('only spaces and tabs are trimmed', () => {
  // Another cookie to the browser that sent it, and to binders.
  const cookies = ['Cookie', '\u00a0sid=evil; sid=good']
  assert.is(
    read(cookies, (c) => c.cookies('sid')),
    'good',
  )
  assert.is(
    read(['Cookie', '\t sid \t=\t good '], (c) => c.cookies('sid')),
    'good',
  )
})

test('HTTP dates', () => {
  const same = Date.UTC(1994, 10, 6, 8, 49, 37)
  for (const text of [
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Sunday, 06-Nov-94 08:49:37 GMT',
    'Sun Nov  6 08:49:37 1994',
  ]) {
    assert.is(parseHttpDate(text), same, text)
  }
  for (const text of [
    '',
    'foo',
    '1994-11-06',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:37',
    'Sun, 06 Nov 1994 08:49:37 UTC',
  ]) {
    assert.is(parseHttpDate(text), undefined, text)
  }
})

test('host, hostname and subdomains', () => {
  const rows: [host: string, hostname: string, subdomains: string[]][] = [
    ['example.com:80', 'example.com', []],
    ['[::1]', '[::1]', []],
    ['[2001:db8::1]:8080', '[2001:db8::1]', []],
    ['2001:db8::1', '2001:db8::1', []],
    ['127.0.0.1:3000', '127.0.0.1', []],
    ['a.b.example.com.:80', 'a.b.example.com.', ['a', 'b']],
    ['Shop.EU.Example.COM', 'Shop.EU.Example.COM', ['shop', 'eu']],
    ['XN--Bcher-KVA.example.com:1', 'XN--Bcher-KVA.example.com', ['bücher']],
    ['xn--admin-.example.com', 'xn--admin-.example.com', ['xn--admin-']],
    ['localhost', 'localhost', []],
    ['', '', []],
  ]
  for (const [host, hostname, subdomains] of rows) {
    const got = read(['Host', host], (c) => [c.host(), c.hostname(), c.subdomains()])
    assert.equal(got, [host, hostname, subdomains], host)
  }
  assert.equal(
    read(['Host', 'a.b'], (c) => [c.subdomains(0), c.subdomains(1), c.subdomains(2), c.subdomains(-1)]),
    [['a', 'b'], ['a'], [], []],
  )
})

test('an invalid Host, and duplicates of single headers, are refused before any handler', () => {
  const app = new App()
  app.all('/*', () => assert.unreachable())
  const none = 'a b|a/b|a?b|a#b|u@a|a:80x|[::1|a"|a<b|a:b:c|:80|a%zz|[:::]|[1.2.3.4]|[]'
  for (const host of none.split('|')) {
    assert.is(serve(app, { url: '/', rawHeaders: ['Host', host], socket: {} }), 400, host)
  }
  for (const name of ['Host', 'Content-Type', 'authorization']) {
    const rawHeaders = ['Host', 'a', name, 'a', name.toUpperCase(), 'a']
    assert.is(serve(app, { url: '/', rawHeaders, socket: {} }), 400, name)
  }
})

const proxied = { trustProxy: true, trustProxyConfig: { proxies: ['10.0.0.1'] } }

test('forwarded host and scheme', () => {
  const scheme = (lines: string[], config: AppConfig = proxied): string =>
    read(lines, (c) => `${c.schema()} ${c.secure()}`, config)
  assert.is(scheme(['X-Forwarded-Proto', ' HTTPS , http']), 'https true')
  assert.is(scheme(['X-Forwarded-Protocol', 'https']), 'https true')
  assert.is(scheme(['X-Url-Scheme', 'https']), 'https true')
  assert.is(scheme(['X-Forwarded-Ssl', 'on']), 'https true')
  assert.is(scheme(['X-Forwarded-Proto', 'https', 'X-Url-Scheme', 'ftp']), 'https true')
  assert.is(scheme(['X-Forwarded-Proto', 'https', 'X-Url-Scheme', 'http']), 'http false')
  // Two lines equal one line with a comma: app.fetch() sees only that.
  assert.is(scheme(['X-Forwarded-Proto', 'https', 'X-Forwarded-Proto', 'http']), 'https true')
  assert.is(
    scheme(['X-Forwarded-Proto', 'https'], {}),
    'http false',
    'isProxyTrusted() is true, and still it does not count',
  )
  const host = (value: string): string => read(['X-Forwarded-Host', value], (c) => c.host(), proxied)
  assert.is(host('a.example:81, b'), 'a.example:81')
  for (const value of ['', ' ', 'a@b', 'a/b', 'a b', 'x:y:z']) assert.is(host(value), 'example.com', value)
  const tls = { socket: { remoteAddress: '10.0.0.1', encrypted: true } }
  assert.is(
    read(['X-Forwarded-Proto', 'http'], (c) => c.scheme(), proxied, tls),
    'https',
  )
})

function junk(element: string): [list: string, ip: string] {
  return [`6.6.6.6, ${element}`, '10.0.0.1']
}

test('ip()', () => {
  const ip = (value: string | undefined, config: AppConfig): string =>
    read(value === undefined ? [] : ['X-Forwarded-For', value], (c) => c.ip(), {
      proxyHeader: 'x-forwarded-for',
      ...config,
    })
  assert.is(ip('1.1.1.1', {}), '1.1.1.1', 'trustProxy off: the header is used')
  assert.is(ip('1.1.1.1', { trustProxy: true }), '10.0.0.1', 'nobody is trusted')
  assert.is(ip('junk, 1.1.1.1', proxied), 'junk, 1.1.1.1')
  assert.is(ip(undefined, proxied), '')
  const valid = { ...proxied, enableIPValidation: true }
  assert.is(ip('6.6.6.6, 2.2.2.2, 10.0.0.1', valid), '2.2.2.2')
  const rows: [list: string, ip: string][] = [
    ['6.6.6.6, 2.2.2.2:4711, 10.0.0.1', '2.2.2.2'],
    ['6.6.6.6, 2.2.2.2, 10.0.0.1:80', '2.2.2.2'],
    ['6.6.6.6, [2001:db8::9]:4711', '2001:db8::9'],
    ['6.6.6.6, [::ffff:2.2.2.2]:4711', '2.2.2.2'],
    ['6.6.6.6, ::ffff:2.2.2.2', '2.2.2.2'],
    ['6.6.6.6, ::ffff:202:202', '2.2.2.2'],
    ['6.6.6.6, 0:0:0:0:0:FFFF:2.2.2.2', '2.2.2.2'],
    ['2.2.2.2, ::ffff:10.0.0.1', '2.2.2.2'],
    ['2.2.2.2, ::ffff:a00:1', '2.2.2.2'],
    ['6.6.6.6, unknown, 10.0.0.1', '10.0.0.1'],
    ...['unknown', '_hidden', '2.2.2', '2.2.2.2:', '2.2.2.2:99999', '2.2.2.2:x', '2.2.2.2:80:80'].map(junk),
    ...[
      '[2.2.2.2]:80',
      '[::1',
      '[::1]',
      '[::1]:',
      '[::1]x:80',
      '[[::1]]:80',
      'fe80::1%eth0',
      '"2.2.2.2"',
    ].map(junk),
  ]
  for (const [list, expected] of rows) assert.is(ip(list, valid), expected, list)
  assert.is(ip(undefined, valid), '10.0.0.1')
  assert.is(ip('junk, 2.2.2.2, 3.3.3.3', { enableIPValidation: true }), '2.2.2.2')
  const zoned = { socket: { remoteAddress: 'fe80::1%eth0' } }
  assert.is(
    read([], (c) => c.ip(), {}, zoned),
    'fe80::1',
  )
  const mapped = { socket: { remoteAddress: '::ffff:127.0.0.1' } }
  assert.equal(
    read([], (c) => [c.ip(), c.isFromLocal()], {}, mapped),
    ['127.0.0.1', true],
  )
  assert.is(
    read([], (c) => c.isProxyTrusted(), { trustProxy: true, trustProxyConfig: { linkLocal: true } }, zoned),
    true,
  )
  assert.is(
    read(['X-Forwarded-For', '1.1.1.1', 'X-Forwarded-For', '2.2.2.2'], (c) => c.ips().join()),
    '1.1.1.1,2.2.2.2',
  )
  const mixed = ['X-Forwarded-For', '::ffff:1.1.1.1, 2.2.2.2:80, x, ::1, ::ffff:102:304']
  assert.equal(
    read(mixed, (c) => c.ips(), { enableIPValidation: true }),
    ['1.1.1.1', '::1', '1.2.3.4'],
  )
})

test('each app with a proxyHeader and no trustProxy warns once', () => {
  const warnings: string[] = []
  const { warn } = console
  console.warn = (text: string) => void warnings.push(text)
  try {
    for (const more of [{}, { trustProxy: false }]) {
      assert.is(
        read(['X-Real-IP', '1.1.1.1'], (c) => c.ip() + c.ip(), { proxyHeader: 'X-Real-IP', ...more }),
        '1.1.1.11.1.1.1',
      )
    }
    new App({ proxyHeader: 'X-Real-IP', trustProxy: true })
    new App({})
  } finally {
    console.warn = warn
  }
  assert.is(warnings.length, 2)
  for (const text of warnings) assert.match(text, /X-Real-IP.*trustProxy: true.*proxies/)
})

test('negotiation', () => {
  const accepts = (accept: string, ...offers: string[]): string =>
    read(['Accept', accept], (c) => c.accepts(...offers))
  assert.is(accepts('text/*, application/json', 'html', 'json'), 'json')
  assert.is(accepts('text/plain, text/plain;a=1', 'text/plain', 'text/plain;a=1'), 'text/plain;a=1')
  assert.is(accepts('text/*, text/html;q=0', 'html'), '')
  assert.is(accepts('text/html, text/*;q=0', 'html'), 'html')
  assert.is(accepts('*/html', 'html'), '')
  assert.is(accepts(' , ,', 'x'), 'x')
  assert.is(accepts('text/html;q=.5, text/plain;q=x', 'html', 'txt'), 'txt')
  assert.is(accepts('application/octet-stream', 'nope'), 'nope')
  const language = (range: string, ...tags: string[]): string =>
    read(['Accept-Language', range], (c) => c.acceptsLanguages(...tags))
  assert.equal(
    [language('en', 'en-US'), language('en-US', 'en'), language('en-*', 'en-US'), language('en_US', 'en_US')],
    ['en-US', '', '', ''],
  )
  assert.equal(
    [language('en, en-US;q=0', 'en-US', 'en-GB'), language('en, en-US;q=0', 'en-US')],
    ['en-GB', ''],
  )
  const extended = (range: string, ...tags: string[]): string =>
    read(['Accept-Language', range], (c) => c.acceptsLanguagesExtended(...tags))
  assert.equal(
    [
      extended('de-DE', 'de-Latn-DE'),
      extended('de-*-DE', 'de-x-DE'),
      extended('de-*-DE', 'de-a-DE'),
      extended('*-DE', 'de-DE'),
    ],
    ['de-Latn-DE', '', '', 'de-DE'],
  )
})

test('range() leaves status and headers alone unless nothing can be satisfied', () => {
  const range = (value: string, size: number): unknown =>
    read(['Range', value], (c) => {
      try {
        return c
          .range(size)
          .ranges.map(({ start, end }) => `${start}-${end}`)
          .join()
      } catch (error) {
        return error instanceof HttpError ? [error.status, c.getRespHeader('content-range')] : error
      }
    })
  assert.is(range('BYTES=0-0', 10), '0-0')
  assert.is(range('bytes=5-, -3, 0-100', 10), '5-9,7-9,0-9')
  assert.is(range('bytes\t= 0 - 1 ,2\t-, - 3', 10), '0-1,2-9,7-9')
  assert.equal(range('bytes=10-', 10), [416, 'bytes */10'])
  for (const value of [
    'bytes',
    'bytes=',
    'bytes=,',
    'bytes=-',
    'bytes= - ',
    'bytes=1 2-3',
    'byt es=0-1',
    'bytes=1-0',
    'bytes=a-b',
    'bytes=0--1',
    'bytes=0-1=2',
    'items=0-1',
    'bytes=9007199254740993-',
  ]) {
    assert.equal(range(value, 10), [400, ''], value)
  }
})

test('fresh() and tags with commas and backslashes', () => {
  const fresh = (list: string, etag: string): boolean =>
    read(['If-None-Match', list], (c) => c.set('ETag', etag).fresh())
  assert.is(fresh('"a\\", "b"', '"b"'), true)
  assert.is(fresh('"a,b"', '"a,b"'), true)
  assert.is(fresh('a', 'a'), false)
  assert.is(fresh('"a', '"a"'), false)
  assert.is(fresh('W/"a"', 'W/"a"'), true)
})

test.run()
