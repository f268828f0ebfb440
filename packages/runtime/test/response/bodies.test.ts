import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type AppConfig, type Ctx, type Handler, HttpError } from '../../src/index.ts'
import { etaViews } from '../../src/views.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function answer(handler: Handler, config: AppConfig = {}, init?: RequestInit): Promise<Response> {
  const app = new App(config)
  app.get('/', handler)
  return app.test('/', init)
}

test('XML: shapes, escapes and refused values', async () => {
  const texts: readonly (readonly [unknown, string])[] = [
    [{ user: { name: 'a<b>&"\'', n: 1n } }, '<user><name>a&lt;b&gt;&amp;"\'</name><n>1</n></user>'],
    [{ a: 1, b: [true, null, 2] }, '<root><a>1</a><b>true</b><b>2</b></root>'],
    [[1, { x: 2 }], '<root><item>1</item><item><x>2</x></item></root>'],
    [{ list: [[1, 2], []] }, '<root><list><item>1</item><item>2</item></list><list></list></root>'],
    [{ when: new Date(0) }, '<root><when>1970-01-01T00:00:00.000Z</when></root>'],
    [{ bytes: new Uint8Array([1, 2]) }, '<root><bytes>AQI=</bytes></root>'],
    [{ a: 'x\u0000\ud800\ry' }, '<root><a>x\ufffd\ufffd&#13;y</a></root>'],
    [{}, '<root></root>'],
    // An omitted value needs no element.
    [{ 'a b': null, c: undefined, d: 1 }, '<root><d>1</d></root>'],
    ['t', '<string>t</string>'],
    [5, '<number>5</number>'],
    [undefined, ''],
    [{ größe: 1 }, '<root><größe>1</größe></root>'],
  ]
  for (const [value, text] of texts) {
    assert.is(await (await answer((c) => c.xml(value))).text(), text)
  }
  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  assert.is((await answer((c) => c.xml(circle))).status, 500)
  for (const name of ['_', 'aª', 'a·b', 'ŝ-1.2', '中', '𐀀'])
    assert.is((await answer((c) => c.xml({ [name]: 1 }))).status, name === 'aª' ? 406 : 200, name)
  // A record's keys and the choice of XML may both be a client's, so this is no 500.
  for (const name of [
    'a b',
    'x><y',
    '',
    '1a',
    'ª',
    'º',
    'µ',
    'a:b',
    ':',
    'a×',
    '-a',
    'a\ud800',
    'a\u{f0000}',
  ])
    for (const send of [
      (c: Ctx) => c.xml({ [name]: 1 }),
      (c: Ctx) => c.autoFormat({ rows: [{ [name]: 1 }] }),
    ])
      assert.is(
        (await answer(send, {}, { headers: { accept: 'application/xml' } })).status,
        406,
        JSON.stringify(name),
      )
})

test('JSONP: only a member expression is a name', async () => {
  const names: Readonly<Record<string, string>> = {
    'a.b[0].c': 'a.b[0].c',
    'a[b.c[1]]': 'a[b.c[1]]',
    'alert(1)//': 'alert1',
    for: 'callback',
    'a[': 'callback',
    'a]': 'callback',
    'a[]': 'callback',
    'a.1': 'callback',
    '[0]': 'callback',
    ['a'.repeat(1000)]: 'callback',
  }
  for (const [given, used] of Object.entries(names)) {
    assert.is(await (await answer((c) => c.jsonp([], given))).text(), `${used}([]);`, given)
  }
})

test('writef formats its arguments, and keeps directives without one', async () => {
  const response = await answer((c) => {
    assert.is(c.writef('%s|%d|%v|%j|%%|%s|%x', 'é', 3.9, null, { a: 1 }), 25)
  })
  assert.is(await response.text(), 'é|3|null|{"a":1}|%|%s|%x')
})

