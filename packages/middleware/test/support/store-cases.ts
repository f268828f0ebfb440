import type { TextStore } from '@ctxgen/middleware/memory-store'
import * as assert from 'uvu/assert'

let last = 0

function newKey(): string {
  return `key ${process.pid} ${++last} é`
}

/** Cases for every store. */
export const storeCases: readonly (readonly [name: string, check: (store: TextStore) => Promise<void>])[] = [
  [
    'a text is there until it is deleted',
    async (store) => {
      const key = newKey()
      assert.is(await store.get(key), undefined)
      await store.set(key, 'Zoë\n"', 10_000)
      assert.is(await store.get(key), 'Zoë\n"')
      await store.set(key, '', 10_000)
      assert.is(await store.get(key), '')
      await store.delete(key, 'other')
      assert.is(await store.get(key), '')
      await store.delete(key, '')
      assert.is(await store.get(key), undefined)
      await store.delete(key)
    },
  ],
  [
    'a text ends with its time',
    async (store) => {
      const key = newKey()
      await store.set(key, 'a', 20)
      while ((await store.get(key)) !== undefined) await new Promise(setImmediate)
      assert.is(await store.replace(key, 'a', 'b', 10_000), false)
      assert.is(await store.replace(key, undefined, 'c', 10_000), true)
      assert.is(await store.get(key), 'c')
    },
  ],
  [
    'a text is replaced only if it is the expected one',
    async (store) => {
      const key = newKey()
      assert.is(await store.replace(key, 'a', 'b', 10_000), false)
      assert.is(await store.replace(key, undefined, 'a', 10_000), true)
      assert.is(await store.replace(key, undefined, 'b', 10_000), false)
      assert.is(await store.replace(key, '', 'b', 10_000), false)
      assert.is(await store.replace(key, 'a', 'b', 10_000), true)
      assert.is(await store.get(key), 'b')
    },
  ],
  [
    'of many that replace at once one does',
    async (store) => {
      const key = newKey()
      for (const expected of [undefined, '0']) {
        if (expected !== undefined) await store.set(key, expected, 10_000)
        const done = await Promise.all(
          Array.from({ length: 20 }, (_, i) => store.replace(key, expected, `${i + 1}`, 10_000)),
        )
        assert.is(done.filter(Boolean).length, 1)
      }
    },
  ],
]
