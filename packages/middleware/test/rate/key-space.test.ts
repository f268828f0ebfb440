import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BoundedMap } from '../../src/rate/bounded-map.ts'
import { FixedWindow } from '../../src/rate/fixed-window.ts'
import { SlidingWindow } from '../../src/rate/sliding-window.ts'
import { TokenBucket } from '../../src/rate/token-bucket.ts'

/** Addresses of the attack; `KEYS=10000000` for the whole of it. */
const addresses = Number(process.env.KEYS ?? 100_000)
const maxKeys = 10_000
const rate = { max: 2, window: 60_000 }
const mebibyte = 1024 * 1024

setFlagsFromString('--expose-gc')
const gc: unknown = runInNewContext('gc')

/** The bytes of the heap that are in use. */
function heap(): number {
  if (typeof gc === 'function') gc()
  return process.memoryUsage().heapUsed
}

function addressOf(i: number): string {
  return `${100 + (i >> 24)}.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`
}

for (const Counter of [FixedWindow, SlidingWindow, TokenBucket]) {
  test(`${Counter.name}: ${addresses} addresses take the memory of ${maxKeys}`, () => {
    const counter = new Counter(maxKeys)
    const before = heap()
    for (let i = 0; i < addresses; i++) assert.ok(counter.take(addressOf(i), 1, rate, 0).isAllowed)
    const grown = heap() - before
    assert.ok(grown < 8 * mebibyte, `${grown / mebibyte} MiB`)
    // Read after the measurement, so that the counter was alive.
    assert.is(counter.take(addressOf(addresses - 1), 1, rate, 0).remaining, 0)
  })

  test(`${Counter.name}: fewer new clients than the maximum free nobody of a limit`, () => {
    const counter = new Counter(100)
    for (let i = 0; i < 2; i++) counter.take('attacker', 1, rate, 0)
    for (let i = 0; i < 99; i++) {
      counter.take(addressOf(i), 1, rate, 1)
      assert.not(counter.take('attacker', 1, rate, 1).isAllowed, `after ${i} others`)
    }
  })
}

test('keys cut out of long headers keep none of the header alive', () => {
  const map = new BoundedMap(5000)
  const before = heap()
  for (let i = 0; i < 5000; i++) {
    const header = `${'x'.repeat(16_000)}, ${addressOf(i + 0x40_00_00)}`
    map.put(header.slice(16_002), { ends: 1 }, 0)
  }
  const grown = heap() - before
  assert.is(map.size, 5000)
  assert.ok(grown < 8 * mebibyte, `${grown / mebibyte} MiB`)
})

test('long keys take the place of several', () => {
  const map = new BoundedMap(100)
  for (let i = 0; i < 1000; i++) map.put(`${i}${'k'.repeat(16_000)}`, { ends: 1 }, 0)
  assert.is(map.size, 1)
  for (let i = 0; i < 100; i++) map.put(`${i}`, { ends: 1 }, 0)
  assert.ok(map.size > 50)
})

test.run()