test('writef knows the directives of Go, with flags, width and precision', async () => {
  const rows: readonly (readonly [string, readonly unknown[], string])[] = [
    ['%5d|%-5d|%05d|%+d', [42, 42, -42, 42], '   42|42   |-0042|+42'],
    ['%.2f|%8.3f|%+.1f|%f', [12.3456, -12.3456, 2, 1], '12.35| -12.346|+2.0|1.000000'],
    ['%e|%.1e', [12345.678, -0.00012], '1.234568e+04|-1.2e-04'],
    ['%x|%X|%o|%b|%04b', [255, 255n, 8, 5, 5], 'ff|FF|10|101|0101'],
    ['%x|%X', ['hé', Uint8Array.of(1, 171)], '68c3a9|01AB'],
    ['%6s|%-6s|%.2s|%c', ['äb', 'ab', '😀ßc', 0x1f600], '    äb|ab    |😀ß|😀'],
    ['%q|%t|%v', ['a "b"', false, [1, 'x']], '"a \\"b\\""|false|[1,"x"]'],
    ['%s|%s|%s', [new URL('http://a/b'), new TextEncoder().encode('é'), { a: 1 }], 'http://a/b|é|{"a":1}'],
    ['%v|%v', [undefined, Object.create(null)], 'undefined|{}'],
    ['%d|%d|%c|%c', ['12', 'x', -1, 'x'], '12|NaN|\ufffd|\ufffd'],
    ['100%|% d|%!|%y|%5%', [1], '100%|% d|%!|%y|%'],
    ['%s and no more', [1, 2], '1 and no more'],
    ['%9999999d', [1], '%9999999d'],
  ]
  for (const [format, args, text] of rows) {
    assert.is(await (await answer((c) => void c.writef(format, ...args))).text(), text, format)
  }
})

test('the argument of write() may be reused; a stream cannot be written to', async () => {
  const bytes = new TextEncoder().encode('abc')
  const response = await answer((c) => {
    c.write(bytes)
    bytes.fill(120)
    c.write(bytes)
    c.writeString('é')
    c.write(bytes)
  })
  assert.is(await response.text(), 'abcxxxéxxx')
  await answer((c) => {
    c.sendStream(['a'])
    assert.throws(() => c.writeString('b'), /stream/)
  })
})

