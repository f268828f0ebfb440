import { gzipSync } from 'node:zlib'
import { App, type Handler } from '@ctxgen/runtime'
import { DocumentError, documented } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FeedEvent } from '../../../../fixtures/openapi/dto/feed.bind.ts'
import { calls, carWith, document, garage } from './garage.ts'

async function ask(app: App, call: string, spec: object = document): Promise<Response> {
  const [method = '', path = ''] = call.split(' ')
  return documented(app, spec).test(path, { method })
}

/** The reported differences; none when the answer fits. */
async function differences(app: App, call: string, spec?: object): Promise<readonly string[]> {
  try {
    await ask(app, call, spec)
    return []
  } catch (error) {
    if (error instanceof DocumentError) return error.differences
    throw error
  }
}

for (const call of calls) {
  test(`${call} fits`, async () => assert.equal(await differences(garage(), call), []))
}

const car: (members: Readonly<Record<string, unknown>>) => Handler = (members) => (c) =>
  c.json(carWith(members))

/** An operation, a handler with another answer, and the reported differences. */
const mutations: readonly (readonly [operation: string, handler: Handler, told: readonly string[]])[] = [
  ['POST /cars', (c) => c.json(carWith({})), ['the status 200 is not documented, but 201', 'its body is …']],
  [
    'DELETE /cars/:id',
    (c) => c.sendStatus(200),
    ['the status 200 is not documented, but 204', 'its body is …'],
  ],
  ['DELETE /cars/:id', (c) => c.status(202), ['the status 202 is not documented, but 204']],
  ['GET /cars/:id', (c) => c.redirect().to('/'), ['the status 303 is not documented, but 200, 4XX']],
  [
    'GET /cars/:id',
    () => {
      throw new Error('a mistake')
    },
    ['the status 500 is not documented, but 200, 4XX', 'its body is …'],
  ],
  ['DELETE /cars/:id', (c) => c.sendEarlyHints([]), ['the status 200 is not documented, but 204']],
  ['GET /cars/:id', car({ wheels: 4 }), ['body has an undocumented property, wheels']],
  ['GET /cars/:id', car({ plate: undefined }), ['body lacks the property plate']],
  [
    'GET /cars/:id',
    car({ doors: '4' }),
    ['body.doors must be integer: "4"', 'body.doors must be one of 2, 4: "4"'],
  ],
  ['GET /cars/:id', car({ id: 1.5 }), ['body.id must be integer: 1.5']],
  ['GET /cars/:id', car({ id: null }), ['body.id must be integer: null']],
  ['GET /cars/:id', car({ doors: 3 }), ['body.doors must be one of 2, 4: 3']],
  ['GET /cars/:id', car({ colour: 'green' }), ['body.colour must be one of "red", "blue": "green"']],
  [
    'GET /cars/:id',
    car({ plate: 'ZH 123456' }),
    ['body.plate must NOT have more than 8 characters: "ZH 123456"'],
  ],
  ['GET /cars/:id', car({ since: 'today' }), ['body.since must match format "date-time": "today"']],
  ['GET /cars/:id', car({ since: 1767323045000 }), ['body.since must be string: 1767323045000']],
  ['GET /cars/:id', car({ owner: 'Ann' }), ['body.owner must be object: "Ann"']],
  ['GET /cars/:id', car({ owner: {} }), ['body.owner lacks the property name']],
  [
    'GET /cars/:id',
    car({ owner: { name: 'Ann', password: '1234' } }),
    ['body.owner has an undocumented property, password'],
  ],
  [
    'GET /cars/:id',
    car({ owner: { name: 'Ann', email: 'Ann' } }),
    ['body.owner.email must match format "email": "Ann"'],
  ],
  ['GET /cars/:id', car({ tags: 'old' }), ['body.tags must be array: "old"']],
  ['GET /cars/:id', car({ tags: ['old', 7] }), ['body.tags[1] must be string: 7']],
  ['GET /cars/:id', car({ note: 5 }), ['body.note must be string,null: 5']],
  ['GET /cars/:id', (c) => c.json([carWith({})]), ['body must be object: …']],
  ['GET /cars/:id', (c) => c.json(null), ['body must be object: null']],
  ['GET /cars/:id', (c) => c.type('json').sendString('{'), ['body must be JSON: {']],
  ['GET /cars/:id', (c) => c.type('json'), ['body must be JSON: (empty)']],
  [
    'GET /cars/:id',
    (c) => c.sendString('ZH 1'),
    ['the content type text/plain is not documented, but application/json'],
  ],
  [
    'GET /cars/:id',
    (c) => c.status(200),
    ['the content type (none) is not documented, but application/json'],
  ],
  [
    'GET /cars/:id',
    (c) => c.json(carWith({}), 'application/vnd.car+json'),
    ['the content type application/vnd.car+json is not documented, but application/json'],
  ],
  [
    'GET /cars/:id',
    (c) => c.set('X-Debug', 'yes').json(carWith({})),
    ['the header x-debug is not documented: yes'],
  ],
  ['GET /cars', (c) => c.json({ cars: [] }), ['the header x-total is missing']],
  [
    'GET /cars',
    (c) => c.set('X-Total', 'two').json({ cars: [] }),
    ['the header x-total must be integer: "two"'],
  ],
  ['GET /cars', (c) => c.set('X-Total', '-1').json({ cars: [] }), ['the header x-total must be >= 0: -1']],
  [
    'GET /cars',
    (c) => c.set('X-Total', '1').cookie({ name: 'seen', value: '1' }).json({ cars: [] }),
    ['the header set-cookie is not documented: …'],
  ],
  [
    'GET /cars',
    (c) => c.set('X-Total', '1').json({ cars: [carWith({ id: 'a' }), carWith({ tags: [{}] })], more: true }),
    [
      'body has an undocumented property, more',
      'body.cars[0].id must be integer: "a"',
      'body.cars[1].tags[0] must be string: {}',
    ],
  ],
  [
    'GET /pets/:id',
    (c) => c.json({ kind: 'cow' }),
    ['body fits none of the documented forms: {"kind":"cow"}'],
  ],
  [
    'GET /pets/:id',
    (c) => c.json({ kind: 'cat', lives: 9, tail: 1 }),
    ['body has an undocumented property, tail'],
  ],
  ['GET /plate', (c) => c.sendString(''), ['body must match pattern "^ZH ": ""']],
  ['GET /plate', (c) => c.sendString('BE 1'), ['body must match pattern "^ZH ": "BE 1"']],
  [
    'GET /plate',
    (c) => c.json('ZH 1'),
    ['the content type application/json is not documented, but text/plain'],
  ],
  [
    'GET /clock',
    (c) => c.sendString('1'),
    ['the content type text/plain is not documented, but text/event-stream'],
  ],
  [
    'GET /picture',
    (c) => c.type('pdf').send(new Uint8Array([1])),
    ['the content type application/pdf is not documented, but image/*'],
  ],
  ['GET /prices', (c) => c.json({ red: '1.5' }), ['body.red must be number: "1.5"']],
  ['DELETE /cars/:id', (c) => c.status(204).json({}), []],
]

