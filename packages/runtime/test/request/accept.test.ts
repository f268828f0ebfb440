import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { preferredMediaType } from '../../src/request/accept.ts'
import { matchLanguage, matchToken, preferredCoding, preferredToken } from '../../src/request/accept-token.ts'
import { lookupLanguage } from '../../src/request/lookup-language.ts'
import { rankOf } from '../../src/request/preferred-offer.ts'
import { acceptedCoding } from '../../src/response/accept-coding.ts'

const html = 'text/html'
const json = 'application/json'

for (const [accept, offers, expected] of [
  ['', [html, json], html],
  [' , ', [html], html],
  ['application/json', [html, json], json],
  ['text/*, application/json', [html, json], json],
  ['text/html;q=0.5, application/json;q=.9', [html, json], json],
  ['*/*;q=0.1, text/html;q=0', [html, json], json],
  ['text/*, text/html;q=0', [html], ''],
  ['text/html, text/*;q=0', [html], html],
  ['*/*;q=0', [html, json], ''],
  ['*/html', [html], ''],
  ['TEXT/HTML ; Level="1,;\\"x"', ['text/html;level="1,;\\"X"', html], 'text/html;level="1,;\\"X"'],
  ['text/plain, text/plain;a=1', ['text/plain', 'text/plain;a=1'], 'text/plain;a=1'],
  // Parameters make a range more specific, even one that refuses.
  ['text/html;level=1, text/html;q=0', ['text/html;level=1', html], 'text/html;level=1'],
  ['text/html, text/html;level=1;q=0', ['text/html;level=1', html], html],
  ['text/html;q=1;x=1', [html], html],
  ['text/html;q=banana', [html], html],
  // An offer of `type/*` matches any of its subtypes.
  ['text/html, application/json', ['image/*', 'text/*'], 'text/*'],
  ['TEXT/html;level=1', ['Text/*', 'text/*;LEVEL=1'], 'text/*;LEVEL=1'],
  ['text/html;q=0, text/plain', ['text/*'], 'text/*'],
  ['text/plain, text/*;q=0', ['text/*'], 'text/*'],
  ['text/html;q=0', ['text/*'], ''],
  ['text/html', ['*/*', 'application/*'], ''],
  // An invalid range accepts nothing, and does not affect valid ones.
  ['*', [html], ''],
  ['html ,', [html], ''],
  ['*, text/html', [json, html], html],
] as const) {
  test(`${accept} prefers ${expected || 'nothing'} of ${offers.join(' ')}`, () => {
    assert.is(preferredMediaType(accept, offers), expected)
  })
}

const xml = 'application/xml'
const plain = 'text/plain'

// RFC 9110 section 12.5.1
for (const [accept, offers, expected] of [
  ['', [html, json], html],
  [' , ', [html, json], html],
  ['html', [html], ''],
  ['application/json', [html, json], json],
  // The most specific range decides before any weight.
  ['application/xml;q=0.1, */*;q=0.9', [xml, json], json],
  ['text/html, application/json;q=0.2, */*;q=0.5', [json, 'application/msgpack'], 'application/msgpack'],
  ['text/*;q=0.9, text/html;q=0.2', [html, plain], plain],
  ['text/html;level=1;q=0.3, text/html;q=0.7', ['text/html;level=1', html], html],
  ['text/html;level=1, text/html;q=0.4', [html, 'text/html;level=1'], 'text/html;level=1'],
  // The section's own example.
  [
    'text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, text/plain;format=fixed;q=0.4, */*;q=0.5',
    [plain, html, 'image/jpeg', 'text/plain;format=flowed'],
    'text/plain;format=flowed',
  ],
  [
    'text/*;q=0.3, text/plain;q=0.7, text/plain;format=fixed;q=0.4, */*;q=0.5',
    [html, 'image/jpeg', 'text/plain;format=fixed'],
    'image/jpeg',
  ],
  // Ties are broken by the more specific range, then by the order of the offers, never of the header.
  ['application/json, text/html', [html, json], html],
  ['text/*, application/json', [html, json], json],
  ['*/*, text/html;q=0.1', [html, json], json],
  ['application/*, application/json;q=0.1, text/html;q=0.5', [json, xml, html], xml],
  ['text/plain;format=flowed;q=0.9, text/plain', ['text/plain;format=flowed', plain], plain],
  ['*/*', [json, html], json],
  // Weight 0 excludes.
  ['text/html;q=0, */*', [html, json], json],
  ['text/html;q=0, */*', [html], ''],
  ['text/html, text/*;q=0', [html], html],
  ['text/*, text/html;q=0', [html], ''],
  ['text/html, text/html;q=0', [html], ''],
  ['*/*;q=0', [html, json], ''],
  ['text/html;q=0.5, text/html;q=0.8, application/json;q=0.7', [json, html], html],
] as const) {
  test(`${accept} is answered with ${expected || 'nothing'} of ${offers.join(' ')}`, () => {
    assert.is(preferredMediaType(accept, offers), expected)
  })
}

