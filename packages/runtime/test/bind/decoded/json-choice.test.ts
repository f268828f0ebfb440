import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bestObject, type Candidate } from '../../../src/bind/decoded/choose.ts'
import { choice, jsonChoice, jsonLists, openBranch } from '../../../src/bind/decoded/json-choice.ts'
import { chosen, noteType, valueChoice } from '../../../src/bind/decoded/value-choice.ts'
import { Reading } from '../../../src/bind/reading/reading.ts'
import { oneOf } from '../../../src/bind/scalar/scalar.ts'
import { type Shape, type ShapeMembers, type ShapeType, shape } from '../../../src/bind/shape/shape.ts'
import { bodyInput } from '../body-input.ts'

/** An object type that returns its name for any value. */
function named(name: string, members: ShapeMembers): Shape<string> {
  return shape(
    name,
    () => members,
    () => name,
  )
}

function open(name: string, held: ShapeType): ReturnType<typeof openBranch<string>> {
  return openBranch(held, () => name)
}

/** The chosen branch, or the issues. */
function read(value: unknown, branches: Parameters<typeof choice<string>>[0], isBinary = false): unknown {
  const at = new Reading(bodyInput('', ''))
  at.isBinary = isBinary
  const branch = jsonChoice(value, 'v', at, choice(branches))
  const issues = at.issues().map(({ path, message }) => `${path}: ${message}`)
  return issues.length === 0 ? branch : issues
}

function readList(value: unknown, ...held: readonly ShapeType[]): unknown {
  const at = new Reading(bodyInput('', ''))
  const branch = jsonLists(
    value,
    'v',
    at,
    choice(() => held.map((one, i) => open(String(i), one))),
  )
  const issues = at.issues().map(({ path, message }) => `${path}: ${message}`)
  return issues.length === 0 ? branch : issues
}

test('the branch that declares most of the sent members is chosen', () => {
  const branches = () => [
    named('A', { w: 'int' }),
    named('B', { w: 'int', 'h?': 'int' }),
    named('C', { 'x?': 'int' }),
  ]
  assert.is(read({ w: 1, h: 'tall' }, branches), 'B')
  assert.is(read({ h: 1, z: 1 }, branches), 'B')
  assert.is(read({ x: 1, z: 1, y: 1 }, branches), 'C')
  assert.is(read({ w: 1 }, branches), 'A')
})

test('on a tie, the branch that fits is chosen, then the first', () => {
  const dates = () => [named('date', { at: 'date' }), named('text', { at: 'string' })]
  assert.is(read({ at: '2024-05-06T07:08:09Z' }, dates), 'date')
  assert.is(read({ at: 'soon' }, dates), 'text')
  assert.is(read({ at: 5 }, dates), 'date')
  assert.is(
    read({ at: '2024-05-06T07:08:09Z' }, () => [...dates()].reverse()),
    'text',
  )
  // Required members are present.
  const required = () => [named('A', { a: 'int', b: 'int' }), named('B', { a: 'int', 'c?': 'int' })]
  assert.is(read({ a: 1 }, required), 'B')
  assert.is(read({}, required), 'A')
})

test('lists and objects count by their kind', () => {
  const branches = () => [
    named('list', { of: ['int'] }),
    named('object', { of: named('X', { x: 'int' }) }),
    named('map', { of: { record: 'int' }, 'z?': 'int' }),
    named('tuple', { of: { tuple: ['int'], min: 1 } }),
  ]
  assert.is(read({ of: ['a'] }, branches), 'list')
  assert.is(read({ of: { y: 'a' } }, branches), 'object')
  assert.is(read({ of: null }, branches), 'list')
})

