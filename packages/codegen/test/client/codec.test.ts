import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BindError } from '../../src/client/parts/api.ts'
import {
  base64,
  date,
  either,
  file,
  int,
  numbered,
  object,
  ranged,
  record,
  text,
} from '../../src/client/parts/codec.ts'

test('keys that are numbers distinguish the objects of a union', () => {
  const photo = object([
    ['id', base64],
    ['kind', text],
  ])
  const prices = numbered(ranged(int, 0, 255), text)
  const union = either([prices, photo])
  assert.equal(union.from({ id: 'Au4Y', kind: 'b' }, '', false), { id: Uint8Array.of(2, 238, 24), kind: 'b' })
  assert.equal(union.from({ 1: 'Au4Y', 255: 'b' }, '', false), { 1: 'Au4Y', 255: 'b' })
  assert.equal(union.to({ id: Uint8Array.of(0), kind: 'b' }, ''), { id: 'AA==', kind: 'b' })
  for (const key of ['256', '01', '-0', '1.5', '1e1', 'NaN', 'Infinity', '', ' 1', 'x.y']) {
    assert.throws(() => prices.to({ [key]: 'a' }, 'of'), /^of must have numbers as keys$/, key)
    assert.throws(() => prices.from({ [key]: 'a' }, 'of', true), isWrong('of'), key)
  }
})

test('a text with blanks is no base64 where a union is read', () => {
  const union = either([
    record(base64),
    object([
      ['id', base64],
      ['word', text],
    ]),
  ])
  assert.equal(union.from({ id: 'AA==', word: '  ' }, '', false), { id: Uint8Array.of(0), word: '  ' })
})

test('objects without a prototype, as decoders of other formats make them, are wrong values', () => {
  const bare: unknown = Object.create(null)
  for (const codec of [ranged(int, 0, 9), date, base64]) {
    assert.throws(() => codec.from(bare, 'of', true), isWrong('of'))
    assert.not.throws(() => codec.from(bare, 'of', false))
  }
})

test('a file name that the service would change is refused', () => {
  for (const name of ['..', 'a.', 'NUL.', 'a:b.txt', 'PROGRA~1', 'a ', ' a', 'a/b', ''])
    assert.throws(() => file.to(new File([], name), 'photo'), /^photo has a file name/, name)
  for (const name of ['a.b.txt', '.env', 'a~b', '~', 'a b']) file.to(new File([], name), 'photo')
})

function isWrong(path: string): (error: unknown) => boolean {
  return (error) => error instanceof BindError && error.path === path
}

test.run()