test('a token has the weight of the most specific range', () => {
  for (const [header, offers, expected] of [
    ['gzip;q=0.1, *', ['gzip', 'br'], 'br'],
    ['br, gzip', ['gzip', 'br'], 'gzip'],
    ['*, br', ['gzip', 'br'], 'br'],
    ['utf-*;q=0.9, utf-16', ['utf-8', 'UTF-16'], 'UTF-16'],
    ['gzip, gzip;q=0', ['gzip'], ''],
  ] as const)
    assert.is(preferredToken(header, offers, matchToken), expected, header)
  assert.is(preferredToken('en, en-US;q=0.1, de;q=0.5', ['en-US', 'de'], matchLanguage), 'de')
  assert.is(preferredToken('*;q=0.5, de', ['en', 'de'], matchLanguage), 'de')
})

test('an empty Accept-Encoding accepts identity alone', () => {
  for (const empty of ['', ' ', ',', ';', ' , ']) {
    assert.is(preferredCoding(empty, ['gzip', 'br']), '', empty)
    assert.is(preferredCoding(empty, ['gzip', 'Identity']), 'Identity', empty)
  }
  assert.is(preferredCoding(undefined, ['gzip', 'br']), 'gzip')
})

test('a coding is chosen by RFC 9110 section 12.5.3', () => {
  for (const [accept, expected] of [
    ['', undefined],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip, br;q=0.9', 'gzip'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0.1, gzip;q=0', 'br'],
    ['identity', undefined],
    ['identity, gzip', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip;q=0.6', 'gzip'],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0', undefined],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0', undefined],
    ['deflate, gzip;q=0.5, *;q=0', 'gzip'],
    ['*;q=0.8, gzip;q=0.5', 'br'],
    ['*;q=0.8, gzip;q=0.5, br;q=0.5', undefined],
  ] as const)
    assert.is(acceptedCoding(accept, ['br', 'gzip']), expected, accept)
})

test('a star in Accept-Language covers the remaining languages, and the more specific range decides', () => {
  for (const [header, offers, expected] of [
    ['de;q=0.1, *', ['de', 'fr'], 'fr'],
    ['de;q=0.1, *', ['de'], 'de'],
    ['*', ['de', 'fr'], 'de'],
    ['de-AT, de;q=0', ['en', 'de-AT'], 'de-AT'],
    ['de, de-AT;q=0', ['en', 'de-AT'], 'en'],
    ['de, de-AT;q=0', ['en', 'de-AT', 'de'], 'de'],
    ['*, en;q=0', ['en', 'de'], 'de'],
    ['x, *;q=0', ['en', 'de'], 'en'],
  ] as const)
    assert.is(lookupLanguage(header, offers), expected, header)
})

test('ranges are not compared pairwise, however many refuse', () => {
  const weighted = (q: number): { q: number }[] => Array.from({ length: 1000 }, () => ({ q }))
  let compared = 0
  const rank = rankOf([...weighted(1), ...weighted(0)], () => {
    compared++
    return 1
  })
  assert.equal([rank, compared], [{ q: 0, exactness: 1 }, 2000])
})

test.run()
