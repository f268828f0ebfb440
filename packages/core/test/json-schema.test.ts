import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { withDiscriminators } from '../src/json-schema/discriminator.ts'
import { toDraft07 } from '../src/json-schema/draft-07.ts'
import type { JsonSchema } from '../src/json-schema/json-schema.ts'
import { toOpenApi30 } from '../src/json-schema/openapi-30.ts'
import { schemaOfType } from '../src/json-schema/schema-of-type.ts'

const nothing = { type: 'string', nullable: true, enum: [null] }

const dialects: readonly (readonly [JsonSchema, of30: JsonSchema, of07: JsonSchema])[] = [
  [{ type: 'null' }, nothing, { type: 'null' }],
  [{ const: null }, nothing, { const: null }],
  [{ const: 'a' }, { type: 'string', enum: ['a'] }, { const: 'a' }],
  [
    { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'number' }, nothing] },
    { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
  ],
  [
    { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] },
    { anyOf: [{ $ref: '#/$defs/A' }, nothing] },
    { anyOf: [{ $ref: '#/definitions/A' }, { type: 'null' }] },
  ],
  [
    { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }], description: 'A.' },
    { type: 'string', minLength: 1, description: 'A.', nullable: true },
    { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }], description: 'A.' },
  ],
  // Siblings of a reference stay, `allOf` too.
  [
    { $ref: '#/$defs/A', description: 'A.', allOf: [{ not: {} }] },
    { allOf: [{ $ref: '#/$defs/A' }, { not: {} }], description: 'A.' },
    { allOf: [{ $ref: '#/definitions/A' }, { not: {} }], description: 'A.' },
  ],
  [
    { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: false },
    { type: 'array', minItems: 1, items: { anyOf: [{ type: 'string' }] }, maxItems: 1 },
    { type: 'array', minItems: 1, items: [{ type: 'string' }], additionalItems: false },
  ],
  // JSON in a text is not a file.
  [
    { type: 'string', contentMediaType: 'application/json' },
    { type: 'string' },
    { type: 'string', contentMediaType: 'application/json' },
  ],
]

for (const [schema, of30, of07] of dialects) {
  test(`in other dialects: ${JSON.stringify(schema)}`, () => {
    assert.equal(toOpenApi30(schema), of30)
    assert.equal(toDraft07(schema), of07)
  })
}

const branch = (kind: unknown, required = ['kind']): JsonSchema => ({
  type: 'object',
  properties: { name: { type: 'string' }, kind },
  required,
})

const unions: readonly (readonly [branches: readonly JsonSchema[], found: JsonSchema | undefined])[] = [
  [[branch({ const: 'a' }), branch({ enum: ['b', 'c'] })], { propertyName: 'kind' }],
  [[branch({ const: 'a' }), branch({ const: 'a' })], undefined],
  [[branch({ const: 'a' }), branch({ const: 'b' }, [])], undefined],
  [[branch({ const: 1 }), branch({ const: 2 })], undefined],
]

for (const [oneOf, found] of unions) {
  test(`the discriminator of ${JSON.stringify(oneOf)}`, () => {
    assert.equal(withDiscriminators({ oneOf }, (one) => one)['discriminator'], found)
  })
}

test('keywords of rules are joined with those of a type', () => {
  const refer = (): JsonSchema => ({ $ref: '#/$defs/A' })
  assert.equal(schemaOfType(['uint8', { minimum: 3, maximum: 999, not: { const: 5 } }], { refer }), {
    type: 'integer',
    minimum: 3,
    maximum: 255,
    not: { const: 5 },
  })
  assert.equal(schemaOfType({ record: [{ name: 'A' }], keys: { minLength: 1 } }, { refer }), {
    type: 'object',
    propertyNames: { minLength: 1 },
    additionalProperties: { type: 'array', items: { $ref: '#/$defs/A' } },
  })
})

test.run()
