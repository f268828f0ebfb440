import { join } from 'node:path'
import { generateOpenApi } from '@ctxgen/codegen/openapi'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Größe, Sizes } from '../../fixtures/openapi/dto/kinds.bind.ts'
import { root } from '../support/fixture-folders.ts'

type Schema = Readonly<Record<string, unknown>>

/** For each member a value beside `null`. */
const values: Readonly<Record<string, unknown>> = {
  one: 'x',
  several: 2,
  mixed: 1,
  colour: 'blue',
  text: '',
  kinds: 1.5,
  at: '2026-01-01T00:00:00Z',
  bytes: 'AQID',
  list: ['a'],
  empty: [],
  pair: ['a'],
  record: { a: 1 },
  part: { name: 'a' },
  shape: { kind: 'square', side: 1 },
  ruled: 'abc',
}

const all = { only: null, self: null, ...values }

/** A validator in strict mode, which refuses keywords that it does not know and `nullable` without a type. */
function validator(schema: Schema, draft: '2020' | '07'): (value: unknown) => boolean {
  const ajv = draft === '2020' ? new Ajv2020({ strictTuples: false }) : new Ajv({ strictTuples: false })
  formats.default(ajv)
  ajv.addFormat('uint64', true)
  ajv.addVocabulary(['components', 'discriminator', 'example'])
  return ajv.compile(schema)
}

function assertNulls(takes: (value: unknown) => boolean, what: string): void {
  assert.ok(takes(all), `${what}: values`)
  assert.ok(takes({ ...all, self: all }), `${what}: itself`)
  for (const name of Object.keys(all)) {
    assert.ok(takes({ ...all, [name]: null }), `${what}: null for ${name}`)
    // Without references a type inside itself is any object.
    const other = name === 'self' ? 'no object' : { no: 'value' }
    assert.not.ok(takes({ ...all, [name]: other }), `${what}: another value for ${name}`)
  }
  assert.not.ok(takes({ ...all, colour: 'green' }), `${what}: another colour`)
  assert.not.ok(takes({ ...all, empty: [1] }), `${what}: an element of an empty list`)
}

const targets = { 'draft-2020-12': '2020', 'draft-07': '07', 'openapi-3.0': '07' } as const

for (const [target, draft] of Object.entries(targets)) {
  test(`${target}: the schema of a DTO takes null where its binder does`, () => {
    assertNulls(validator(Größe.json['~standard'].jsonSchema.input({ target }), draft), target)
  })
}

const cwd = join(root, 'fixtures/openapi')
const documents = (['3.0', '3.1', '3.2'] as const).map((spec) => {
  const [first] = generateOpenApi({ app: 'null-and-enums/app.ts', cwd, spec }).documents
  const document: unknown = JSON.parse(JSON.stringify(first?.document))
  return { spec, schemas: schemasOf(document) }
})

for (const { spec, schemas } of documents) {
  test(`OpenAPI ${spec}: the schema of a DTO takes null where its binder does`, () => {
    const schema = { $ref: '#/components/schemas/Gro_e', components: { schemas } }
    assertNulls(validator(schema, spec === '3.0' ? '07' : '2020'), spec)
  })

  test(`OpenAPI ${spec}: names of components are those that OpenAPI allows`, () => {
    const own = Object.keys(schemas).filter((name) => !/Problem/.test(name))
    const wanted = [
      'Circle',
      'Colour',
      'Gro_e',
      'Gro_eOutput',
      'Level',
      'Sizes',
      'SizesOutput',
      'Square',
      '_Part',
    ]
    assert.equal(own.sort(), wanted)
  })

  test(`OpenAPI ${spec}: an enum is a component with a type`, () => {
    assert.equal(schemas['Colour'], { type: 'string', enum: ['red', 'blue'] })
    assert.equal(schemas['Level'], { type: 'integer', enum: [1, 2] })
    const { properties } = schemas['Sizes'] as { properties: Readonly<Record<string, unknown>> }
    assert.equal(properties['colour'], { $ref: '#/components/schemas/Colour' })
    assert.equal(properties['colours'], { type: 'array', items: { $ref: '#/components/schemas/Colour' } })
  })
}

test('integers have their size, and no limit or default that a number cannot represent', () => {
  const limits = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
  const wanted = {
    big: { type: 'integer' },
    long: { type: 'integer', format: 'int64' },
    whole: { type: 'integer', ...limits, format: 'int64' },
    count: { type: 'integer', ...limits, minimum: 0, format: 'int64' },
  }
  const own = Sizes.json['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as {
    properties: Readonly<Record<string, unknown>>
  }
  const component = documents[1]?.schemas['Sizes'] as typeof own
  for (const [name, schema] of Object.entries(wanted)) {
    assert.equal(own.properties[name], schema)
    assert.equal(component.properties[name], schema)
  }
})

function schemasOf(document: unknown): Readonly<Record<string, Schema>> {
  return (document as { components: { schemas: Readonly<Record<string, Schema>> } }).components.schemas
}

test.run()
