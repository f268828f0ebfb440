import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DefaultValue } from '../../../src/model/dto.ts'
import type { FieldType, ScalarName } from '../../../src/model/field-type.ts'
import { parseDefault, unprotect } from '../../../src/parse/tags/parse-default.ts'

function scalar(name: ScalarName): FieldType {
  return { kind: 'scalar', scalar: name }
}

function one(text: string, type: FieldType): unknown {
  const found: DefaultValue | undefined = parseDefault(text, type)
  return found?.kind === 'one' ? found.value : found
}

const good: readonly (readonly [type: ScalarName, text: string, value: unknown])[] = [
  ['string', '', ''],
  ['string', ' a ', ' a '],
  ['boolean', 'on', true],
  ['boolean', 'F', false],
  ['float64', '-1.5e3', -1500],
  ['int', '9007199254740991', 9007199254740991],
  ['int8', '-128', -128],
  ['uint32', '4294967295', 4294967295],
  ['int64', '-9223372036854775808', -9223372036854775808n],
  ['uint64', '18446744073709551615', 18446744073709551615n],
  ['bigint', '123456789012345678901', 123456789012345678901n],
  ['Date', '2024-02-29T00:00:00Z', new Date('2024-02-29T00:00:00Z')],
]

for (const [type, text, value] of good) {
  test(`${type} ${JSON.stringify(text)}`, () => assert.equal(one(text, scalar(type)), value))
}

const bad: readonly (readonly [type: ScalarName, ...texts: string[]])[] = [
  ['boolean', 'yes', 'TrUe', ''],
  ['float64', 'abc', '', '0x10', '1_0', 'NaN', 'Infinity', '1e999', '+1', '.5', '5.', ' 5'],
  ['float32', '1e39'],
  ['int', '1.0', '9007199254740992', '1e3'],
  ['int8', '128', '-129'],
  ['uint8', '-1', '256'],
  ['int64', '9223372036854775808'],
  ['uint64', '-1', '18446744073709551616'],
  ['Date', '2024-01-01', '2023-02-29T00:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01T00:00:00'],
]

for (const [type, ...texts] of bad) {
  test(`none of these is ${type}`, () => {
    assert.equal(
      texts.filter((text) => parseDefault(text, scalar(type)) !== undefined),
      [],
    )
  })
}

test('a list is split at bars, and an escaped bar is one', () => {
  const list: FieldType = { kind: 'list', element: scalar('string') }
  assert.equal(parseDefault('a\\|b|c', list), { kind: 'list', values: ['a|b', 'c'] })
  const numbers: FieldType = { kind: 'list', element: scalar('int') }
  assert.equal(parseDefault('1|2', numbers), { kind: 'list', values: [1, 2] })
  assert.is(parseDefault('1|x', numbers), undefined)
  assert.equal(parseDefault('[]', list), { kind: 'list', values: [] })
})

test('null is a value of a nullable type; otherwise, and between backticks, it is text', () => {
  const text = scalar('string')
  const nullable: FieldType = { kind: 'nullable', of: text }
  assert.equal(parseDefault('null', nullable), { kind: 'one', value: null })
  assert.equal(parseDefault('`null`', nullable), { kind: 'one', value: 'null' })
  assert.equal(parseDefault('null', text), { kind: 'one', value: 'null' })
  assert.equal(parseDefault('null', { kind: 'nullable', of: scalar('int') }), { kind: 'one', value: null })
  assert.is(parseDefault('null', scalar('int')), undefined)
  const list: FieldType = { kind: 'list', element: nullable }
  assert.equal(parseDefault('a|null', list), { kind: 'list', values: ['a', null] })
  assert.equal(parseDefault('`a|null`', list), { kind: 'list', values: ['a', 'null'] })
})

test('a union takes its own values only', () => {
  const union: FieldType = { kind: 'literals', values: ['asc', 1, 2n, true], isEnum: false }
  assert.equal(
    ['asc', '1', '2', 'true', 'desc', '3'].map((text) => one(text, union)),
    ['asc', 1, 2n, true, undefined, undefined],
  )
})

test('backticks around the whole text are removed', () => {
  assert.is(unprotect('`a @query b`'), 'a @query b')
  assert.is(unprotect('`a` b'), '`a` b')
  assert.is(unprotect('a'), 'a')
})

test.run()
