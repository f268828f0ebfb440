import { memoryStore } from '@ctxgen/middleware/memory-store'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { storeCases } from './support/store-cases.ts'

for (const [name, check] of storeCases) test(name, () => check(memoryStore()))

test('past its limits the text goes that was used least recently', async () => {
  for (const options of [{ maxEntries: 2 }, { maxBytes: 2 * 2 * 3 }]) {
    const store = memoryStore(options)
    await store.set('a', '11', 10_000)
    await store.set('b', '22', 10_000)
    await store.get('a')
    await store.set('c', '33', 10_000)
    assert.equal(await Promise.all(['a', 'b', 'c'].map((key) => store.get(key))), ['11', undefined, '33'])
  }
})

test('a text that is larger than all is not kept', async () => {
  const store = memoryStore({ maxBytes: 100 })
  await store.set('a', 'a', 10_000)
  await store.set('b', 'b'.repeat(100), 10_000)
  assert.equal([await store.get('a'), await store.get('b')], ['a', undefined])
})

test('wrong limits are refused', () => {
  assert.throws(() => memoryStore({ maxEntries: 0 }), /memoryStore: maxEntries/)
  assert.throws(() => memoryStore({ maxBytes: Number.NaN }), /memoryStore: maxBytes/)
})

test.run()
