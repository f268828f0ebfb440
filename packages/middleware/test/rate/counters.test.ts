import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { FixedWindow } from '../../src/rate/fixed-window.ts'
import type { Counter } from '../../src/rate/limit-state.ts'
import { SlidingWindow } from '../../src/rate/sliding-window.ts'
import { TokenBucket } from '../../src/rate/token-bucket.ts'

type Step = readonly [
  now: number,
  cost: number,
  isAllowed: boolean,
  remaining: number,
  reset: number,
  retryAfter: number,
]

const rate = { max: 4, window: 1000 }

/** One client's requests in order. */
const rows: readonly (readonly [name: string, make: () => Counter, steps: readonly Step[]])[] = [
  [
    'fixed',
    () => new FixedWindow(10),
    [
      [100, 1, true, 3, 1000, 0],
      [200, 3, true, 0, 900, 0],
      [300, 1, false, 0, 800, 800],
      [300, 0, true, 0, 800, 0],
      [1099, 1, false, 0, 1, 1],
      [1100, 1, true, 3, 1000, 0],
      // A request larger than the limit is never allowed, and takes nothing.
      [1100, 5, false, 3, 1000, 1000],
      [1100, 3, true, 0, 1000, 0],
    ],
  ],
  [
    'sliding',
    () => new SlidingWindow(10),
    [
      [0, 4, true, 0, 1000, 0],
      // At 1000 the four count whole, and one fewer after each quarter of the window.
      [500, 1, false, 0, 500, 750],
      [1000, 1, false, 0, 1000, 250],
      [1250, 1, true, 0, 750, 0],
      [1250, 1, false, 0, 750, 250],
      [1500, 1, true, 0, 500, 0],
      [3000, 1, true, 3, 1000, 0],
      [9000, 4, true, 0, 1000, 0],
    ],
  ],
  [
    'bucket',
    () => new TokenBucket(10),
    [
      [0, 4, true, 0, 1000, 0],
      [0, 1, false, 0, 1000, 250],
      [249, 1, false, 0, 751, 1],
      [250, 1, true, 0, 1000, 0],
      [1000, 0, true, 3, 250, 0],
      [1250, 4, true, 0, 1000, 0],
      [5000, 5, false, 4, 0, 250],
      [5000, 1, true, 3, 250, 0],
    ],
  ],
]

for (const [name, make, steps] of rows) {
  test(`${name}: what is left after each request`, () => {
    const counter = make()
    for (const [now, cost, isAllowed, remaining, reset, retryAfter] of steps) {
      const state = counter.take('a', cost, rate, now)
      assert.equal(state, { isAllowed, remaining, reset, retryAfter }, `${now} ${cost}`)
    }
  })

  test(`${name}: after the announced time the request is allowed, and not before`, () => {
    for (const taken of [1, 2, 3, 4]) {
      for (const later of [0, 130, 770, 990]) {
        const counter = make()
        counter.take('a', taken, rate, 0)
        for (const cost of [1, 2, 3, 4]) {
          const { isAllowed, retryAfter } = counter.take('a', cost, rate, later)
          if (isAllowed) continue
          const at = later + retryAfter
          assert.not(counter.take('a', cost, rate, at - 1).isAllowed, `${taken} ${later} ${cost} early`)
          assert.ok(counter.take('a', cost, rate, at + 1e-6).isAllowed, `${taken} ${later} ${cost}`)
          break
        }
      }
    }
  })

  test(`${name}: exactly the limit passes, whatever its number`, () => {
    for (let max = 1; max <= 200; max++) {
      const counter = make()
      for (let i = max - 1; i >= 0; i--) {
        const { isAllowed, remaining } = counter.take('a', 1, { max, window: 1000 }, 12_345)
        assert.equal([isAllowed, remaining], [true, i], `${max}`)
      }
      assert.not(counter.take('a', 1, { max, window: 1000 }, 12_345).isAllowed, `${max}`)
    }
  })

  test(`${name}: a limit of 0 refuses all, and clients do not share`, () => {
    const counter = make()
    const state = counter.take('a', 1, { max: 0, window: 1000 }, 0)
    assert.not(state.isAllowed)
    assert.ok(state.retryAfter > 0 && Number.isFinite(state.retryAfter))
    assert.ok(counter.take('b', 4, rate, 0).isAllowed)
    assert.ok(counter.take('c', 4, rate, 0).isAllowed)
  })

  test(`${name}: units that are given back can be taken again`, () => {
    const counter = make()
    counter.take('a', 4, rate, 0)
    counter.giveBack('a', 1, rate, 0)
    assert.ok(counter.take('a', 1, rate, 0).isAllowed)
    assert.not(counter.take('a', 1, rate, 0).isAllowed)
    counter.giveBack('unknown', 1, rate, 0)
  })
}

test.run()
