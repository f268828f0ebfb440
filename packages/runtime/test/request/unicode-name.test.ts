import { domainToASCII, domainToUnicode } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { unicodeName } from '../../src/request/unicode-name.ts'

test('international names are read as written', () => {
  for (const name of [
    'bücher.example.com',
    'a.münchen-ost.de',
    '例え.テスト',
    'правда.рф',
    'ελληνικά.gr',
    'faß.de',
    'नमस्ते.भारत',
    '💩.la',
    'bücher.zürich.example',
    `${'ü'.repeat(50)}.de`,
  ]) {
    const ascii = domainToASCII(name)
    assert.ok(ascii.includes('xn--'), name)
    assert.is(unicodeName(ascii), name)
  }
})

test('other characters of any plane are read as by the platform', () => {
  let seed = 7
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  let read = 0
  for (let i = 0; i < 400; i++) {
    const points = Array.from({ length: 1 + next(6) }, () => 0xa1 + next(i % 2 === 0 ? 0x2000 : 0x1_0000))
    const ascii = domainToASCII(`a-${String.fromCodePoint(...points)}.example`)
    if (!ascii.includes('xn--')) continue
    read++
    assert.is(unicodeName(ascii), domainToUnicode(ascii), ascii)
  }
  assert.ok(read > 50, `${read}`)
})

test('an invalid name stays unchanged', () => {
  for (const name of [
    'example.com',
    'a_b.example.com',
    'xn--',
    'xn--.example.com',
    'xn--bcher--.example.com',
    'xn--bcher-kva-.example.com',
    // It would become another name: admin with a wide letter, two labels, or right-to-left text.
    'xn--admin-.example.com',
    'xn--dmin-zg0y.example.com',
    'xn--ab-r13a.example.com',
    'xn--ab-g4t.example.com',
    'xn--99999999999.example.com',
    `xn--${'9'.repeat(200)}.com`,
    `xn--bcher-kva.${'a.'.repeat(130)}com`,
    'xn--bcher-kva.xn--admin-.com',
    'xn--bcher-kva.a%41.com',
  ]) {
    assert.is(unicodeName(name), name)
  }
})

test.run()