for (const [operation, handler, told] of mutations) {
  const call = operation.replace(':id', '1')
  test(`${operation} that answers otherwise: ${told[0] ?? 'nothing'}`, async () => {
    const found = await differences(garage({ [operation]: handler }), call)
    assert.equal(
      found.map((line, i) => (told[i]?.endsWith('…') ? `${line.slice(0, told[i].length - 1)}…` : line)),
      told,
    )
  })
}

/** Requests that the document lacks, and the reported differences. */
const foreign: readonly (readonly [call: string, told: readonly string[]])[] = [
  ['GET /bikes', ['the document has no such path']],
  ['GET /cars/1/owner', ['the document has no such path']],
  ['GET /Cars', ['the document has no such path']],
  ['PATCH /cars', ['the document has this path with other methods only']],
  ['PUT /cars', []],
  ['OPTIONS /cars', []],
]

for (const [call, told] of foreign) {
  test(`${call} ${told[0] ?? 'is no operation and fits'}`, async () => {
    const app = garage({ 'PATCH /cars': (c) => c.json({}) })
    assert.equal(await differences(app, call), told)
  })
}

test('the error names request, operation, status and every difference', async () => {
  const app = garage({ 'GET /cars/:id': car({ id: 'a', wheels: 4 }) })
  try {
    await ask(app, 'GET /cars/7')
    assert.unreachable()
  } catch (error) {
    assert.instance(error, DocumentError)
    assert.is(
      String(error),
      'DocumentError: GET /cars/7 (GET /cars/{id}) answered 200, which differs from the document:\n' +
        '- body has an undocumented property, wheels\n' +
        '- body.id must be integer: "a"',
    )
  }
})

test('a stream of events has its own headers, and those that are documented are checked', async () => {
  const events: Handler = (c) => c.set('X-Other', '1').events(FeedEvent, () => {})
  const responses = (headers: object): object => ({
    paths: { '/clock': { get: { responses: { 200: { headers, content: { 'text/event-stream': {} } } } } } },
  })
  const app = garage({ 'GET /clock': events })
  const other = { 'X-Other': { schema: { type: 'string' } } }
  assert.equal(await differences(app, 'GET /clock', responses(other)), [])
  assert.equal(await differences(app, 'GET /clock', responses({})), [
    'the header x-other is not documented: 1',
  ])
  const cached = { ...other, 'Cache-Control': { schema: { type: 'string' } } }
  assert.equal(await differences(app, 'GET /clock', responses(cached)), [])
  const never = { ...other, 'Cache-Control': { schema: { const: 'no-store' } } }
  assert.is((await differences(app, 'GET /clock', responses(never))).length, 1)
})

