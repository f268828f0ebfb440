import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cbor } from '../../../src/cbor.ts'
import { App, type AppConfig, type Ctx, type CustomBinder } from '../../../src/index.ts'
import { msgpack } from '../../../src/msgpack.ts'
import { untyped } from '../../support/untyped-handler.ts'

interface Sent {
  readonly type?: string
  readonly body?: string | Uint8Array
}

async function answer(handler: (c: Ctx) => unknown, { type, body }: Sent, config: AppConfig = {}) {
  const app = new App(config)
  app.registerCustomBinder(custom).post('/', untyped(handler))
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const headers = type === undefined ? undefined : { 'content-type': type }
  return app.test('/', {
    method: 'POST',
    ...(headers && { headers }),
    ...(bytes && { body: new Uint8Array(bytes) }),
  })
}

const custom: CustomBinder = { name: 'own', mimeTypes: ['application/x-own'], parse: () => {} }

const formats = 'application/json, application/x-www-form-urlencoded, multipart/form-data, application/xml'

test('a body that no binder takes is a 415 that names the types it takes', async () => {
  const bind = (c: Ctx) => c.json(c.bind().body())
  for (const type of [
    'text/plain',
    'application/jsonp',
    'x',
    '/',
    ';',
    'application/vnd.msgpack',
    undefined,
  ]) {
    const response = await answer(bind, { ...(type && { type }), body: '{}' })
    assert.is(response.status, 415, type)
    assert.is(response.headers.get('accept'), `${formats}, application/x-own`, type)
  }
  const set = { msgPack: msgpack(), cbor: cbor() }
  const response = await answer(bind, { type: 'text/plain', body: '{}' }, set)
  assert.is(
    response.headers.get('accept'),
    `${formats}, application/vnd.msgpack, application/cbor, application/x-own`,
  )
})

test('an unknown Content-Encoding is a 415 with Accept-Encoding', async () => {
  const app = new App()
  app.post('/', (c) => c.send(c.body()))
  for (const coding of ['sdch', 'gzip, x', Array(9).fill('gzip').join(', ')]) {
    const response = await app.test('/', {
      method: 'POST',
      headers: { 'content-encoding': coding },
      body: 'a',
    })
    assert.equal(
      [response.status, response.headers.get('accept-encoding')],
      [415, 'gzip, deflate, br'],
      coding,
    )
  }
})

test('other names of the media types', async () => {
  const set = { msgPack: msgpack() }
  const bind = (c: Ctx) => c.json(c.bind().body())
  for (const type of ['application/msgpack', 'application/x-msgpack', 'application/vnd.msgpack'])
    assert.is(await (await answer(bind, { type, body: Uint8Array.of(0x93, 1, 2, 3) }, set)).text(), '[1,2,3]')
  assert.is(await (await answer(bind, { type: 'text/json', body: '[1]' })).text(), '[1]')
})

const readers: readonly (readonly [name: string, read: (c: Ctx) => unknown, type: string, body: string])[] = [
  ['json', (c) => c.bind().json(), 'application/json', '{"a":"b"}'],
  ['body of JSON', (c) => c.bind().body(), 'application/json', '{"a":"b"}'],
  ['JSON of any type', (c) => c.bind().json(), 'text/plain', '{"a":"b"}'],
  ['xml', (c) => c.bind().xml(), 'application/xml', '<r><a>b</a></r>'],
  ['body of XML', (c) => c.bind().body(), 'text/xml', '<r><a>b</a></r>'],
  ['form', (c) => c.bind().form(), 'application/x-www-form-urlencoded', 'a=b'],
  ['body of a form', (c) => c.bind().body(), 'application/x-www-form-urlencoded', 'a=b'],
  ['formValue', (c) => c.formValue('a'), 'application/x-www-form-urlencoded', 'a=b'],
]

test('text in another charset than UTF-8 is a 415 for every reader', async () => {
  for (const [name, read, type, body] of readers) {
    const status = async (charset: string): Promise<number> =>
      (await answer((c) => c.json(read(c)), { type: `${type};${charset}`, body })).status
    for (const charset of [
      'charset=utf-8',
      'Charset="UTF8"',
      ' charset=us-ascii',
      'x=y; charset = ASCII ',
      'charsets=x',
    ])
      assert.is(await status(charset), 200, `${name}: ${charset}`)
    for (const charset of [
      'charset=iso-8859-1',
      'charset="utf-16"',
      'a="b;c"; CHARSET=utf-7',
      'charset=',
      'charset=utf-8;charset=x',
    ])
      assert.is(await status(charset), 415, `${name}: ${charset}`)
  }
})

test('a multipart form ignores the charset', async () => {
  const body = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--B--'
  const type = 'multipart/form-data; boundary=B; charset=iso-8859-1'
  for (const read of [
    (c: Ctx) => c.formValue('a'),
    (c: Ctx) => c.bind().form().a?.[0],
    (c: Ctx) => c.bind().body(),
  ])
    assert.match(await (await answer((c) => c.json(read(c)), { type, body })).text(), /b/)
})

test('a Content-Type joined of several lines is a 415, and no media type', async () => {
  for (const type of [
    'application/json, application/json',
    'application/json; charset=utf-8, text/plain',
    'application/x-www-form-urlencoded, text/plain',
    'multipart/form-data; boundary=B, application/json',
  ]) {
    for (const read of [(c: Ctx) => c.bind().body(), (c: Ctx) => c.bind().form()])
      assert.is((await answer((c) => c.json(read(c)), { type, body: 'a=b' })).status, 415, type)
    const is = (c: Ctx) => c.json([c.is('json'), c.is('form')])
    assert.is(await (await answer(is, { type, body: '{}' })).text(), '[false,false]', type)
  }
  const quoted = { type: 'application/json; a="b, c"', body: '{"a":"b"}' }
  assert.is(await (await answer((c) => c.json(c.bind().body()), quoted)).text(), '{"a":"b"}')
})

test('one byte order mark before JSON is dropped', async () => {
  const bind = (c: Ctx) => c.json(c.bind().json())
  assert.is(await (await answer(bind, { body: '\ufeff{"a":"\ufeffb"}' })).text(), '{"a":"\ufeffb"}')
  assert.is((await answer(bind, { body: '\ufeff\ufeff{}' })).status, 400)
})

test('an empty body without a DTO is one issue', async () => {
  const set = { msgPack: msgpack(), cbor: cbor() }
  const reads: readonly (readonly [type: string, read: (c: Ctx) => unknown])[] = [
    ['application/json', (c) => c.bind().json()],
    ['application/xml', (c) => c.bind().xml()],
    ['application/cbor', (c) => c.bind().cbor()],
    ['application/vnd.msgpack', (c) => c.bind().msgPack()],
    ['multipart/form-data; boundary=B', (c) => c.bind().form()],
    ['', (c) => c.bind().body()],
  ]
  for (const [type, read] of reads) {
    const response = await answer((c) => c.json(read(c)), { ...(type && { type }) }, set)
    const { detail } = JSON.parse(await response.text())
    assert.equal([response.status, detail], [400, 'bind from body: is empty'], type)
  }
})

test.run()
