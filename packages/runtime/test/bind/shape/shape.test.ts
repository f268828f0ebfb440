import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { enumOf, oneOfMixed } from '../../../src/bind/scalar/scalar.ts'
import { jsonSchemaOf } from '../../../src/bind/shape/json-schema.ts'
import { type Shape, type ShapeType, sentShape } from '../../../src/bind/shape/shape.ts'

/** The schema of a member with this type. */
function schemaWithDefinitions(held: ShapeType): unknown {
  const { properties } = jsonSchemaOf(sentShape('X', () => ({ v: held })))
  return Reflect.get(Object(properties), 'v')
}

test('a mark after a name makes the member optional', () => {
  const of = sentShape('X', () => ({ a: 'string', 'b?': 'string', 'c!': 'string' }))
  assert.equal(
    of.members().map(({ key, isRequired }) => [key, isRequired]),
    [
      ['a', true],
      ['b', false],
      ['c', true],
    ],
  )
  assert.equal(jsonSchemaOf(of)['required'], ['a', 'c'])
})

test('names that end with a mark get another', () => {
  const of = sentShape('X', () => ({ 'a?!': 'string', 'b??': 'string', 'c!!': 'string', 'd!?': 'string' }))
  assert.equal(of.keys(), ['a?', 'b?', 'c!', 'd!'])
  assert.equal(jsonSchemaOf(of)['required'], ['a?', 'c!'])
})

test('numeric keys keep their place, and no name sets the prototype', () => {
  const of = sentShape('X', () => ({ 'b!': 'string', '2!': 'string', '1?': 'string', '__proto__!': 'int8' }))
  assert.equal(of.keys(), ['b', '2', '1', '__proto__'])
  const { properties } = jsonSchemaOf(of)
  assert.equal(Object.keys(Object(properties)).sort(), ['1', '2', '__proto__', 'b'])
  assert.is(Object.getPrototypeOf(properties), Object.prototype)
})

test('members are evaluated lazily, and keys once', () => {
  let asked = 0
  const of = sentShape('X', () => {
    asked++
    return { a: 'string' }
  })
  assert.is(asked, 0)
  assert.is(of.keys(), of.keys())
  assert.is(asked, 1)
})

test('a file is a key, but not in the schema', () => {
  const of = sentShape('X', () => ({ file: 'file', name: 'string' }))
  assert.equal(of.keys(), ['file', 'name'])
  assert.equal(jsonSchemaOf(of), {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  })
})

test('words stand for types', () => {
  assert.equal(schemaWithDefinitions('uint8'), { type: 'integer', minimum: 0, maximum: 255 })
  const uint64 = { type: 'integer', minimum: 0, format: 'uint64' }
  assert.equal(schemaWithDefinitions('uint64'), uint64)
  assert.equal(schemaWithDefinitions('date'), { type: 'string', format: 'date-time' })
  assert.equal(schemaWithDefinitions('bytes'), { type: 'string', contentEncoding: 'base64' })
  assert.equal(schemaWithDefinitions('null'), { type: 'null' })
})

test('lists, records, tuples and unions are made of others', () => {
  assert.equal(schemaWithDefinitions([['bool']]), {
    type: 'array',
    items: { type: 'array', items: { type: 'boolean' } },
  })
  assert.equal(schemaWithDefinitions({ record: 'bool', keys: { minLength: 1 } }), {
    type: 'object',
    propertyNames: { minLength: 1 },
    additionalProperties: { type: 'boolean' },
  })
  assert.equal(schemaWithDefinitions({ tuple: ['bool', 'string'], min: 1 }), {
    type: 'array',
    prefixItems: [{ type: 'boolean' }, { type: 'string' }],
    minItems: 1,
    items: false,
  })
  assert.equal(schemaWithDefinitions({ tuple: [], min: 0, rest: 'bool' }), {
    type: 'array',
    minItems: 0,
    items: { type: 'boolean' },
  })
  assert.equal(schemaWithDefinitions({ anyOf: [['string', { minLength: 1 }], 'null'] }), {
    anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }],
  })
})

test('literal values are those of their reader, or written out', () => {
  assert.equal(schemaWithDefinitions(oneOfMixed('a', 1, true)), { enum: ['a', 1, true] })
  assert.equal(schemaWithDefinitions(enumOf<string>('a', 'b')), { enum: ['a', 'b'], type: 'string' })
  assert.equal(schemaWithDefinitions({ enum: ['a', 2n] }), { enum: ['a', 2] })
  assert.equal(schemaWithDefinitions({ enum: [2n ** 60n + 1n] }), { type: 'integer' })
  assert.equal(schemaWithDefinitions({ enum: ['a', 2n ** 60n + 1n] }), {})
})

