import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Cookie, type Ctx, type Handler } from '../../src/index.ts'
import { rawExchange } from '../support/raw-exchange.ts'
import { withApp } from '../support/serve.ts'

async function answer(handler: Handler): Promise<Response> {
  const app = new App()
  app.get('/', handler)
  return app.test('/')
}

const hostile = ['a\r\nX-Evil: 1', 'a\nX-Evil: 1', 'a\rX-Evil: 1', 'a\0', 'a\u560d\u560aX-Evil: 1']

test('a setter throws for a value with a line break and changes nothing', async () => {
  const setters: readonly ((c: Ctx, text: string) => unknown)[] = [
    (c, text) => c.set('X-A', text),
    (c, text) => c.set(text, 'a'),
    (c, text) => c.append('X-A', 'ok', text),
    (c, text) => c.append('Set-Cookie', text),
    (c, text) => c.vary(text),
    (c, text) => c.links('/ok', text),
    (c, text) => c.type('html', text),
    (c, text) => c.cookie({ name: text, value: 'a' }),
    (c, text) => c.cookie({ name: 'a', value: 'b', path: text }),
    (c, text) => c.cookie({ name: 'a', value: 'b', domain: text }),
    (c, text) => c.clearCookie(text),
    (c, text) => c.clearCookie({ name: 'a', path: text }),
    (c, text) => c.clearCookie({ name: 'a', domain: text }),
    (c, text) => c.json({}, text),
  ]
  for (const [i, setter] of setters.entries()) {
    for (const text of hostile) {
      await answer((c) => {
        assert.throws(() => setter(c, text), TypeError, `${i}: ${JSON.stringify(text)}`)
        assert.equal(c.getRespHeaders(), Object.create(null), `${i}: ${JSON.stringify(text)}`)
      })
    }
  }
})

test('URLs in headers: control characters throw, non-ASCII is encoded', async () => {
  for (const text of hostile.slice(0, 4)) {
    await answer((c) => {
      assert.throws(() => c.location(text), TypeError)
      assert.throws(() => c.redirect().to(text), TypeError)
      assert.throws(() => c.links(text, 'next'), TypeError)
      return assert.throws(() => c.status(101), RangeError)
    })
  }
  const response = await answer((c) => c.links('/a b>x', 'next').location('/ü?q=%20 x'))
  assert.is(response.headers.get('link'), '</a%20b%3Ex>; rel="next"')
  assert.is(response.headers.get('location'), '/%C3%BC?q=%20%20x')
})

test('file names lose their control characters', async () => {
  const names: Readonly<Record<string, string>> = {
    'a\r\nX-Evil: 1.txt': 'attachment; filename="aX-Evil: 1.txt"',
    '../../etc/passwd': 'attachment; filename="passwd"',
    '..': 'attachment; filename="download"',
    '  . ': 'attachment; filename="download"',
    'a"; filename="evil.exe': 'attachment; filename="a\\"; filename=\\"evil.exe"',
    "it's (1)*.txt": 'attachment; filename="it\'s (1)*.txt"',
    'x\ud800.txt': 'attachment; filename="x?.txt"; filename*=UTF-8\'\'x%EF%BF%BD.txt',
    "é'(*).txt": "attachment; filename=\"?'(*).txt\"; filename*=UTF-8''%C3%A9%27%28%2A%29.txt",
  }
  for (const [name, header] of Object.entries(names)) {
    const response = await answer((c) => c.attachment(name))
    assert.is(response.headers.get('content-disposition'), header)
  }
})

test('cookies: the line of each kind', async () => {
  const lines: readonly (readonly [Cookie, string])[] = [
    [{ name: 'a', value: 'b' }, 'a=b; Path=/; SameSite=Lax'],
    [{ name: 'a', value: 'x y;z' }, 'a=x%20y%3Bz; Path=/; SameSite=Lax'],
    [{ name: 'a', value: 'YWI=+/' }, 'a=YWI=+/; Path=/; SameSite=Lax'],
    [{ name: 'a', maxAge: -5 }, 'a=; Max-Age=0; Path=/; SameSite=Lax'],
    [
      {
        name: 'a',
        value: 'b',
        maxAge: 60,
        expires: new Date(0),
        domain: 'x.org',
        httpOnly: true,
        secure: true,
      },
      'a=b; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Domain=x.org; Path=/; HttpOnly; Secure; SameSite=Lax',
    ],
    [
      { name: 'a', value: 'b', sameSite: 'none', partitioned: true },
      'a=b; Path=/; Secure; SameSite=None; Partitioned',
    ],
    [{ name: 'a', value: 'b', sameSite: 'disabled', sessionOnly: true, maxAge: 9 }, 'a=b; Path=/'],
    [{ name: '__Host-a', value: 'b' }, '__Host-a=b; Path=/; Secure; SameSite=Lax'],
  ]
  for (const [cookie, line] of lines) {
    const response = await answer((c) => c.cookie(cookie))
    assert.equal(response.headers.getSetCookie(), [line])
  }
  const inherited: Cookie = Object.create(
    { domain: 'evil.example' },
    { name: { value: 'a', enumerable: true } },
  )
  assert.equal((await answer((c) => c.cookie(inherited))).headers.getSetCookie(), [
    'a=; Path=/; SameSite=Lax',
  ])
})

