import { jsonCheck } from '@ctxgen/runtime/check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bindJsonStrict, Items, Loose, Strict } from '../../fixtures/valid/unknown-keys/dto.bind.ts'
import type { StandardResult } from '../../packages/runtime/src/bind/dto/standard-schema.ts'

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

test('the schema of a DTO has the key that an unknown one is similar to, and the check of a page does without', async () => {
  const value = { title: 'a', cuont: 1 }
  const messagesOf = async ({ '~standard': { validate } }: Standard): Promise<unknown> =>
    (await validate(value)).issues?.map(({ message }) => message)
  assert.match(String(await messagesOf(Strict)), 'is not a known key; did you mean count?')
  const check = String(await messagesOf(jsonCheck(bindJsonStrict)))
  assert.match(check, 'is not a known key')
  assert.not.match(check, 'did you mean')
})

interface Standard {
  readonly '~standard': {
    readonly validate: (value: unknown) => StandardResult<unknown> | Promise<StandardResult<unknown>>
  }
}

test.run()