test('the error handler begins with an empty body and the headers set so far', async () => {
  const config: AppConfig = {
    errorHandler: (c, err) => {
      c.writef('%s', err instanceof Error ? err.message : err)
    },
  }
  const response = await answer((c) => {
    c.set('X-Kept', '1').set('Content-Encoding', 'gzip').type('html').sendString('half an answer')
    throw new Error('why')
  }, config)
  assert.is(response.headers.get('x-kept'), '1')
  assert.is(response.headers.get('content-encoding'), null)
  assert.is(response.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.is(await response.text(), 'why')
})

test('an answer in place of a file has none of its headers, but those set since', async () => {
  const root = tempFolder({ 'a.png': 'png' })
  const sends: readonly (readonly [Handler, string])[] = [
    [(c) => c.json({ a: 1 }), 'application/json; charset=utf-8'],
    [(c) => c.xml({ a: 1 }), 'application/xml; charset=utf-8'],
    [(c) => c.type('html').sendString('<p>'), 'text/html; charset=utf-8'],
    [(c) => c.sendString('text'), 'text/plain; charset=utf-8'],
    [(c) => c.redirect().to('/'), ''],
    [() => Promise.reject(new HttpError(409)), 'application/problem+json'],
  ]
  for (const [send, type] of sends) {
    const response = await answer(async (c) => {
      await c.sendFile('a.png', { root, maxAge: 60, byteRange: true })
      await c.download(`${root}/a.png`)
      await send(c.set('Cache-Control', 'no-store'))
    })
    const names = ['content-type', 'cache-control', 'etag', 'accept-ranges', 'content-disposition']
    const headers = names.map((name) => response.headers.get(name) ?? '')
    assert.equal(headers, [type, 'no-store', '', '', ''], send.toString())
  }
})

test("the missing file's name reaches the error handler, not the client", async () => {
  const path = '/none/at/all.txt'
  let cause: unknown
  const errorHandler = (_: Ctx, err: unknown): void => {
    cause = err instanceof HttpError ? err.cause : undefined
    throw err
  }
  await answer((c) => c.sendFile(path), { errorHandler, onError: () => {} })
  assert.ok(cause instanceof Error && cause.message.includes(path))
  const response = await answer((c) => c.download(path), {}, { headers: { accept: 'application/json' } })
  assert.not.match(await response.text(), 'none')
})

test('format: a handler that returns an error fails, and so does a call without entries', async () => {
  const failed = await answer((c) => c.format({ mediaType: 'text/html', handler: () => new HttpError(409) }))
  assert.is(failed.status, 409)
  assert.is((await answer((c) => c.format())).status, 500)
})

test('format: an extension stands for its media type', async () => {
  const response = await answer(
    (c) =>
      c.format(
        { mediaType: 'json', handler: (one) => one.json(1) },
        { mediaType: 'html', handler: (one) => one.sendString('<p>') },
      ),
    {},
    { headers: { accept: 'text/html' } },
  )
  assert.is(response.headers.get('content-type'), 'text/html; charset=utf-8')
})

test('format: an entry without a handler fails for every client', async () => {
  const html = { mediaType: 'text/html', handler: (): void => {} }
  const response = await answer((c) => {
    c.set('X-Error', 'none')
    try {
      void Reflect.apply(c.format, c, [html, { mediaType: 'default' }])
    } catch (error) {
      c.set('X-Error', String(error))
    }
  })
  assert.is(response.headers.get('x-error'), 'TypeError: format(): default has no handler')
  assert.is(response.headers.get('vary'), null)
})

test('unawaited work of a handler does not crash the process', async () => {
  const unawaited: readonly Handler[] = [
    (c) => c.format({ mediaType: 'text/html', handler: () => Promise.reject(new HttpError(409)) }),
    (c) => c.download('/none/at/all'),
    (c) => c.render('none'),
  ]
  for (const [i, begin] of unawaited.entries()) {
    const response = await answer((c) => {
      void begin(c)
    })
    assert.is(response.status, 500, String(unawaited[i]))
  }
})

test('an invalid body, and an invalid Server setting, are refused', async () => {
  for (const body of [5, {}, null, undefined]) {
    await answer((c) => {
      assert.throws(() => Reflect.apply(c.send, c, [body]), TypeError)
      assert.throws(() => Reflect.apply(c.sendString, c, [body]), TypeError)
    })
  }
  assert.throws(() => new App({ serverHeader: 'a\r\nb' }), TypeError)
  assert.is((await answer((c) => c.status(700).sendString('x'))).status, 500)
})

test('autoFormat offers the configured formats', async () => {
  const response = await answer(
    (c) => c.autoFormat({ a: 1 }),
    {},
    { headers: { accept: 'application/cbor' } },
  )
  assert.is(response.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.is(await response.text(), '{"a":1}')
})

test('Eta escapes, nests layouts, and stays in its folder', async () => {
  const folder = tempFolder({
    'views/page.eta': '<h1><%= it.title %></h1>',
    'views/inner.eta': '<i><%~ it.body %></i>',
    'views/outer.eta': '<o><%~ it.body %></o><%= it.site %>',
    'views/later.eta': '<%= await it.soon %>',
    'secret.eta': 'SECRET',
  })
  const config: AppConfig = { viewsDir: `${folder}/views`, viewsLayout: 'outer', passLocalsToViews: true }
  const page = await answer((c) => {
    c.locals('site', 'S')
    return c.viewBind({ title: 'bound' }).render('page', { title: '<x>' }, 'inner', 'outer')
  }, config)
  assert.is(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.is(await page.text(), '<o><i><h1>&lt;x&gt;</h1></i></o>S')
  const laidOut = await answer((c) => c.render('page', { title: 'T', site: 'own' }), config)
  assert.is(await laidOut.text(), '<o><h1>T</h1></o>own')
  const bare = await answer((c) => c.render('page', { title: 'T' }, ''), config)
  assert.is(await bare.text(), '<h1>T</h1>')
  const views = etaViews({ viewsDir: `${folder}/views`, cache: true })
  const later = await answer((c) => c.render('later', { soon: Promise.resolve('now') }), { views })
  assert.is(await later.text(), 'now')
  for (const name of ['../secret', '../../secret', '/../secret', 'none']) {
    const response = await answer((c) => c.render(name), config)
    assert.is(response.status, 500)
    const text = await response.text()
    assert.not.ok(text.includes('SECRET') || text.includes(folder))
  }
})

test.run()
