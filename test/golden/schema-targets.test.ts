import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ParkCar } from '../../examples/garage-api/src/dto/car.bind.ts'
import { SignUp } from '../../fixtures/valid/body-formats/dto.bind.ts'
import { Drawing, Renamed } from '../../fixtures/valid/discriminated-unions/dto.bind.ts'
import { Crossed } from '../../fixtures/valid/names-by-source/dto.bind.ts'
import { ListCars, NewCar, NewCars } from '../../fixtures/valid/schema-notes/dto.bind.ts'
import { fixtureFolders } from '../support/fixture-folders.ts'

interface Schema {
  readonly '~standard': {
    readonly jsonSchema: Readonly<
      Record<'input' | 'output', (options: { readonly target: string }) => object>
    >
  }
}

/** Keywords, and types, that a target does not have. */
const unsaid = {
  'draft-2020-12': /"(?:definitions|nullable|discriminator|property|as)":/,
  'draft-07': /"(?:\$defs|prefixItems|nullable|deprecated|discriminator)":/,
  'openapi-3.0':
    /"(?:\$ref|\$defs|\$schema|definitions|prefixItems|const|examples|propertyNames|contentEncoding)":|"type":(?:\[|"null")/,
}

/** Validators in strict mode, which refuse unknown keywords, `nullable` without a type, and lost references. */
const options = { strictTuples: false, strictTypes: false }
const validators = new Map([
  ['draft-2020-12', new Ajv2020(options)],
  ['draft-07', new Ajv(options)],
  ['openapi-3.0', new Ajv(options)],
])
for (const ajv of validators.values()) {
  formats.default(ajv)
  ajv.addFormat('uint64', true)
  ajv.addVocabulary(['discriminator', 'example'])
}
/** By target and text: many sources share a schema. */
const compiled = new Set<string>()

function compile(target: string, schema: object): void {
  const text = JSON.stringify(schema, target === 'openapi-3.0' ? withNumericLimits : undefined)
  if (compiled.has(target + text)) return
  compiled.add(target + text)
  validators.get(target)?.compile(JSON.parse(text))
}

/** OpenAPI 3.0 has the exclusive limits of draft 04, which Ajv does not know. */
function withNumericLimits(_key: string, value: unknown): unknown {
  const schema: unknown = value
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  const made: Record<string, unknown> = { ...schema }
  for (const side of ['Minimum', 'Maximum'])
    if (made[`exclusive${side}`] === true) made[`exclusive${side}`] = made[side.toLowerCase()]
  return made
}

/** The names of properties may be any. */
function withoutNames(key: string, value: unknown): unknown {
  return key === 'properties' && typeof value === 'object' && value !== null ? Object.values(value) : value
}

for (const [target, wrong] of Object.entries(unsaid)) {
  test(`${target}: every schema of every fixture has a JSON Schema`, async () => {
    let count = 0
    for (const { path } of fixtureFolders('valid')) {
      const generated: object = await import(pathToFileURL(join(path, 'dto.bind.ts')).href)
      for (const schema of Object.values(generated).filter(isDto).flatMap(schemasOf)) {
        for (const side of ['input', 'output'] as const) {
          const made = schema['~standard'].jsonSchema[side]({ target })
          const told = JSON.stringify(made, withoutNames)
          assert.is(wrong.exec(told)?.[0], undefined, `${path}: ${told}`)
          compile(target, made)
          count++
        }
      }
    }
    assert.ok(count > 500, `${count}`)
  })
}

test('the input of each source has its own names on the wire, below objects too', () => {
  const namesOf = (schema: Schema): readonly string[] =>
    Object.keys(told(schema, 'input', 'draft-2020-12').properties)
  assert.equal(namesOf(Crossed.query), ['page', 'X-Page'])
  assert.equal(namesOf(Crossed.header), ['X-Page', 'page'])
  const namesBelow = (schema: Schema): object => {
    const { $defs } = JSON.parse(JSON.stringify(told(schema, 'input', 'draft-2020-12')))
    return Object.keys($defs.Address.properties)
  }
  assert.equal(namesOf(SignUp.json), ['full_name', 'age', 'tags', 'address'])
  assert.equal(namesBelow(SignUp.json), ['street_name'])
  assert.equal(namesOf(SignUp.form), ['name', 'age', 'tag', 'address'])
  assert.equal(namesBelow(SignUp.form), ['street'])
})

test('a property has its name on the wire, and the content of its comment', () => {
  const { properties, required } = told(ListCars.query, 'input', 'openapi-3.0')
  assert.equal(Object.keys(properties), ['page_no', 'all', 'colour', 'sizes'])
  const { minimum: _, maximum: __, ...page } = properties['page_no'] ?? {}
  assert.equal(page, {
    type: 'integer',
    description: 'Counted from one.',
    title: 'Page',
    default: 1,
    format: 'int64',
    example: 3,
  })
  assert.equal(properties['all'], { type: 'boolean', deprecated: true, example: true })
  assert.is(required, undefined)
  assert.equal(told(ListCars.query, 'output', 'draft-07').required, ['page_no', 'sizes'])
  assert.not.ok('deprecated' in (told(ListCars.query, 'input', 'draft-07').properties['all'] ?? {}))
})

test('an interface has its title and deprecation, and an example the form of its type', () => {
  const { title, deprecated, description } = NewCars.json['~standard'].jsonSchema.input({
    target: 'draft-2020-12',
  })
  assert.equal(
    { title, deprecated, description },
    { title: 'Cars', deprecated: true, description: undefined },
  )
  const car = told(NewCar.json, 'input', 'draft-2020-12')
  assert.is(Object(car).title, 'Car')
  assert.equal(car.properties['built']?.['examples'], ['2024-05-01T00:00:00.000Z'])
  assert.equal(car.properties['size']?.['examples'], ['small', 3])
  assert.equal(car.properties['code']?.['examples'], ['5'])
  assert.equal(told(ListCars.query, 'input', 'draft-07').properties['sizes']?.['examples'], [[1, 2]])
})

test('input and output differ in defaults and dates', () => {
  assert.equal(told(ParkCar.json, 'input', 'draft-2020-12').required, ['plate', 'doors', 'owner'])
  assert.equal(told(ParkCar.json, 'output', 'draft-2020-12').required, ['plate', 'doors', 'colour', 'owner'])
  const birth = (side: 'input' | 'output'): unknown =>
    told(ParkCar.form, side, 'openapi-3.0').properties['owner']?.['properties']
  assert.equal(birth('input'), {
    name: { type: 'string' },
    birth_date: { type: 'string', format: 'date-time' },
  })
  assert.equal(birth('output'), { name: { type: 'string' }, birth_date: {} })
})

test('a tagged union has its discriminator in OpenAPI, by the name on the wire', () => {
  const { shape } = told(Drawing.json, 'input', 'openapi-3.0').properties
  assert.equal(shape?.['discriminator'], { propertyName: 'kind' })
  const { one } = told(Renamed.json, 'input', 'openapi-3.0').properties
  assert.equal(one?.['discriminator'], { propertyName: 'type' })
})

test('another target is refused', () => {
  assert.throws(() => ParkCar.json['~standard'].jsonSchema.input({ target: 'draft-04' }), /draft-04/)
})

test.run()

interface Told {
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required?: readonly string[]
}

function told(schema: Schema, side: 'input' | 'output', target: string): Told {
  return schema['~standard'].jsonSchema[side]({ target }) as Told
}

function isDto(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'all' in value
}

function schemasOf(dto: object): readonly Schema[] {
  return [dto, ...Object.values(dto)].filter(
    (one): one is Schema => one != null && Object.hasOwn(one, '~standard'),
  )
}