test('a union inside a union is reported once', async () => {
  const text = { anyOf: [{ type: 'string' }, { type: 'boolean' }] }
  const content = { 'application/json': { schema: { oneOf: [text, { type: 'array' }] } } }
  const spec = { paths: { '/prices': { get: { responses: { 200: { content } } } } } }
  const app = garage({ 'GET /prices': (c) => c.json(1) })
  assert.equal(await differences(app, 'GET /prices', spec), ['body fits none of the documented forms: 1'])
})

test('the answer is still unread', async () => {
  assert.equal(await (await ask(garage(), 'GET /prices')).json(), { red: 1.5 })
})

test('a coded body is compared decoded', async () => {
  const text = (sent: string): Pick<App, 'test'> => ({
    test: async () =>
      new Response(gzipSync(sent), {
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      }),
  })
  const schema = { type: 'array', items: { type: 'string' } }
  const responses = { 200: { description: 'OK', content: { 'application/json': { schema } } } }
  const document = { paths: { '/': { get: { responses } } } }
  assert.is((await documented(text('["a"]'), document).test('/')).status, 200)
  const failed = await documented(text('[1]'), document)
    .test('/')
    .catch((error: unknown) => error)
  assert.match(String(failed), 'body[0] must be string: 1')
})

test('a path without parameters wins', async () => {
  const spec = { paths: { '/{a}': { get: { responses: {} } }, '/b': { get: { responses: { 200: {} } } } } }
  const app = new App()
  app.get('/b', (c) => c.status(200))
  assert.equal(await differences(app, 'GET /b', spec), [])
})

test('a wildcard takes several segments', async () => {
  const spec = { paths: { '/files/{wildcard}': { get: { responses: { 200: {} } } } } }
  const app = new App()
  app.get('/files/*', (c) => c.status(200))
  assert.equal(await differences(app, 'GET /files/a/b.txt', spec), [])
})

test('a document without paths is refused', () => {
  assert.throws(() => documented(garage(), {}), /The document has no paths/)
})

test('a reference that leads nowhere is an error', async () => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Gone' } } }
  const spec = { paths: { '/prices': { get: { responses: { 200: { content } } } } } }
  await ask(garage(), 'GET /prices', spec).then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), 'The document has no #/components/schemas/Gone'),
  )
})

/** Schemas in the words of OpenAPI 3.0, values that fit and values that do not. */
const older: readonly (readonly [schema: object, fits: readonly unknown[], not: readonly unknown[]])[] = [
  [{ type: 'string', nullable: true }, [null, 'a'], [1]],
  [
    { nullable: true, allOf: [{ $ref: '#/components/schemas/Named' }] },
    [null, { name: 'a' }],
    [{ name: 'a', b: 1 }, {}],
  ],
  [{ type: 'number', minimum: 1, exclusiveMinimum: true }, [1.5], [1]],
  [{ type: 'number', maximum: 1, exclusiveMaximum: true }, [0], [1]],
  [{ type: 'number', minimum: 1, exclusiveMinimum: false }, [1], [0]],
]

for (const [schema, fits, not] of older) {
  test(`OpenAPI 3.0: ${JSON.stringify(schema)}`, async () => {
    const content = { 'application/json': { schema } }
    const paths = { '/prices': { get: { responses: { 200: { content } } } } }
    const spec = { openapi: '3.0.3', paths, components: document.components }
    const told = (value: unknown): Promise<readonly string[]> =>
      differences(garage({ 'GET /prices': (c) => c.json(value) }), 'GET /prices', spec)
    for (const value of fits) assert.equal(await told(value), [], JSON.stringify(value))
    for (const value of not) assert.is.not((await told(value)).length, 0, JSON.stringify(value))
  })
}

test('a path is found in each spelling', async () => {
  const answers = { 200: { content: { 'text/plain': {} } } }
  for (const path of ['/cr%C3%A9er', '/créer']) {
    const spec = { openapi: '3.1.0', paths: { [path]: { get: { responses: answers } } } }
    for (const sent of ['/créer', '/cr%c3%a9er', '/%63r%C3%A9er']) {
      const app = new App().get('/créer', (c) => c.type('text/plain').sendString('made'))
      assert.equal(await differences(app, `GET ${sent}`, spec), [], `${path} ${sent}`)
    }
  }
})

test('responses and headers may be components', async () => {
  const text: object = { schema: { type: 'string' } }
  const spec = {
    paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/Done' } } } } },
    components: {
      responses: {
        Done: { description: 'Done', headers: { 'X-Frame-Options': { $ref: '#/components/headers/Frame' } } },
      },
      headers: { Frame: text },
    },
  }
  const app = new App()
  app.get('/a', (c) => c.set('X-Frame-Options', 'DENY'))
  assert.equal(await differences(app, 'GET /a', spec), [])
  const other = new App()
  other.get('/a', (c) => c.set('X-Other', '1'))
  assert.equal(await differences(other, 'GET /a', spec), ['the header x-other is not documented: 1'])
})

test.run()