test('a readable scalar is judged by its whole range', () => {
  const fits = (held: ShapeType, value: unknown, isBinary = false): boolean =>
    read({ v: value }, () => [named('no', { v: named('X', {}) }), named('yes', { v: held })], isBinary) ===
    'yes'
  const rows: readonly (readonly [
    held: ShapeType,
    taken: readonly unknown[],
    refused: readonly unknown[],
  ])[] = [
    ['int8', [-128, 127, 5n], [128, 1.5, '1', true]],
    ['uint', [0, 2 ** 53 - 1], [-1, 2 ** 53]],
    ['int64', [1, 2n ** 63n - 1n], [2n ** 63n, 2 ** 53, 1.5]],
    ['uint64', [0n, 2n ** 64n - 1n], [-1n, 2n ** 64n]],
    ['bigint', [2n ** 99n, 7], ['7', 0.5]],
    ['number', [1.5, 2n ** 80n], [Number.POSITIVE_INFINITY, '1']],
    ['float32', [1.5], [1e39]],
    ['bytes', ['AAEC', ''], ['AAE', 5]],
    ['date', ['2024-05-06T07:08:09Z', new Date()], ['2024-05-06', 5]],
    [{ enum: ['a', 1n] }, ['a', 1], []],
    [{ anyOf: ['int', 'null'] }, [null, 1], ['1']],
    [['string', { minLength: 5 }], ['a'], [5]],
  ]
  for (const [held, taken, refused] of rows) {
    for (const value of taken) assert.ok(fits(held, value), `${held} ${value}`)
    for (const value of refused) assert.not(fits(held, value), `${held} ${value}`)
  }
  // Formats with bytes have no base64.
  assert.ok(fits('bytes', new Uint8Array(), true))
  assert.not(fits('bytes', 'AAEC', true))
})

test('a branch is excluded if its literal was sent with another value', () => {
  const branches = () => [
    named('mail', { 'type?': oneOf('mail'), 'subject?': 'string' }),
    named('sms', { 'type?': oneOf('sms', 'mms'), 'phone?': 'string' }),
    named('other', { type: 'int' }),
  ]
  assert.is(read({ type: 'mms', subject: 's' }, branches), 'sms')
  assert.is(read({ type: 'mail', phone: '5' }, branches), 'mail')
  assert.is(read({ subject: 's', phone: 5 }, branches), 'mail')
  // No literal excludes a branch without one.
  assert.is(read({ type: 'fax' }, branches), 'other')
})

test('null for an optional member counts as absent', () => {
  const branches = () => [
    named('A', { 'type?': oneOf('a'), 'x?': 'int' }),
    named('B', { 'type?': oneOf('b'), 'y?': 'int' }),
    named('C', { 'x?': { anyOf: ['int', 'null'] } }),
    named('D', { type: oneOf('d') }),
  ]
  assert.is(read({ type: null, y: 1 }, branches), 'B')
  assert.is(read({ x: null, z: 1 }, branches), 'C')
  assert.is(read({ type: 'd' }, branches), 'D')
  assert.equal(
    read({ type: null }, () => [named('D', { type: oneOf('d') }), named('E', { type: oneOf('e') })]),
    ['v.type: must be one of "d", "e"'],
  )
})

test('a literal excludes a branch only where another branch declares the member', () => {
  const branches = () => [named('A', { id: 'int', 'x?': 'int' }), named('B', { id: 'int', kind: oneOf('b') })]
  assert.is(read({ id: 1, kind: 'z' }, branches), 'B')
  assert.is(read({ id: 1, x: 1, kind: 'z' }, branches), 'A')
  const withText = () => [...branches(), named('C', { kind: 'string' })]
  assert.is(read({ id: 1, kind: 'z' }, withText), 'A')
  // An index signature declares every key.
  assert.is(
    read({ id: 1, kind: 'z' }, () => [...branches(), open('map', { record: 'string' })]),
    'map',
  )
})

