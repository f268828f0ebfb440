import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { OldestKey } from '../../src/bounded/oldest-key.ts'

test('the oldest key is the first of the map after any additions, deletions and renewals', () => {
  const map = new Map<string, number>()
  const oldest = new OldestKey(map)
  // A linear congruential generator, for the same steps in each run.
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let i = 0; i < 20_000; i++) {
    const key = `${random(30)}`
    const kind = random(4)
    if (kind < 3 && map.delete(key)) oldest.leave(key)
    if (kind > 0 && i % 500 > 50) map.set(key, i)
    if (i % 500 === 0) {
      for (const one of [...map.keys()]) {
        map.delete(one)
        oldest.leave(one)
      }
    }
    if (random(2) === 0) assert.is(oldest.find(), map.keys().next().value, `step ${i}`)
  }
})

test.run()
