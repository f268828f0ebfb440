import fc from 'fast-check'
import { isObject, type JsonObject, resolved } from '../../packages/runtime/src/testing/document-object.ts'

/**
 * Values for a schema, most of which fit: each part is now and then another value. Whether the whole fits is for a validator
 * to express. Null is never sent for an optional member, since binders take it for an absent one.
 */
export function valueArbitrary(
  document: JsonObject,
  schema: unknown,
  mayBeNull = true,
): fc.Arbitrary<unknown> {
  const fitting = fittingArbitrary(document, resolved(document, schema))
  const others: readonly unknown[] = ['', 'abc', 1.5, -3, 1000, true, [], {}, ...(mayBeNull ? [null] : [])]
  return fc.oneof({ arbitrary: fitting, weight: 24 }, { arbitrary: fc.constantFrom(...others), weight: 1 })
}

function fittingArbitrary(document: JsonObject, schema: JsonObject): fc.Arbitrary<unknown> {
  const { const: constant, enum: values, oneOf, anyOf, allOf, type } = schema
  if (constant !== undefined) return fc.constant(constant)
  if (Array.isArray(values)) return fc.constantFrom(...values)
  const union = [oneOf, anyOf].find((one): one is unknown[] => Array.isArray(one))
  if (union !== undefined)
    return fc.oneof(...union.map((one) => fittingArbitrary(document, resolved(document, one))))
  if (Array.isArray(allOf)) return merged(document, allOf)
  const types = Array.isArray(type) ? type : [type]
  return fc.oneof(...types.map((one) => typedArbitrary(document, schema, one)))
}

function merged(document: JsonObject, parts: readonly unknown[]): fc.Arbitrary<unknown> {
  const values = parts.map((one) => fittingArbitrary(document, resolved(document, one)))
  return fc.tuple(...values).map((all) => (all.every(isObject) ? Object.assign({}, ...all) : all[0]))
}

function typedArbitrary(document: JsonObject, schema: JsonObject, type: unknown): fc.Arbitrary<unknown> {
  if (type === 'string') return textArbitrary(schema)
  if (type === 'integer' || type === 'number') return numberArbitrary(schema, type)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') return listArbitrary(document, schema)
  if (type === 'object') return objectArbitrary(document, schema)
  return fc.constantFrom('any', 1, true)
}

function textArbitrary({ format, pattern, minLength, maxLength }: JsonObject): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.oneof(...dates.map((one) => fc.constant(one)))
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return fc.constantFrom('2026-01-02', '2024-02-29', '2026-02-29', '2026-1-2')
  if (typeof pattern === 'string') return fc.constantFrom(...likelyTexts)
  const most = Math.min(numberOr(maxLength, 12), 40)
  return fc.string({
    minLength: Math.max(0, numberOr(minLength, 0) - 1),
    maxLength: most + 1,
    unit: 'grapheme-ascii',
  })
}

/** Capital T and Z: RFC 3339 leaves others to the receiver. */
const dates: readonly string[] = [
  '2026-01-02T03:04:05Z',
  '2026-01-02T03:04:05.678Z',
  '2024-02-29T23:59:59+02:00',
  '1815-12-10T00:00:00-11:30',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-02T24:00:00Z',
  '2026-01-02T03:04:05',
  '2026-01-02',
]

/** Texts for the patterns of rules. */
const likelyTexts: readonly string[] = [
  ...[
    'a@b.co',
    'ann@mail.com',
    'no mail',
    '@',
    'http://a.b/c',
    'https://x.org',
    'ftp://x',
    'abc',
    'ABC',
    'ab1',
    '123',
  ],
  ...['ZH 123', '#fff', '#a0b1c2', '10.0.0.1', '::1', 'a-b-c', 'A1', '', '12:30', '00:00:00', 'eyJ.e30.x'],
]

function numberArbitrary(schema: JsonObject, type: string): fc.Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const low = Math.max(numberOr(minimum, -1000), numberOr(exclusiveMinimum, -1000), -1_000_000)
  const high = Math.min(numberOr(maximum, 1000), numberOr(exclusiveMaximum, 1000), 1_000_000)
  const whole = fc.integer({ min: Math.ceil(low) - 1, max: Math.max(Math.floor(high), Math.ceil(low)) + 1 })
  return type === 'integer'
    ? whole
    : fc.oneof(
        whole,
        whole.map((one) => one + 0.5),
      )
}

function listArbitrary(
  document: JsonObject,
  { items, prefixItems, minItems, maxItems }: JsonObject,
): fc.Arbitrary<unknown> {
  if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map((one) => valueArbitrary(document, one)))
  const most = Math.min(numberOr(maxItems, 4), 6)
  return fc.array(valueArbitrary(document, items), {
    minLength: Math.max(0, numberOr(minItems, 0) - 1),
    maxLength: most + 1,
  })
}

function objectArbitrary(document: JsonObject, schema: JsonObject): fc.Arbitrary<unknown> {
  const { properties, required, additionalProperties } = schema
  if (!isObject(properties)) {
    return fc.dictionary(fc.constantFrom('a', 'b', 'c'), valueArbitrary(document, additionalProperties))
  }
  const names = Array.isArray(required) ? required : []
  const members = Object.entries(properties).map(([name, one]): [string, fc.Arbitrary<unknown>] => {
    const value = valueArbitrary(document, one, names.includes(name))
    const weight = names.includes(name) ? 40 : 2
    return [name, fc.oneof({ arbitrary: value, weight }, { arbitrary: fc.constant(undefined), weight: 1 })]
  })
  return fc.record(Object.fromEntries(members)).map((one) => JSON.parse(JSON.stringify(one)))
}

function numberOr(value: unknown, other: number): number {
  return typeof value === 'number' ? value : other
}
