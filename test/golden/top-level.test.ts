import { generate } from '@ctxgen/codegen'
import { App, type BindInput, type Ctx, type Handler, setParserDecoder } from '@ctxgen/runtime'
import { fetchInput } from '@ctxgen/runtime/adapters'
import type { BodyBinder } from '@ctxgen/runtime/codegenv1'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  bindAllCars,
  bindJsonCars,
  Cars,
  type Cars as CarsDto,
  Contact,
  Drafts,
  Event,
  Fleet,
  Grid,
  Ids,
  Levels,
  Menu,
  Names,
  OneOrMany,
  Point,
  Row,
  Sizes,
  sendJsonCars,
  stringifyCars,
  validateCars,
} from '../../fixtures/valid/top-level-bodies/dto.bind.ts'
import { type Schema, takes } from '../support/json-schema.ts'
import { inTempProject } from '../support/temp-project.ts'

interface Answer {
  readonly errors: readonly { readonly path?: string; readonly pointer?: string }[]
}

async function errorsOf(response: Response): Promise<Answer['errors']> {
  const { errors }: Answer = (await response.json()) as Answer
  return errors
}

/** Posts a body to an app with one handler. */
async function post(handler: Handler, body: unknown, type = 'application/json'): Promise<Response> {
  const app = new App()
  app.registerCustomBinder({
    name: 'own',
    mimeTypes: ['application/x-own'],
    parse: (_c, out) => void Object.assign(out, body),
  })
  app.post('/', handler)
  return app.test('/', { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(body) })
}

test('the methods of a Bind return the value, typed', async () => {
  const response = await post(
    (c) => {
      const cars: CarsDto = c.bind().json(Cars)
      const all: CarsDto = c.bind().all(Cars)
      const body: CarsDto = c.bind().body(Cars)
      c.json([cars, all, body])
    },
    [{ make: 'VW' }],
  )
  assert.equal(await response.json(), [[{ make: 'VW' }], [{ make: 'VW' }], [{ make: 'VW' }]])
})

test('nothing is filled: there is no out, and no binder of another source', () => {
  const never = (c: Ctx & BindInput): void => {
    // @ts-expect-error a list cannot be bound into another
    c.bind().json(Cars, [])
    // @ts-expect-error
    c.bind().all(Cars, [])
    // @ts-expect-error
    bindJsonCars(c, [])
    // @ts-expect-error there is no @form
    c.bind().form(Cars)
    // @ts-expect-error there is no @msgpack
    c.bind().msgPack(Ids)
  }
  assert.type(never, 'function')
  const binder: BodyBinder<CarsDto> = bindAllCars
  assert.is(binder, Cars.all)
})

const string = { code: 'type', expected: 'string', message: 'must be a string' }
const list = { code: 'type', expected: 'array', message: 'must be a list' }
const required = { code: 'missing', message: 'is required' }

test('a pointer leads to the element, and an issue of the whole has none', async () => {
  const bind = (c: Ctx): void => c.json(c.bind().json(Cars))
  assert.equal(await errorsOf(await post(bind, [{ make: 'VW' }, { plate_no: 5 }])), [
    { source: 'body', path: '1.plate_no', pointer: '#/1/plate_no', ...string },
    { source: 'body', path: '1.make', pointer: '#/1/make', ...required },
  ])
  const [broken] = await errorsOf(await post(bind, [{ make: 'V' }]))
  assert.is(broken?.pointer, '#/0/make')
  assert.equal(await errorsOf(await post(bind, {})), [{ source: 'body', ...list }])
})

test('a value that no client sent is validated under property names', () => {
  const [issue] = validateCars([{ make: 'VW' }, { make: 'VW', plate: 'A' }])
  assert.equal(
    [issue?.path, issue?.property, issue?.rule, issue?.source],
    ['1.plate', '1.plate', 'len', undefined],
  )
  assert.equal(validateCars([]), [])
})

test('a custom binder fills a list, or an object if the type allows one, and its rules run', async () => {
  const own = 'application/x-own'
  const cars = await post(
    (c) => c.json([c.bind().body(Cars), Cars.body(c), Cars.all(c)]),
    [{ make: 'VW' }],
    own,
  )
  assert.equal(await cars.json(), [[{ make: 'VW' }], [{ make: 'VW' }], [{ make: 'VW' }]])
  const event = { kind: 'failed', reason: 'x' }
  const events = await post((c) => c.json([c.bind().body(Event), Event.body(c)]), event, own)
  assert.equal(await events.json(), [event, event])
  for (const bind of [(c: Ctx) => c.bind().body(Cars), Cars.body]) {
    const [broken] = await errorsOf(await post((c) => c.json(bind(c)), [{ make: 'V' }], own))
    assert.is(broken?.path, '0.make')
  }
})

test('asynchronous rules are awaited', async () => {
  const bind = async (c: Ctx): Promise<void> => c.json(await c.bind().json(Names))
  assert.equal(await (await post(bind, [{ name: 'a' }])).json(), [{ name: 'a' }])
  const [broken] = await errorsOf(await post(bind, [{ name: 'taken' }]))
  assert.is(broken?.path, '0.name')
})

test('a structValidator gets the value itself', async () => {
  const seen: unknown[] = []
  const app = new App({ structValidator: { validate: (value, { name }) => void seen.push([value, name]) } })
  app.post('/', (c) => c.json(c.bind().json(Ids).map(String)))
  const headers = { 'content-type': 'application/json' }
  await app.test('/', { method: 'POST', headers, body: '[1]' })
  assert.equal(seen, [[[1n], 'Ids']])
})

