import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { defaultBindSettings } from '../../../src/bind/binder/request-parsers.ts'
import type { BindInput, BindSettings } from '../../../src/bind/reading/bind-input.ts'
import { Reading } from '../../../src/bind/reading/reading.ts'
import { asInt } from '../../../src/bind/scalar/scalar.ts'
import { cookiePairs, queryPairs } from '../../../src/bind/sources/source-pairs.ts'
import { KeyTable } from '../../../src/bind/text/key-table.ts'
import type { TextPairs } from '../../../src/bind/text/text-pairs.ts'

/*
 * A cursor with a table compares keys in place, one without decodes each. Both must give the same result
 * for any text: some thousand random ones here.
 */

const alike = Array.from({ length: 15 }, (_, i) => `f${10 + i}`)
const names = ['q', 'page', 'pages', 'tags', 'tags.', 'posts.', ...alike]
const inner = ['title', 'views', 'posts.', '0', '1', '0.', '1.']

let state = 1
/** The same numbers in every run. */
function random(below: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

function pick<T>(values: readonly T[]): T {
  const value = values[random(values.length)]
  if (value === undefined) throw new RangeError('nothing to pick from')
  return value
}

const starts = ['q', 'page', 'pages', 'pag', 'tags', 'posts', 'f12', 'f13', 'x', '', 'p%61ge', 'po+sts', 'é']
const parts = ['title', 'views', 'posts', '0', '1', '1000', 'x', '', 'ti%74le', 'a.b', '%zz', '+']
const values = ['1', '', 'a+b', 'a%20b', 'x=y', '%', 'é']
const opens = ['[', '[', '%5B', '%5b', '.', '']
const closes = [']', ']', '%5D', '%5d', '']

function queryText(): string {
  let text = ''
  for (let pairs = random(5); pairs >= 0; pairs--) {
    text += pick(starts)
    for (let depth = random(4); depth > 0; depth--) text += pick(opens) + pick(parts) + pick(closes)
    text += pick(['=', '=', '=', '', '[]=']) + pick(values) + pick(['&', '&', '&&', ''])
  }
  return text
}

function cookieText(): string {
  let text = ''
  for (let pairs = random(6); pairs >= 0; pairs--) {
    text +=
      pick(['', ' ', '\t']) + pick(['q', 'page', 'pages', 'f12', 'x', 'tags.', '', 'q x']) + pick(['', ' '])
    text +=
      pick(['=', '=', '=', '']) + pick(['1', '', ' a ', '"b"', '"', 'x=y', ' "c" ']) + pick([';', '; ', ';;'])
  }
  return text
}

function input(text: string, settings: Partial<BindSettings>): BindInput {
  return {
    rawQuery: () => text,
    routeParam: () => undefined,
    routeParamNames: () => [],
    contentType: () => '',
    rawHeaders: () => ['Accept', '*/*', pick(['Cookie', 'cookie', 'COOKIE']), text],
    rawResponseHeaders: () => [],
    bodyBytes: () => new Uint8Array(),
    bindSettings: () => ({ ...defaultBindSettings, ...settings }),
  }
}

/** Keys, their parts and values until the end or a limit. */
function read<P extends TextPairs>(pairs: P, partsOf: (pairs: P) => readonly string[]): unknown[] {
  const found: unknown[] = []
  try {
    while (pairs.next()) {
      const known = pairs.key !== '' && partsOf(pairs).every((part) => part !== '')
      found.push([known, pairs.wholeKey(), pairs.text()])
    }
  } catch (error) {
    found.push(String(error))
  }
  return found
}

/** The parts of a key, each a known one or `""`. */
function partsOf(pairs: TextPairs, table: KeyTable | undefined): readonly string[] {
  const found = [isIn(names, pairs.key)]
  for (let part = pairs.key; found.at(-1) !== '' && part.endsWith('.'); ) {
    part = pairs.inner(table)
    found.push(isIn(inner, part))
  }
  return found
}

function isIn(known: readonly string[], key: string): string {
  return known.includes(key) ? key : ''
}

test('a query string gives the same with and without a table of its keys', () => {
  const [table, innerTable] = [new KeyTable(names), new KeyTable(inner)]
  for (let i = 0; i < 5000; i++) {
    const text = queryText()
    const c = input(text, { maxKeys: pick([2, 1000]), maxDepth: pick([1, 2, 3, 32]) })
    const fast = read(queryPairs(new Reading(c), table), (pairs) => partsOf(pairs, innerTable))
    const plain = read(queryPairs(new Reading(c)), (pairs) => partsOf(pairs, undefined))
    assert.equal(fast, plain, text)
  }
})

test('a wrong value of a nested key is not read again as a pair', () => {
  const at = new Reading(input('posts[0][views]=page&q=1', {}))
  const pairs = queryPairs(at, new KeyTable(['page', 'q', 'posts.']))
  const keys: string[] = []
  while (pairs.next()) {
    keys.push(pairs.key)
    if (pairs.key !== 'posts.') pairs.text()
    else {
      assert.is(pairs.elementIndex(), 0)
      assert.is(pairs.inner(new KeyTable(['views'])), 'views')
      assert.is(pairs.int(asInt), undefined)
    }
  }
  assert.equal(keys, ['posts.', 'q'])
  assert.equal(
    at.issues().map(({ path }) => path),
    ['posts.0.views'],
  )
})

test('cookies give the same with a table, which skips other keys', () => {
  const keys = ['q', 'page', 'tags.', ...alike]
  const few = ['q', 'page', 'tags.']
  for (let i = 0; i < 5000; i++) {
    const text = cookieText()
    const known = pick([keys, few])
    const c = input(text, { maxKeys: pick([2, 1000]) })
    const fast = read(cookiePairs(new Reading(c), new KeyTable(known)), () => ['known'])
    const plain = read(cookiePairs(new Reading(c)), (pairs) => [isIn(known, pairs.key)])
    const isKnown = (one: unknown): boolean => !Array.isArray(one) || one[0] === true
    assert.equal(fast.filter(isKnown), plain.filter(isKnown), text)
  }
})

test.run()
