import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { IdleMemory } from '../../src/watch/idle-memory.ts'

/** Garbage that was not collected yet. */
function garbage(): WeakRef<object> {
  return new WeakRef(Array.from({ length: 1000 }, (_, i) => ({ i })))
}

test('garbage of a round is collected at rest, unless new work arrives', async () => {
  const memory = new IdleMemory()
  const busy = garbage()
  // A weak reference keeps its target alive until the current task ends.
  await sleep(1)
  memory.rest()
  memory.wake()
  await sleep(500)
  assert.ok(busy.deref(), 'collected while there was work')
  memory.rest()
  await sleep(2000)
  assert.is(busy.deref(), undefined)
})

test.run()
