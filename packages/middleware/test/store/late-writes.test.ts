import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { LateWrites } from '../../src/store/late-writes.ts'

test('texts are written once the store is back, and not those that have ended', async () => {
  const late = new LateWrites({})
  const written: string[] = []
  let isAway = true
  let done = (): void => {}
  const all = new Promise<void>((resolve) => (done = resolve))
  const tried = new Promise<void>((resolve) => {
    late.add('ended', '', 0, async () => written.push('ended'))
    for (const key of ['a', 'b', 'c'])
      late.add(key, `text of ${key}`, 60_000, async () => {
        if (isAway) {
          resolve()
          throw new Error('away')
        }
        if (written.push(key) === 3) done()
      })
  })
  assert.is(late.find('a'), 'text of a')
  // The timer does not keep this process alive.
  const alive = setInterval(() => {}, 1000)
  await tried
  assert.equal(written, [])
  isAway = false
  await all
  clearInterval(alive)
  // The one that was tried first comes last.
  assert.equal(written, ['b', 'c', 'a'])
  await new Promise(setImmediate)
  assert.is(late.find('a'), undefined)
})

test('one that the store never takes holds up no other', async () => {
  const late = new LateWrites({})
  const alive = setInterval(() => {}, 1000)
  late.add('never', '', 60_000, () => Promise.reject(new Error('too large')))
  await new Promise<void>((resolve) => late.add('other', '', 60_000, async () => resolve()))
  clearInterval(alive)
  assert.is(late.find('never'), '')
})

test('past 16 MiB the oldest go', () => {
  const late = new LateWrites({})
  const write = (): Promise<never> => Promise.reject(new Error('away'))
  for (let i = 0; i < 10; i++) late.add(`${i}`, 'x'.repeat(1024 * 1024), 60_000, write)
  const kept = Array.from({ length: 10 }, (_, i) => i).filter((i) => late.find(`${i}`) !== undefined)
  assert.equal(kept, [3, 4, 5, 6, 7, 8, 9])
  for (let i = 0; i < 100_000; i++) late.add(`small ${i}`, '', 60_000, write)
  assert.is(late.find('9'), undefined)
  assert.is(late.find('small 50000'), undefined)
  assert.is(late.find('small 99999'), '')
})

test.run()
