import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BoundedMap } from '../../src/bounded/bounded-map.ts'

setFlagsFromString('--expose-gc')
const gc: unknown = runInNewContext('gc')
const mebibyte = 1024 * 1024

/** The bytes of the heap that are in use. */
function heap(): number {
  if (typeof gc === 'function') gc()
  return process.memoryUsage().heapUsed
}

test('the map has what a Map has after any steps, as long as it is not full', () => {
  const map = new BoundedMap<{ ends: number; i: number }>(1000)
  const expected = new Map<string, number>()
  // A linear congruential generator, for the same steps in each run.
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let i = 0; i < 20_000; i++) {
    const key = 'k'.repeat(random(100))
    if (random(3) === 0) {
      map.delete(key)
      expected.delete(key)
    } else {
      map.put(key, { ends: 1, i }, 0)
      expected.set(key, i)
    }
    const other = 'k'.repeat(random(100))
    assert.is(map.get(other, 0)?.i, expected.get(other))
    assert.is(map.size, expected.size)
  }
})

test('at the maximum ended entries go first, then those of the least weight, of equal ones the first to end', () => {
  const map = new BoundedMap<{ ends: number; weight: number }>(4, ({ weight }) => weight)
  const has = (now: number): string =>
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].filter((key) => map.get(key, now)).join('')
  map.put('a', { ends: 5, weight: 9 }, 0)
  map.put('b', { ends: 30, weight: 1 }, 0)
  map.put('c', { ends: 20, weight: 1 }, 0)
  map.put('d', { ends: 40, weight: 7 }, 0)
  map.put('e', { ends: 50, weight: 7 }, 10)
  assert.is(has(10), 'bcde')
  map.put('f', { ends: 60, weight: 7 }, 10)
  assert.is(has(10), 'bdef')
  map.put('g', { ends: 10, weight: 0 }, 10)
  map.put('b', { ends: 70, weight: 8 }, 10)
  assert.is(has(9), 'bdef')
})

test('the map holds no more entries than its maximum, and drops those that have ended as others come', () => {
  const map = new BoundedMap<{ ends: number }>(1000)
  for (let i = 0; i < 100_000; i++) map.put(`${i}`, { ends: i + 10_000 }, i)
  assert.is(map.size, 1000)
  assert.ok(map.get('99999', 100_000))
  assert.is(map.get('1', 100_000), undefined)
  for (let i = 0; i < 900; i++) map.put(`later ${i}`, { ends: 300_000 }, 200_000)
  for (let i = 0; i < 900; i++) assert.ok(map.get(`later ${i}`, 200_000))
  assert.is(map.get('later 0', 300_000), undefined)
  const large = new BoundedMap<{ ends: number }>(100_000)
  for (let i = 0; i < 2000; i++) large.put(`${i}`, { ends: i < 1000 ? 10 : 20 }, i < 1000 ? 0 : 15)
  assert.is(large.size, 1000)
})

test('keys cut out of long headers keep none of the header alive', () => {
  const map = new BoundedMap<{ ends: number }>(5000)
  const before = heap()
  for (let i = 0; i < 5000; i++) map.put(`${'x'.repeat(16_000)}, 10.0.${i}`.slice(16_002), { ends: 1 }, 0)
  const grown = heap() - before
  assert.is(map.size, 5000)
  assert.ok(grown < 8 * mebibyte, `${grown / mebibyte} MiB`)
})

test('long keys take no more memory than short ones, and stay different keys', () => {
  const map = new BoundedMap<{ ends: number; i: number }>(5000)
  const before = heap()
  for (let i = 0; i < 5000; i++) map.put(`${'k'.repeat(16_000)}${i}`, { ends: 1, i }, 0)
  const grown = heap() - before
  assert.ok(grown < 8 * mebibyte, `${grown / mebibyte} MiB`)
  assert.is(map.size, 5000)
  assert.is(map.get(`${'k'.repeat(16_000)}77`, 0)?.i, 77)
})

test.run()
