import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { linearRegex } from '../../src/route/linear-regex.ts'

/** The same random numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

const pieces = [
  'a',
  'b',
  'c',
  '.',
  '\\d',
  '\\w',
  '\\.',
  '[ab]',
  '[^a]',
  '[a-c1]',
  '[^\\d]',
  '\\b',
  '^',
  '$',
  '1',
  '-',
]
const quantifiers = ['', '', '', '*', '+', '?', '{2}', '{1,2}', '{0,}', '*?']

function randomSource(below: (n: number) => number, depth: number): string {
  const alternatives = Array.from({ length: 1 + below(2) }, () => {
    let sequence = ''
    for (let i = below(4); i >= 0; i--) {
      const grouped = depth > 0 && below(4) === 0
      const piece = grouped ? `(${randomSource(below, depth - 1)})` : (pieces[below(pieces.length)] ?? '')
      const quantifier = /^(?:\^|\$|\\b)$/.test(piece) ? '' : (quantifiers[below(quantifiers.length)] ?? '')
      sequence += piece + quantifier
    }
    return sequence
  })
  return alternatives.join('|')
}

test('it matches the same texts as the engine', () => {
  const below = numbers(7)
  let taken = 0
  for (let i = 0; i < 4000; i++) {
    const source = randomSource(below, 2)
    const expected = new RegExp(source)
    const takes = linearRegex(source)
    for (let j = 0; j < 8; j++) {
      const value = Array.from({ length: below(7) }, () => 'aabc1.-\n'[below(8)]).join('')
      assert.is(takes(value), expected.test(value), `${source} with ${JSON.stringify(value)}`)
      if (takes(value)) taken++
    }
  }
  assert.ok(taken > 5000 && taken < 27_000, `${taken} values were taken`)
})

test('Go’s syntax', () => {
  const rows: [source: string, takes: string[], refuses: string[]][] = [
    ['^(?:ab)+$', ['abab'], ['aba']],
    ['^(?P<year>\\d{4})$', ['2024'], ['24']],
    ['(?i)^straße-k$', ['STRAßE-K'], ['strasse-k']],
    ['^a(?i:b)c$', ['aBc'], ['ABc', 'abC']],
    ['\\A\\x41\\x{1F600}\\z', ['A😀'], ['a😀']],
    ['^.$', ['😀'], ['ab', '\n']],
    ['^[\\]\\-\\\\]+$', [']-\\'], ['a']],
    ['^[]a]$', [']'], ['b']],
    ['^[a-]$', ['-', 'a'], ['b']],
    ['^[\\w-]+$', ['a-b'], ['a b']],
    ['^x{,2}$', ['x{,2}'], ['xx']],
    ['^\\Bb', [], ['b']],
    ['^[[:alpha:]_[:digit:]]+$', ['aZ_9'], ['a-', 'é']],
    ['^[^[:space:]x]$', ['a'], [' ', '\v', 'x']],
    ['^[[:^punct:]]+$', ['a 1'], ['a!']],
    ['(?i)^[[:upper:]]+$', ['aB'], ['1']],
    ['', ['', 'a'], []],
    ['^(|a)$', ['', 'a'], ['b']],
  ]
  for (const [source, takes, refuses] of rows) {
    const check = linearRegex(source)
    for (const value of takes) assert.is(check(value), true, `${source} takes ${value}`)
    for (const value of refuses) assert.is(check(value), false, `${source} refuses ${value}`)
  }
})

test('expressions that need more than linear time, or are invalid, are refused', () => {
  for (const source of [
    '(?=a)',
    '(?<!a)',
    '(a)\\1',
    '\\k<a>',
    '(',
    ')',
    '[',
    '*',
    'a{2,1}',
    'a{1001}',
    '((a{100}){100}){100}',
    '[z-a]',
    '\\',
    '\\p{L}',
    '\\xZ',
    '[[:letter:]]',
    '(?s).',
  ]) {
    assert.throws(
      () => linearRegex(source),
      (error: unknown) => error instanceof TypeError,
      source,
    )
  }
})

test.run()