test('if literals excluded every branch with declared members, the issue names them', () => {
  const branches = () => [
    named('A', { type: oneOf('a'), 'x?': 'int' }),
    named('B', { type: oneOf('b'), 'x?': 'int' }),
    named('C', { 'other?': 'int' }),
  ]
  assert.equal(read({ type: 'z', x: 1 }, branches), ['v.type: must be one of "a", "b"'])
  assert.is(read({ type: 'z', other: 1 }, branches), 'C')
  assert.is(read({}, branches), 'C')
  assert.equal(
    read({ type: 'z', kind: 1 }, () => [
      named('A', { type: oneOf('a'), kind: { enum: [2] } }),
      named('B', { type: oneOf('a', 'b'), kind: { enum: [2, 3] } }),
    ]),
    ['v.type: must be one of "a", "b"', 'v.kind: must be one of 2, 3'],
  )
  assert.equal(
    read({ n: 'x' }, () => [
      named('A', { n: { enum: [1n, 2n ** 53n + 1n] } }),
      named('B', { n: { enum: [2n] } }),
    ]),
    ['v.n: must be one of 1, 9007199254740993, 2'],
  )
})

test('a literal that one branch accepts is no issue, unless each belongs to another branch', () => {
  const branches = () => [
    named('A', { type: oneOf('a'), size: oneOf('x') }),
    named('B', { type: oneOf('a'), size: oneOf('y') }),
    named('C', { type: oneOf('c') }),
  ]
  assert.equal(read({ type: 'a', size: 'z' }, branches), ['v.size: must be one of "x", "y"'])
  assert.equal(read({ type: 'z' }, branches), ['v.type: must be one of "a", "c"'])
  assert.equal(read({ type: 'c', size: 'x' }, branches), 'C')
  assert.equal(
    read({ type: 'a', size: 'y' }, () => [
      named('A', { type: oneOf('a'), size: oneOf('x') }),
      named('B', { type: oneOf('b'), size: oneOf('y') }),
    ]),
    ['v.size: must be one of "x"', 'v.type: must be one of "b"'],
  )
})

test('a map declares every key', () => {
  const branches = () => [named('A', { x: 'int', y: 'int' }), open('map', { record: 'string' })]
  assert.is(read({ x: 1, y: 2 }, branches), 'A')
  assert.is(read({ x: '1' }, branches), 'map')
  assert.is(read({ x: 1, y: 2, z: 3 }, branches), 'map')
  assert.is(read({ x: 1, y: 2, z: undefined }, branches), 'A')
  assert.is(read({}, branches), 'map')
})

test('only a non-object is refused at once', () => {
  const branches = () => [named('A', {}), named('B', { 'b?': 'int' })]
  for (const value of [null, 1, 'a', [], undefined]) assert.ok(Array.isArray(read(value, branches)))
  assert.ok(Array.isArray(read(new Date(), branches, true)))
})

test('an inherited name counts only as an own property', () => {
  const branches = () => [
    named('A', { 'constructor!': 'string', 'toString!': 'string' }),
    named('B', { 'a?': 'int' }),
  ]
  assert.is(read({ a: 1 }, branches), 'B')
  assert.is(read({}, branches), 'B')
  assert.is(read({ constructor: 'c', toString: 't' }, branches), 'A')
  assert.is(read(Object.assign(Object.create(null), { a: 1 }), branches), 'B')
  assert.is(read(JSON.parse('{"__proto__":{"constructor":"c"}}'), branches), 'B')
  assert.is(
    read(JSON.parse('{"__proto__":{"a":"c"}}'), () => [
      named('A', { 'a?': 'int' }),
      open('map', { record: 'int' }),
    ]),
    'map',
  )
})

