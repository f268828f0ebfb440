import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Items, Loose, Strict } from '../../fixtures/valid/unknown-keys/dto.bind.ts'

const draft = { target: 'draft-2020-12' } as const

/** The part of a schema that refuses unknown keys, and its definitions. */
function refusals(schema: Readonly<Record<string, unknown>>): unknown {
  const definitions: Readonly<Record<string, unknown>> = Object(schema['$defs'])
  const inside = Object.entries(definitions).map(([name, one]) => [name, additional(one)])
  return { own: additional(schema), ...Object.fromEntries(inside) }
}

function additional(schema: unknown): unknown {
  return Reflect.get(Object(schema), 'additionalProperties')
}

test('the schema of a DTO with @unknown error refuses unknown keys, but not in DTOs inside it', () => {
  assert.equal(refusals(Strict['~standard'].jsonSchema.input(draft)), {
    own: false,
    Item: false,
    Other: undefined,
  })
  assert.equal(refusals(Items['~standard'].jsonSchema.input(draft)), { own: undefined, Item: false })
  assert.is(additional(Loose['~standard'].jsonSchema.input(draft)), undefined)
})

test.run()
