import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BindError, type TextObject } from '../../src/client/parts/api.ts'
import {
  base64,
  bigint,
  bytes,
  date,
  either,
  file,
  flag,
  indexed,
  int,
  list,
  numbered,
  numeric,
  object,
  oneOf,
  ranged,
  record,
  shown,
  text,
  tuple,
  union,
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

test('undeclared members keep their names, and none may be __proto__', () => {
  const codec = indexed([['id', int, 'number']], text)
  const sent = { number: 1, constructor: 'a', number1: 'b' }
  assert.equal(codec.to({ id: 1, constructor: 'a', number1: 'b', none: undefined }, ''), sent)
  assert.equal(codec.from(sent, '', true), { id: 1, constructor: 'a', number1: 'b' })
  assert.throws(() => codec.to({ id: 1, a: 5 }, 'of'), /^of\.a must be well-formed text$/)
  assert.throws(() => codec.to(JSON.parse('{ "id": 1, "__proto__": "a" }'), 'of'), /__proto__/)
  assert.throws(() => codec.from({ number: 1, a: 5 }, 'of', true), isWrong('of.a'))
  assert.is(codec.from('a', 'of', false), 'a')
  assert.equal(
    [{ id: 1, a: 'b', c: undefined }, 'a', []].map((one) => codec.count?.(one, false)),
    [2, -1, -1],
  )
})

test('a missing property is required, and a wrong discriminator names all values', () => {
  const kind = union('type', [
    [
      ['a'],
      object([
        ['type', oneOf(['a'])],
        ['n', int],
      ]),
    ],
    [['b', 'c'], object([['type', oneOf(['b', 'c'])]])],
  ])
  const codecs = { text, int, flag, bigint, numeric, date, file, bytes, base64, kind, one: oneOf([1]) }
  const all = { ...codecs, list: list(int), pair: tuple([int], 1), map: record(int), of: object([]) }
  for (const [name, codec] of Object.entries(all)) {
    const owner = object([[name, codec]])
    assert.throws(() => owner.to({}, ''), new RegExp(`^${name} is required$`), name)
    assert.throws(
      () => owner.to({ [name]: null }, ''),
      new RegExp(`^${name} (must be|has a wrong|is of none)`),
      name,
    )
  }
  const owner = object([['kind', kind]])
  assert.throws(() => owner.to({ kind: { type: 'd' } }, ''), /^kind\.type must be one of a, b, c$/)
  assert.throws(() => owner.to({ kind: { type: 'a' } }, ''), /^kind\.n is required$/)
  assert.equal(owner.to({ kind: { type: 'c' } }, ''), { kind: { type: 'c' } })
})

test('the compiler and the codec take instances with a text, and refuse what has none', () => {
  class Plate {
    readonly text = 'B-7'
    toString(): string {
      return this.text
    }
  }
  const taken: readonly (string | TextObject)[] = ['a', new Plate(), new URL('http://a/')]
  assert.equal(
    taken.map((one) => shown.to(one, 'of')),
    ['a', 'B-7', 'http://a/'],
  )
  const refused: readonly (string | TextObject)[] = [
    // @ts-expect-error
    5,
    // @ts-expect-error
    true,
    // @ts-expect-error
    1n,
    // @ts-expect-error
    null,
    // @ts-expect-error
    ['a'],
    // @ts-expect-error
    new Date(),
    // @ts-expect-error
    Uint8Array.of(1),
    // @ts-expect-error
    { text: 'a' },
    // The compiler cannot tell that it has no text of its own.
    new (class {})(),
  ]
  for (const one of refused) assert.throws(() => shown.to(one, 'of'), /^of /, String(one))
})

function isWrong(path: string): (error: unknown) => boolean {
  return (error) => error instanceof BindError && error.path === path
}

test.run()
