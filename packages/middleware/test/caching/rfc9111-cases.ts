/** A request of a case, and what its handler would answer. */
export interface Exchange {
  readonly method?: string
  readonly path?: string
  readonly asks?: Readonly<Record<string, string | readonly string[]>>
  readonly status?: number
  /** Numbers are dates, in seconds from now. */
  readonly says?: Readonly<Record<string, string | number | readonly string[]>>
  /** Seconds that pass before it. */
  readonly after?: number
  /** Whether the cache answers. Default: not checked. */
  readonly isHit?: boolean
  readonly sent?: number
  /** Header lines of the answer; `undefined` for one that is absent. */
  readonly has?: Readonly<Record<string, string | undefined>>
}

export interface Case {
  readonly name: string
  readonly exchanges: readonly Exchange[]
}

type Headers = NonNullable<Exchange['says']>

/** An answer, and three seconds later the same request. */
function twice(name: string, says: Headers, isHit: boolean, more: Exchange = {}): Case {
  return {
    name,
    exchanges: [
      { ...more, says },
      { after: 3, isHit, ...more },
    ],
  }
}

function control(value: string | readonly string[], isHit: boolean): Case {
  return twice(`Cache-Control: ${value}`, { 'Cache-Control': value }, isHit)
}

const fresh = { 'Cache-Control': 'max-age=100000', Date: 0 }

function age(value: string | readonly string[], isHit: boolean): Case {
  return twice(`Age: ${value}`, { 'Cache-Control': 'max-age=3600', Age: value }, isHit)
}

function expires(value: string | readonly string[], isHit: boolean): Case {
  return twice(`Expires: ${value}`, { Expires: value, Date: 0 }, isHit)
}

type Asked = NonNullable<Exchange['asks']>

function vary(value: string | readonly string[], first: Asked, second: Asked, isHit: boolean): Case {
  const says = { 'Cache-Control': 'max-age=5000', Vary: value }
  const name = `Vary: ${value}, ${JSON.stringify(first)}, then ${JSON.stringify(second)}`
  return {
    name,
    exchanges: [
      { asks: first, says },
      { asks: second, isHit },
    ],
  }
}

function asking(asks: Asked, says: Headers, isHit: boolean): Case {
  const name = `a request with ${JSON.stringify(asks)} after ${JSON.stringify(says)}`
  return { name, exchanges: [{ says }, { after: 3, asks, isHit }] }
}

function conditional(asks: Asked, says: Headers): Case {
  const exchanges = [{ says: { ...fresh, ...says } }, { after: 3, asks, isHit: true, sent: 304 }]
  return { name: `${JSON.stringify(asks)} for ${JSON.stringify(says)}`, exchanges }
}

function invalidating(method: string, status: number, isHit: boolean): Case {
  const exchanges = [{ says: fresh }, { method, status, isHit: false }, { isHit }]
  return { name: `${method} that answers ${status}`, exchanges }
}

function moved(method: string, header: string, to: string, isHit: boolean): Case {
  return {
    name: `${method} with ${header}: ${to}`,
    exchanges: [
      { path: '/other', says: fresh },
      { method, says: { [header]: to } },
      { path: '/other', isHit },
    ],
  }
}

/**
 * The demands of the public suite https://cache-tests.fyi on a shared cache, but for abilities that this one lacks: it
 * revalidates nothing at an origin, keeps no parts, guesses no times, and ignores CDN-Cache-Control.
 */