test('further keywords are merged', () => {
  assert.equal(schemaWithDefinitions(['uint8', { minimum: -3, maximum: 9, default: 1 }]), {
    type: 'integer',
    minimum: 0,
    maximum: 9,
    default: 1,
  })
  assert.equal(schemaWithDefinitions([{ tuple: ['bool'], min: 1 }, { minItems: 2 }]), {
    type: 'array',
    prefixItems: [{ type: 'boolean' }],
    minItems: 2,
    items: false,
  })
  assert.equal(schemaWithDefinitions([{ enum: ['a', 'b'] }, { enum: ['a', 'b'] }]), {
    enum: ['a', 'b'],
    type: 'string',
  })
  assert.equal(schemaWithDefinitions([{ enum: ['a', 'b'] }, { enum: ['a'], allOf: [{ minLength: 1 }] }]), {
    enum: ['a', 'b'],
    type: 'string',
    allOf: [{ enum: ['a'] }, { minLength: 1 }],
  })
})

test('objects become definitions, each once', () => {
  const inner = sentShape('Inner', () => ({ deep }), { description: 'What is inside.' })
  const deep = sentShape('Deep', () => ({ 'v?': 'bool' }))
  const outer = sentShape(
    'Outer',
    () => ({ one: inner, two: [inner, { description: 'the second' }], deep }),
    {
      description: 'What is outside.',
      allOf: () => [{ minProperties: 1 }],
    },
  )
  assert.equal(jsonSchemaOf(outer), {
    description: 'What is outside.',
    type: 'object',
    properties: {
      one: { $ref: '#/$defs/Inner' },
      two: { $ref: '#/$defs/Inner', description: 'the second' },
      deep: { $ref: '#/$defs/Deep' },
    },
    required: ['one', 'two', 'deep'],
    allOf: [{ minProperties: 1 }],
    $defs: {
      Inner: {
        description: 'What is inside.',
        type: 'object',
        properties: { deep: { $ref: '#/$defs/Deep' } },
        required: ['deep'],
      },
      Deep: { type: 'object', properties: { v: { type: 'boolean' } } },
    },
  })
  const { one, two } = Object(jsonSchemaOf(outer, { isInline: true })['properties'])
  assert.is(one.description, 'What is inside.')
  assert.equal(two, { ...one, description: 'the second' })
})

test('a recursive object refers to itself, from any entry', () => {
  const tree = sentShape('Tree', () => ({ below: [tree], 'wood?': wood }))
  const wood = sentShape('Wood', () => ({ 'tree?': tree }))
  assert.equal(jsonSchemaOf(tree)['properties'], {
    below: { type: 'array', items: { $ref: '#' } },
    wood: { $ref: '#/$defs/Wood' },
  })
  assert.equal(jsonSchemaOf(wood)['$defs'], {
    Tree: {
      type: 'object',
      properties: {
        below: { type: 'array', items: { $ref: '#/$defs/Tree' } },
        wood: { $ref: '#' },
      },
      required: ['below'],
    },
  })
})

test('shapes of one name are distinguished, from the root as well', () => {
  const one = sentShape('X', () => ({ a: 'bool' }))
  const other = sentShape('X', () => ({ 'a?': 'bool' }))
  const whole: Shape<never> = sentShape('X', () => ({ one, other, again: other, whole }))
  const { properties, $defs } = jsonSchemaOf(whole)
  assert.equal(properties, {
    one: { $ref: '#/$defs/X-2' },
    other: { $ref: '#/$defs/X-3' },
    again: { $ref: '#/$defs/X-3' },
    whole: { $ref: '#' },
  })
  assert.equal(Object.keys(Object($defs)), ['X-2', 'X-3'])
})

test('changing a schema does not affect the next one', () => {
  const of = sentShape('X', () => ({ a: ['string', { examples: ['x'] }], b: 'uint8' }))
  const before = JSON.stringify(jsonSchemaOf(of))
  const { a, b } = Object(jsonSchemaOf(of)['properties'])
  a.examples.push('y')
  b.minimum = 7
  assert.is(JSON.stringify(jsonSchemaOf(of)), before)
})

test.run()
