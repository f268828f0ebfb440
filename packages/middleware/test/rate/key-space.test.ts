import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
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

  test(`${Counter.name}: clients at the limit stay there, however many others come once`, () => {
    const counter = new Counter(100)
    const clients = Array.from({ length: 40 }, (_, i) => `client ${i}`)
    for (const client of clients) for (let i = 0; i < 2; i++) counter.take(client, 1, rate, 0)
    for (let i = 0; i < 2000; i++) counter.take(addressOf(i), 1, rate, 1)
    for (const client of clients) assert.not(counter.take(client, 1, rate, 1).isAllowed, client)
  })

  test(`${Counter.name}: neither do requests that take nothing free anybody`, () => {
    const counter = new Counter(100)
    counter.take('client', 1, rate, 0)
    for (let i = 0; i < 2000; i++) {
      counter.take(addressOf(i), 0, rate, 1)
      counter.take(addressOf(i), 9, rate, 1)
    }
    assert.is(counter.take('client', 1, rate, 1).remaining, 0)
  })

  test(`${Counter.name}: a client without a limit gives way to one with a limit`, () => {
    const counter = new Counter(10)
    for (let i = 0; i < 2; i++) counter.take('client', 1, rate, 0)
    for (let i = 0; i < 1000; i++)
      counter.take(`${i}`, 1, { max: Number.POSITIVE_INFINITY, window: rate.window }, 1)
    assert.not(counter.take('client', 1, rate, 1).isAllowed)
  })
}

test.run()