test('cookies: dates as browsers read them, domains as they look them up', async () => {
  const refused: readonly Cookie[] = [
    { name: 'a', expires: new Date(Number.NaN) },
    { name: 'a', expires: new Date('1600-12-31T23:59:59Z') },
    ...['123', '1.2.3', '1.2.3.256', 'a.1', '::1', `${'a.'.repeat(127)}bc`].map((domain) => ({
      name: 'a',
      domain,
    })),
  ]
  for (const cookie of refused) {
    await answer((c) => assert.throws(() => c.cookie(cookie), TypeError, JSON.stringify(cookie)))
  }
  const dates: Readonly<Record<string, string>> = {
    '1601-01-01T00:00:00Z': 'Mon, 01 Jan 1601 00:00:00 GMT',
    '9999-12-31T23:59:59.999Z': 'Fri, 31 Dec 9999 23:59:59 GMT',
    '+010000-01-01T00:00:00Z': 'Fri, 31 Dec 9999 23:59:59 GMT',
    '+275760-09-13T00:00:00Z': 'Fri, 31 Dec 9999 23:59:59 GMT',
  }
  for (const [date, written] of Object.entries(dates)) {
    const expires = new Date(date)
    const response = await answer((c) => c.cookie({ name: 'a', expires, domain: '127.0.0.1' }))
    const line = `a=; Expires=${written}; Domain=127.0.0.1; Path=/; SameSite=Lax`
    assert.equal(response.headers.getSetCookie(), [line], date)
    assert.is(expires.getTime(), Date.parse(date))
  }
})

test('cookies: one line each, the last of a name wins, clearing included', async () => {
  const app = new App()
  app.get('/', (c) =>
    c.cookie({ name: 'a', value: '1' }).cookie({ name: 'b', value: '2' }).cookie({ name: 'a', value: '3' }),
  )
  app.get('/clear', (c) => c.clearCookie())
  assert.equal((await app.test('/')).headers.getSetCookie(), [
    'b=2; Path=/; SameSite=Lax',
    'a=3; Path=/; SameSite=Lax',
  ])
  const cleared = await app.test('/clear', { headers: { cookie: 'x=1; y=2; b{d=3' } })
  const epoch = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
  assert.equal(cleared.headers.getSetCookie(), [`x=; ${epoch}; Path=/`, `y=; ${epoch}; Path=/`])
})

test('several lines of one name stay separate, and framing headers are ours', async () => {
  await withApp(
    {},
    (app) =>
      app.get('/', (c) => {
        c.cookie({ name: 'a', value: '1' }).cookie({ name: 'b', value: '2' })
        c.set('Content-Length', '1').set('Transfer-Encoding', 'chunked').sendString('whole')
      }),
    async ({ port }) => {
      const request = 'GET / HTTP/1.1\r\nHost: a\r\n'
      const text = await rawExchange(port, `${request}\r\n${request}Connection: close\r\n\r\n`)
      assert.is(text.split('Set-Cookie: ').length, 5)
      assert.is(text.split('\r\n\r\nwhole').length, 3)
      assert.not.match(text, 'chunked')
    },
  )
})

test('types: names, media types, and unknown ones', async () => {
  const types: Readonly<Record<string, string>> = {
    '.HTML': 'text/html; charset=utf-8',
    'archive.tar': 'application/x-tar',
    'application/ld+json': 'application/ld+json; charset=utf-8',
    'text/html; charset=latin1': 'text/html; charset=latin1',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    svg: 'image/svg+xml; charset=utf-8',
    constructor: 'application/octet-stream',
    '': 'application/octet-stream',
  }
  for (const [name, type] of Object.entries(types)) {
    assert.is((await answer((c) => c.type(name))).headers.get('content-type'), type, name)
  }
})

test('append() recognizes elements in one line, whatever whitespace surrounds them', async () => {
  const response = await answer((c) => {
    c.append('X-A', 'a, b').append('X-A', 'a, b', ' b ', 'a', ' ', ',').append('X-A', 'b, c')
  })
  assert.is(response.headers.get('x-a'), 'a, b, b, c')
})

test('a name with no usable characters becomes `download`', async () => {
  for (const name of ['', '.', '..', '/', ' \n']) {
    const response = await answer((c) => c.attachment(name))
    assert.is(response.headers.get('content-disposition'), 'attachment; filename="download"', name)
  }
})

test.run()