test('lists are distinguished by length, then by the kinds of their elements', () => {
  const four: ShapeType = { tuple: ['number', 'number'], min: 2 }
  const six: ShapeType = { tuple: ['number', 'number', 'number', 'number'], min: 3 }
  assert.is(readList([1, 'x'], four, six), '0')
  assert.is(readList(['x', 'x', 'x'], four, six), '1')
  assert.equal(readList([1], four, six), ['v: must have 2 to 4 elements'])
  assert.equal(readList([], { tuple: ['int'], min: 1 }, { tuple: ['int', 'int', 'int'], min: 3 }), [
    'v: must be a list of one of these lengths: 1, 3',
  ])
  assert.is(readList([1.5, 'a', 'b'], ['int'], ['string']), '1')
  assert.is(readList([1.5, 'a'], ['string'], ['int']), '0')
  assert.is(readList([1.5], ['string'], ['int']), '1')
  assert.is(readList([], ['string'], ['int']), '0')
  assert.is(readList([null, {}], ['string'], [{ anyOf: [named('X', {}), 'null'] }]), '1')
  assert.is(readList([[1]], ['int'], [['int']]), '1')
  assert.is(
    readList(['a', 1], { tuple: ['int'], min: 1, rest: 'int' }, { tuple: ['string', 'int'], min: 2 }),
    '1',
  )
  assert.equal(readList({}, ['string'], ['int']), ['v: must be a list'])
})

class Money {
  readonly cents = 5
}

test('a bound value is matched by the names and types of its properties', () => {
  const of = valueChoice(
    { name: 'A', members: { at: 'string' } },
    { name: 'B', members: { at: 'date' } },
    { name: 'C', members: { at: Money } },
    { name: 'D', members: { at: 'object' } },
    { name: 'E', members: { at: 'list' } },
    { name: 'F', members: { at: 'int64' } },
    { name: 'G', members: { at: { anyOf: ['int8', 'null'] } } },
    { name: 'H', members: { at: { enum: [300] } } },
    { name: 'I', members: { at: 'bytes', 'more?': 'bool' } },
  )
  const values = ['a', new Date(), new Money(), {}, [], 5n, 5, 300, new Uint8Array()]
  assert.equal(
    values.map((at) => chosen({ at }, of)),
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
  )
  assert.is(chosen({ at: null }, of), 6)
  assert.is(chosen({ at: 'a', more: true }, of), 8)
  assert.is(chosen({ more: undefined, at: 'a' }, of), 0)
})

test('a bound object keeps the type that it was read as', () => {
  const of = valueChoice(
    { name: 'A', members: { 'a?': 'int' } },
    { name: 'B', members: { 'b?': 'int' } },
    { record: 'int' },
  )
  const read = (name: string): object => {
    const value = {}
    noteType(value, name)
    return value
  }
  assert.equal(
    [{}, read('B'), read(''), read('C')].map((value) => chosen(value, of)),
    [0, 1, 2, 0],
  )
  const maps = valueChoice({ record: 'string' }, { record: 'int' })
  assert.is(chosen(read(''), maps), 0)
})

test('so are maps and lists', () => {
  const maps = valueChoice({ record: 'string' }, { name: 'A', members: { a: 'int' } }, { record: 'int' })
  assert.is(chosen({ a: 1 }, maps), 1)
  assert.is(chosen({ a: 1, b: 2 }, maps), 2)
  assert.is(chosen({}, maps), 0)
  const lists = valueChoice(['string'], [Money], { tuple: ['date'], min: 1, rest: 'bool' })
  assert.is(chosen([new Money()], lists), 1)
  assert.is(chosen([new Date(), true], lists), 2)
  assert.is(chosen([], lists), 0)
})

test('an object of 100,000 keys is read once per branch', () => {
  let looks = 0
  const counted: Candidate = {
    members: [
      {
        name: 'a',
        isInherited: false,
        isRequired: true,
        values: undefined,
        isTag: false,
        takesNull: false,
        fits: () => {
          looks++
          return true
        },
      },
    ],
    others: () => {
      looks++
      return true
    },
  }
  const object = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]))
  bestObject(object, [counted, counted, { ...counted, others: undefined }], false)
  assert.ok(looks <= 200_000, String(looks))
})

test.run()
