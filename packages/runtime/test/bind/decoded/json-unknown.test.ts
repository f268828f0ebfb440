import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { valueCheck } from '../../../src/bind/dto/value-check.ts'
import { decodedSource } from '../../../src/bind/dto/value-sources.ts'
import { partsOf } from '../../../src/bind/parsers/binder-parts.ts'
import { Reading } from '../../../src/bind/reading/reading.ts'
import { throwIssues } from '../../../src/bind/reading/throw-issues.ts'
import { jsonSchemaOf } from '../../../src/bind/shape/json-schema.ts'
import {
  jsonBinder,
  jsonNothing,
  jsonNumeric,
  jsonObjectOrList,
  jsonOthers,
  jsonString,
  jsonUnknown,
  readJson,
  shape,
  stringifier,
} from '../../../src/codegenv1.ts'
import { bodyInput, issuesOf } from '../body-input.ts'

function reading(): Reading {
  const at = new Reading(bodyInput('', ''))
  at.source = 'body'
  return at
}

const held = shape(
  'Held',
  () => ({ 'data?': 'unknown', 'list?': 'object', 'old?': 'nothing' }),
  (json, at) => ({
    data: jsonUnknown(json['data'], 'data', at),
    old: jsonNothing(json['old'], 'old', at),
  }),
)

const exact = shape(
  'Exact',
  () => ({ id: 'number', data: 'unknown' }),
  (json, at) => ({ id: jsonNumeric(json['id'], 'id', at), data: jsonUnknown(json['data'], 'data', at) }),
  { isExact: 'written' },
)

test('a decoded value is the value itself', () => {
  const value = { a: [1, { b: null }], constructor: 1 }
  assert.is(jsonUnknown(value, 'data', reading()), value)
  for (const one of [null, 0, '', false, 'x']) assert.is(jsonUnknown(one, 'data', reading()), one)
})

test('values of MessagePack and CBOR stay unchanged and unread', () => {
  const at = reading()
  at.isBinary = true
  at.ownsBody = true
  const value = { at: new Date(0), bytes: new Uint8Array([1]), big: 5n, list: [2n] }
  assert.is(jsonUnknown(value, 'data', at), value)
  assert.equal(value, { at: new Date(0), bytes: new Uint8Array([1]), big: 5n, list: [2n] })
  jsonObjectOrList(value.bytes, 'list', at)
  assert.equal(
    issuesOf(() => throwIssues(at)),
    [
      {
        source: 'body',
        path: 'list',
        code: 'type',
        expected: ['object', 'array'],
        message: 'must be an object or a list',
      },
    ],
  )
})

test('beside an exact number, other numbers are those of JSON.parse', () => {
  const text = '{"id":9007199254740993,"data":[9007199254740993,{"a":-9007199254740993}]}'
  const at = new Reading(bodyInput('application/json', text))
  assert.equal(readJson(at, exact), {
    id: 9007199254740993n,
    data: [9007199254740992, { a: -9007199254740992 }],
  })
})

test('a foreign value is not modified', () => {
  const value = Object.freeze({ data: Object.freeze([5n]) })
  const check = valueCheck(partsOf(jsonBinder('Held', held)), decodedSource('json'))
  assert.equal(Object.keys(check(value)), ['value'])
})

test('each key that could set a prototype is an issue', () => {
  const at = reading()
  jsonUnknown(JSON.parse('[{"__proto__":1,"a":{"__proto__":{}}}]'), 'data', at)
  assert.equal(
    issuesOf(() => throwIssues(at)).map(({ path }) => path),
    ['data.0.__proto__', 'data.0.a.__proto__'],
  )
})

test('recursion ends at the depth limit of a body', () => {
  const value: unknown[] = []
  value.push(value)
  assert.equal(
    issuesOf(() => jsonUnknown(value, 'data', reading())),
    [
      {
        source: 'body',
        path: '',
        code: 'limit',
        message: 'is more than 32 values deep',
        values: { max: 32 },
      },
    ],
  )
})

test('a million values take no longer than their text', () => {
  const value = Array.from({ length: 1_000_000 }, (_, i) => (i % 10 === 0 ? { i } : i))
  const start = performance.now()
  jsonUnknown(value, 'data', reading())
  assert.ok(performance.now() - start < 2000)
})

test('other keys reach no prototype', () => {
  const at = reading()
  const json = JSON.parse('{"a":"b","constructor":"c","__proto__":"d","name":"e"}')
  const result = jsonOthers(Object.create(null), json, at, new Set(['name']), jsonString)
  assert.equal({ ...result }, { a: 'b', constructor: 'c' })
  assert.is(Object.getPrototypeOf(result), null)
  assert.equal(
    issuesOf(() => throwIssues(at)).map(({ path }) => path),
    ['__proto__'],
  )
})

test('a schema describes the values of other keys', () => {
  const open = shape(
    'Open',
    () => ({ name: 'string' }),
    () => ({}),
    { others: () => 'int8' },
  )
  assert.equal(jsonSchemaOf(open), {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
    additionalProperties: { type: 'integer', minimum: -128, maximum: 127 },
  })
  assert.equal(jsonSchemaOf(held), {
    type: 'object',
    properties: { data: {}, list: { type: ['object', 'array'] }, old: { not: {} } },
  })
})

test('a response may hold a bigint', () => {
  const stringify = stringifier((value: { data: unknown }) => value)
  assert.is(stringify({ data: [12345678901234567890n, 1] }), '{"data":[12345678901234567890,1]}')
  const circle: { data: unknown } = { data: undefined }
  circle.data = circle
  assert.throws(() => stringify(circle), TypeError)
})

test.run()
