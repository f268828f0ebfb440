import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { KeyTable } from '../src/bind/key-table.ts'

const names = [
  'q',
  'page',
  'tags',
  'tags.',
  'a.',
  'ähnlich',
  'x-y',
  ...Array.from({ length: 200 }, (_, i) => `f${i}`),
]
const table = new KeyTable(names)

test('every name is found where it stands, and as a string', () => {
  names.forEach((name, i) => {
    const isNested = name.endsWith('.')
    const key = isNested ? name.slice(0, -1) : name
    assert.is(table.find(`??${key}==`, 2, 2 + key.length, isNested), i, name)
    assert.is(table.indexOf(name), i, name)
  })
})

test('a name that nests is another than the same without a dot', () => {
  assert.is(table.find('a', 0, 1, false), -1)
  assert.is(table.find('q', 0, 1, true), -1)
  assert.is(table.indexOf('q.'), -1)
})

test('what only looks like a name is none', () => {
  for (const name of names) {
    for (const other of [`${name}x`, `x${name}`, name.slice(0, -1), name.toUpperCase(), `${name}.`]) {
      if (names.includes(other)) continue
      assert.is(table.indexOf(other), -1, other)
    }
  }
  assert.is(table.indexOf(''), -1)
})

test('names that agree in length and in the characters that are looked at are told apart', () => {
  const alike = ['aXmYb', 'aYmXb', 'aZmZb', 'aXmYc']
  const small = new KeyTable(alike)
  assert.equal(
    alike.map((name) => small.indexOf(name)),
    [0, 1, 2, 3],
  )
  assert.is(small.indexOf('aQmQb'), -1)
})

test('a table of nothing finds nothing', () => {
  assert.is(new KeyTable([]).indexOf('a'), -1)
})

test.run()
