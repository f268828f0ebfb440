import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { KeyTable } from '../../../src/bind/text/key-table.ts'
import {
  isKnownAt,
  type KnownKeys,
  knownFrom,
  pathKeys,
  plainKeys,
} from '../../../src/bind/text/known-keys.ts'

const alike = Array.from({ length: 200 }, (_, i) => `f${i}`)
const names = ['q', 'page', 'pages', 'tags', 'tags.', 'a.', 'ähnlich', 'x-y', 'a=b', 'half%', ...alike]
const table = new KeyTable(names)

/** The texts of all keys that a cursor compares for one with this beginning. */
function textsFrom(keys: KnownKeys, start: string): string[] {
  const texts: string[] = []
  for (let known = knownFrom(keys, start.charCodeAt(0), -1); known !== undefined; known = known.next)
    texts.push(known.text)
  return texts
}

test('every name is found as a string', () => {
  names.forEach((name, i) => {
    assert.is(table.indexOf(name), i, name)
  })
  for (const other of ['', 'a', 'q.', 'tag', 'PAGE', 'f200', '__proto__', 'constructor']) {
    assert.is(table.indexOf(other), -1, other)
  }
})

test('a nested name stands beside the same name without a dot', () => {
  const known = knownFrom(pathKeys(table), 't'.charCodeAt(0), -1)
  assert.equal(known, {
    text: 'tags',
    length: 4,
    codes: [116, 97, 103, 115],
    plain: 3,
    nested: 4,
    path: 'tags.',
    next: undefined,
  })
  assert.equal(knownFrom(pathKeys(table), 'a'.charCodeAt(0), -1), {
    text: 'a',
    length: 1,
    codes: [97],
    plain: -1,
    nested: 5,
    path: 'a.',
    next: undefined,
  })
})

test('keys with the same first character keep the order of the DTO', () => {
  assert.equal(textsFrom(pathKeys(table), 'p'), ['page', 'pages'])
})

test('escaped keys, and keys with many alike, are left to the map', () => {
  for (const start of ['h', 'ä', 'f']) assert.equal(textsFrom(pathKeys(table), start), [], start)
  assert.is(pathKeys(table).isComplete, false)
  assert.is(pathKeys(new KeyTable(['q', 'page', 'tags.'])).isComplete, true)
})

test('among many alike, the key after the last match is compared', () => {
  const last = names.indexOf('f7')
  assert.is(knownFrom(pathKeys(table), 'f'.charCodeAt(0), last)?.text, 'f8')
  assert.is(knownFrom(pathKeys(table), 'f'.charCodeAt(0), names.length - 1), undefined)
})

test('a key is compared in place', () => {
  for (const name of ['ab', 'page', 'pages']) {
    const known = knownFrom(pathKeys(new KeyTable([name])), name.charCodeAt(0), -1)
    assert.ok(known)
    assert.is(isKnownAt(known, `??${name}=`, 2, 2 + name.length), true, name)
    assert.is(isKnownAt(known, `??${name.slice(0, -1)}z=`, 2, 2 + name.length), false, name)
  }
})

test('a source without paths takes each name literally', () => {
  const cookies = new KeyTable(['a.', 'half%', 'a'])
  assert.equal(textsFrom(plainKeys(cookies), 'a'), ['a.', 'a'])
  assert.equal(textsFrom(plainKeys(cookies), 'h'), ['half%'])
  assert.is(plainKeys(cookies).isComplete, true)
})

test('an empty table finds nothing', () => {
  const nothing = new KeyTable([])
  assert.is(nothing.indexOf('a'), -1)
  assert.is(plainKeys(nothing).isComplete, true)
})

test.run()
