import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readDate } from '../../../src/bind/scalar/rfc3339.ts'

const rfc3339 =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** The slow way: a pattern, calendar arithmetic, and the engine's own parser. */
function bySlowWay(text: string): number | undefined {
  const parts = rfc3339.exec(text)
  if (parts === null) return undefined
  const [, year, month, day] = parts
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCDate() !== Number(day)) return undefined
  // V8 reads .0009000000 as 9 ms.
  const date = new Date(text.replace(/(\.\d{3})\d+/, '$1'))
  return /^\d/.test(date.toISOString()) ? date.getTime() : undefined
}

const isSame = (text: string): boolean => readDate(text)?.getTime() === bySlowWay(text)

const digits = (most: number, width: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(width, '0'))

const nearly = fc
  .tuple(
    digits(9999, 4),
    digits(13, 2),
    digits(32, 2),
    digits(25, 2),
    digits(61, 2),
    digits(61, 2),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{0,12}$/)),
    fc.oneof(
      fc.constant('Z'),
      fc.stringMatching(/^[+-][0-2]\d:[0-6]\d$/),
      fc.constantFrom('', 'z', '+00', ' '),
    ),
  )
  .map(
    ([year, month, day, h, m, s, fraction, zone]) =>
      `${year}-${month}-${day}T${h}:${m}:${s}${fraction}${zone}`,
  )

test('dates and near misses are read as by the engine', () => {
  fc.assert(fc.property(nearly, isSame), { numRuns: 20_000 })
})

test('with any character in any place', () => {
  for (const text of [
    '2024-02-29T23:59:59Z',
    '0099-12-31T00:00:00.123456+23:59',
    '1900-02-28T12:30:00.1-05:30',
  ]) {
    for (let at = 0; at < text.length; at++) {
      for (const c of ['', '0', '9', '5', 'x', '-', '.', ':', 'T', 'Z', ' ', 'é', '٣', '2024']) {
        const other = text.slice(0, at) + c + text.slice(at + 1)
        assert.ok(isSame(other), other)
        const longer = text.slice(0, at) + c + text.slice(at)
        assert.ok(isSame(longer), longer)
      }
    }
  }
})

test('every day of some years, and invalid days', () => {
  let known = 0
  for (const year of ['0000', '0001', '0004', '0099', '0100', '1900', '2000', '2023', '2024', '9999']) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T00:00:00Z`
        assert.ok(isSame(text), text)
        if (readDate(text) !== undefined) known++
      }
    }
  }
  assert.is(known, 10 * 365 + 4)
})

test('an instant outside the years 0 to 9999 of UTC has no text that could be sent', () => {
  for (const text of [
    '9999-12-31T23:59:59-23:59',
    '9999-12-31T23:59:59.999-00:01',
    '0000-01-01T00:00:00+01:00',
    '0000-01-01T00:00:00+00:01',
  ])
    assert.is(readDate(text), undefined, text)
  for (const text of ['9999-12-31T23:59:59.999Z', '0000-01-01T00:00:00Z', '0000-01-01T01:00:00+01:00'])
    assert.ok(readDate(text), text)
})

test.run()