export const cases: readonly Case[] = [
  twice('an answer that says nothing', {}, false),
  control('max-age=3600', true),
  control('max-age=2', false),
  control('max-age=0', false),
  control('max-age=2147483647', true),
  control('max-age=2147483648', true),
  control('max-age=99999999999', true),
  control('max-age=-3600', false),
  control('MaX-aGe=3600', true),
  control('foobar, max-age=3600', true),
  control('s-maxage=3600', true),
  control('max-age=3600, s-maxage=1', false),
  control('s-maxage=1, max-age=3600', false),
  control(['max-age=3600', 's-maxage=1'], false),
  control('max-age=1, s-maxage=3600', true),
  control('max-age=1800, max-age=1', true),
  control(['max-age=1', 'max-age=1800'], false),
  control('extension="max-age=3600", max-age=1', false),
  control('max-age=1, extension="max-age=3600"', false),
  control('extension="\\", max-age=3600"', false),
  control('extension="max-age=3600', false),
  control('max-age =3600', false),
  control('max-age= 3600', false),
  control('max-age=003600', true),
  control("max-age='3600'", false),
  control('max-age=3600.5', false),
  control('max-age=a3600', false),
  control('max-age=3600a', false),
  control('private, max-age=3600', false),
  control('private="x-a", max-age=3600', false),
  control('no-store', false),
  control('max-age=10000, No-StOrE', false),
  control('max-age=10000, no-cache', false),
  control('max-age=10000, No-CaChE', false),
  control(['no-cache="a"', 'max-age=3600'], false),
  control('max-age=10000, must-revalidate', true),
  control('max-age=10000, immutable', true),
  {
    name: 'stale-while-revalidate',
    exchanges: [
      { says: { 'Cache-Control': 'max-age=1, stale-while-revalidate=3600' } },
      // The request for a new answer has run the handler.
      { after: 3, has: { age: '3' } },
    ],
  },
  control('max-age=1, stale-while-revalidate=1', false),
  control('max-age=2, must-revalidate, stale-while-revalidate=3600', false),
  control('max-age=2, proxy-revalidate, stale-while-revalidate=3600', false),
  control('max-age=2, s-maxage=2, stale-while-revalidate=3600', false),

  twice('max-age over an old Expires', { 'Cache-Control': 'max-age=3600', Expires: -7200 }, true),
  twice('max-age=0 over Expires', { 'Cache-Control': 'max-age=0', Expires: 3600 }, false),
  twice('max-age over an invalid Expires', { 'Cache-Control': 'max-age=3600', Expires: '0' }, true),
  twice('s-maxage over Expires', { 'Cache-Control': 'max-age=0, s-maxage=3600', Expires: -10 }, true),
  twice('max-age of an old answer', { 'Cache-Control': 'max-age=3600', Date: -7200 }, false),
  twice('no-store beside Expires', { 'Cache-Control': 'no-store', Expires: 10_000 }, false),
  twice('Expires ahead', { Expires: 2_592_000, Date: 0 }, true),
  twice('Expires behind', { Expires: -2_592_000, Date: 0 }, false),
  twice('Expires now', { Expires: 0, Date: 0 }, false),
  twice('Expires before Date, both ahead', { Expires: 300, Date: 400 }, false),
  twice('Expires beside an invalid Date', { Expires: 10, Date: 'foo' }, true),
  twice('an Age past Expires, and a slow Date', { Expires: 10, Date: -10, Age: '25' }, false),
  twice('an Age past Expires, and a fast Date', { Expires: 20, Date: 10, Age: '15' }, false),
  expires('0', false),
  expires('Tue, 19 Jan 2038 14:14:08 GMT', true),
  expires('Sun, 21 Nov 2286 04:46:39 GMT', true),
  expires('Thursday, 18-Aug-50 02:01:18 GMT', true),
  expires('Thu Aug 18 02:01:18 2050', true),
  expires('THU, 18 Aug 2050 02:01:18 GMT', true),
  expires('Thu, 18 AUG 2050 02:01:18 GMT', true),
  expires('Thu, 18 Aug 2050 02:01:18 gMT', true),
  expires('Thu, 18 Aug 2050 02:01:18 UTC', false),
  expires('Thu, 18 Aug 2050 02:01:18 AEST', false),
  expires('Thu, 18 Aug 50 02:01:18 GMT', false),
  expires('Thu 18 Aug 2050 02:01:18 GMT', false),
  expires('Thu, 18  Aug  2050 02:01:18 GMT', false),
  expires('Thu, 18-Aug-2050 02:01:18 GMT', false),
  expires('Thu, 18 Aug 2050 02.01.18 GMT', false),
  expires('Thu, 18 Aug 2050 2:01:18 GMT', false),
  expires(['Thu, 18 Aug 2050 02:01:18 GMT', 'Thu, 18 Aug 2050 02:01:19 GMT'], false),

  age('7200', false),
  age('abc', true),
  age('-7200', true),
  age('7200.0', true),
  age('2147483647', false),
  age('2147483648', false),
  age('2147483649', false),
  age('99999999999999999999', false),
  age('7200, 0', false),
  age('0, 7200', true),
  age(['7200', '0'], false),
  age(['0', '7200'], true),
  age('0, 0', true),
  age('3000, 3000', true),
  age('7200;foo=bar', false),
  { name: 'Age is made', exchanges: [{ says: fresh }, { after: 3, isHit: true, has: { age: '3' } }] },
  {
    name: 'Age goes on from that of the answer',
    exchanges: [
      { says: { ...fresh, Age: '30' } },
      { after: 3, isHit: true, has: { age: '33' } },
      { after: 3, isHit: true, has: { age: '36' } },
    ],
  },
  {
    name: 'Age of an answer with Expires goes on, too',
    exchanges: [
      { says: { Expires: 2_592_000, Date: 0, Age: '30' } },
      { after: 3, isHit: true, has: { age: '33' } },
    ],
  },
  twice('204', fresh, true, { status: 204 }),
  ...[200, 203, 301, 308, 404, 410].map((status) => twice(`${status}`, fresh, true, { status })),
  ...[206, 302, 303, 307, 400, 500, 503].map((status) => twice(`${status}`, fresh, false, { status })),
  twice('must-understand of an unknown status', fresh, false, { status: 599 }),
  twice('Set-Cookie', { ...fresh, 'Set-Cookie': 'a=b' }, false),
  twice('Pragma of an answer', { 'Cache-Control': 'max-age=3600', Pragma: 'no-cache' }, true),
  {
    name: 'what Connection names is not kept',
    exchanges: [
      { says: { ...fresh, Connection: 'x-a, X-B', 'X-A': '1', 'X-B': '2', 'X-C': '3' } },
      { isHit: true, has: { 'x-a': undefined, 'x-b': undefined, 'x-c': '3' } },
    ],
  },
  {
    name: 'a later answer with no-store takes none away',
    exchanges: [
      { says: { ...fresh, 'X-A': '1' } },
      { after: 3, says: { 'Cache-Control': 'no-store', 'X-A': '2' }, isHit: true, has: { 'x-a': '1' } },
    ],
  },
  {
    name: 'another query is another page',
    exchanges: [
      { path: '/?a=1', says: fresh },
      { path: '/?a=2', isHit: false },
      { path: '/?a=1', isHit: true },
    ],
  },
  {
    name: 'a cookie of the request does not count',
    exchanges: [{ says: fresh }, { asks: { Cookie: 'a=b' }, isHit: true }],
  },

  asking({ 'Cache-Control': 'max-age=0' }, { 'Cache-Control': 'max-age=3600' }, false),
  asking({ 'Cache-Control': 'max-age=1' }, { 'Cache-Control': 'max-age=3600' }, false),
  asking({ 'Cache-Control': 'max-age=600' }, { 'Cache-Control': 'max-age=3600', Age: '1800' }, false),
  asking({ 'Cache-Control': 'min-fresh=2000' }, { 'Cache-Control': 'max-age=1500' }, false),
  asking({ 'Cache-Control': 'min-fresh=1000' }, { 'Cache-Control': 'max-age=1500', Age: '1000' }, false),
  asking({ 'Cache-Control': 'no-cache' }, { 'Cache-Control': 'max-age=3600' }, false),
  asking({ 'Cache-Control': 'no-store' }, { 'Cache-Control': 'max-age=3600' }, false),
  asking({ Pragma: 'no-cache' }, fresh, false),
  asking({ Pragma: 'unknown' }, fresh, true),
  {
    name: 'only-if-cached without an answer',
    exchanges: [{ asks: { 'Cache-Control': 'only-if-cached' }, isHit: true, sent: 504 }],
  },

  vary('Foo', { Foo: '1' }, { Foo: '1' }, true),
  vary('Foo', { Foo: '1' }, { Foo: '2' }, false),
  vary('Foo', {}, { Foo: '1' }, false),
  vary('Foo', { Foo: '1' }, {}, false),
  vary('Foo', { Foo: '1', Other: '2' }, { Foo: '1', Other: '3' }, true),
  vary('Foo, Bar', { Foo: '1', Bar: 'a' }, { Foo: '1', Bar: 'a' }, true),
  vary('Foo, Bar', { Foo: '1', Bar: 'a' }, { Foo: '2', Bar: 'a' }, false),
  vary('Foo, Bar', { Foo: '1', Bar: 'a' }, {}, false),
  vary('Foo, Bar, Baz', { Foo: '1', Baz: '7' }, { Foo: '1', Baz: '7' }, true),
  vary('Foo, Bar, Baz', { Foo: '1', Bar: 'a', Baz: '7' }, { Foo: '1', Baz: '7', Bar: 'b' }, false),
  vary('Foo', { Foo: '1, 2' }, { Foo: ['1', '2'] }, true),
  vary('*', {}, {}, false),
  vary('*, *', {}, {}, false),
  vary(['*', '*'], {}, {}, false),
  vary(', *', {}, {}, false),
  vary(['', '*'], {}, {}, false),
  vary('*, Foo', {}, {}, false),
  vary('Foo, *', {}, {}, false),
  {
    name: 'another variant takes none away',
    exchanges: [
      { asks: { Foo: '1' }, says: { ...fresh, Vary: 'Foo' } },
      { asks: { Foo: '2' }, says: { ...fresh, Vary: 'Foo' }, isHit: false },
      { asks: { Foo: '1' }, isHit: true },
    ],
  },

  conditional(
    { 'If-Modified-Since': 'Thu, 18 Aug 2022 02:01:18 GMT' },
    { 'Last-Modified': 'Thu, 18 Aug 2022 02:01:18 GMT' },
  ),
  conditional(
    { 'If-Modified-Since': 'Thursday, 18-Aug-22 02:01:18 GMT' },
    { 'Last-Modified': 'Thu, 18 Aug 2022 02:01:18 GMT' },
  ),
  conditional(
    { 'If-Modified-Since': 'Thu, 18 Aug 2022 03:00:00 GMT' },
    { 'Last-Modified': 'Thu, 18 Aug 2022 02:01:18 GMT' },
  ),
  conditional({ 'If-None-Match': '"abc"' }, { ETag: '"abc"' }),
  conditional({ 'If-None-Match': 'W/"abc"' }, { ETag: 'W/"abc"' }),
  conditional({ 'If-None-Match': '"abc", "1", "2"' }, { ETag: '"abc"' }),
  conditional({ 'If-None-Match': '"1", "2", "abc"' }, { ETag: '"abc"' }),
  conditional(
    { 'If-None-Match': '"abc"', 'If-Modified-Since': 'Thu, 18 Aug 2000 02:01:18 GMT' },
    { ETag: '"abc"', 'Last-Modified': 'Thu, 18 Aug 2022 02:01:18 GMT' },
  ),

  ...['POST', 'PUT', 'DELETE', 'M-SEARCH'].flatMap((method) => [
    invalidating(method, 200, false),
    invalidating(method, 500, true),
    moved(method, 'Location', '/other', false),
    moved(method, 'Content-Location', 'other', false),
    moved(method, 'Location', 'http://elsewhere.example/other', true),
  ]),

  twice('a request with Authorization', fresh, false, { asks: { Authorization: 'a' } }),
  ...['max-age=3600, public', 'max-age=3600, must-revalidate', 's-maxage=3600'].map((value) =>
    twice(`Authorization and ${value}`, { 'Cache-Control': value }, true, { asks: { Authorization: 'a' } }),
  ),
  twice('Authorization and a quoted public', { 'Cache-Control': 'max-age=3600, a="public"' }, false, {
    asks: { Authorization: 'a' },
  }),
  twice(
    'Authorization and public in an open quote',
    { 'Cache-Control': 'max-age=3600, a=", public' },
    false,
    {
      asks: { Authorization: 'a' },
    },
  ),
]