test('the same binder serves other frameworks', async () => {
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://x/', { method: 'POST', headers, body: '[{"make":"VW"}]' })
  assert.equal(bindAllCars(await fetchInput()(request)), [{ make: 'VW' }])
})

test('a response has the declared properties of every element', () => {
  const row = { make: 'VW', plate: 'AB1234', built: new Date(0), secret: 'x' }
  const text = '{"make":"VW","plate_no":"AB1234","built":"1970-01-01T00:00:00.000Z"}'
  assert.is(stringifyCars([row]), `[${text}]`)
  assert.is(Fleet.stringify({ a: row }), `{"a":${text}}`)
  assert.is(OneOrMany.stringify(row), text)
  assert.is(OneOrMany.stringify([row]), `[${text}]`)
  assert.is(Event.stringify({ kind: 'paid', amount: 5 }), '{"kind":"paid","amount_cents":5}')
  assert.is(Contact.stringify({ phone: '1' }), '{"phone":"1"}')
  assert.is(Point.stringify([1, 2]), '[1,2]')
  assert.is(Menu.stringify([{ label: 'a' }, [{ label: 'b' }]]), '[{"label":"a"},[{"label":"b"}]]')
  assert.is(Levels.stringify([1, null]), '[1,null]')
  assert.is(Sizes.stringify([{ width: 9007199254740993n }]), '[{"width":9007199254740993}]')
  const sent: string[] = []
  sendJsonCars({ set: () => undefined, sendString: (one) => sent.push(one) }, [row])
  assert.equal(sent, [`[${text}]`])
})

/** Values that each DTO accepts, and others that it refuses. */
const rows: readonly (readonly [
  { readonly '~standard': Standard },
  taken: readonly unknown[],
  refused: readonly unknown[],
])[] = [
  [Cars, [[], [{ make: 'VW' }]], [{}, null, [{}], [{ make: 'V' }], 'a']],
  [Ids, [[1]], [[1.5], ['1']]],
  [Grid, [[[1], []]], [[1], [[null]]]],
  [
    Point,
    [
      [1, 2],
      [1, 2, 'a'],
    ],
    [[1], [1, 2, 'c'], [1, 2, 'a', 4]],
  ],
  [Row, [['a'], ['a', { make: 'VW' }]], [[], ['a', 1]]],
  [Fleet, [{}, { a: { make: 'VW' } }], [[], { a: 1 }]],
  [Event, [{ kind: 'failed', reason: 'x' }], [{ kind: 'failed' }, { kind: 'lost' }, []]],
  [OneOrMany, [{ make: 'VW' }, [{ make: 'VW' }]], [{}, [{}], 1]],
  [Drafts, [[], [{}], [{ title: 'a', seen: null }]], [{}, [{ title: 1 }]]],
  [Names, [[{ name: 'a' }]], [[{}]]],
  [Menu, [{ label: 'a' }, [], [[{ label: 'a' }]]], ['a', [1]]],
]

interface Standard {
  readonly validate: (value: unknown) => unknown
  readonly jsonSchema: { readonly input: (options: { readonly target: string }) => Schema }
}

test('each is a Standard Schema, and its JSON Schema accepts the same values', async () => {
  for (const [{ '~standard': standard }, taken, refused] of rows) {
    const schema = standard.jsonSchema.input({ target: 'draft-2020-12' })
    for (const value of [...taken, ...refused]) {
      const told = JSON.stringify([value, schema])
      const result = await standard.validate(value)
      assert.is('value' in Object(result), taken.includes(value), told)
      assert.is(takes(schema, value, schema), taken.includes(value), told)
    }
  }
})

test('the paths of a Standard Schema lead into the value', () => {
  const { validate, jsonSchema } = Cars['~standard']
  assert.equal(validate([{ make: 'VW' }, {}]), { issues: [{ path: ['1', 'make'], ...required }] })
  assert.equal(validate({}), { issues: [{ path: [], ...list }] })
  assert.is(jsonSchema.input({ target: 'draft-2020-12' })['description'], 'The cars of a garage.')
  assert.equal(Sizes['~standard'].jsonSchema.output({ target: 'draft-2020-12' })['type'], 'array')
})

test('the alias tag of the run applies here as well', () =>
  inTempProject(async (project) => {
    project.write({ 'dto.ts': '/** @json */ export type Ids = number[]\n' })
    const { files } = await generate({
      inputs: ['dto.ts'],
      cwd: project.path,
      mode: 'memory',
      aliasTag: 'in',
    })
    assert.match(files[0]?.text ?? '', "{ name: 'Ids', aliasTag: 'in' }")
    project.write({ 'dto.ts': '/** @json @in */ export type Ids = number[]\n' })
    const { diagnostics } = await generate({
      inputs: ['dto.ts'],
      cwd: project.path,
      mode: 'memory',
      aliasTag: 'in',
    })
    assert.equal(
      diagnostics.map(({ code, message }) => `${code} ${message}`),
      ['CTX2001 Ids: number[] cannot be bound: uri holds named values, but it is a list'],
    )
    setParserDecoder({ setAliasTag: 'in' })
    try {
      assert.throws(
        () => bindJsonCars({} as never),
        () => true,
      )
    } finally {
      setParserDecoder({})
    }
  }))

test.run()
