import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { IdleMemory } from '../../src/watch/idle-memory.ts'

/** What is only held until it is collected. */
function garbage(): WeakRef<object> {
  return new WeakRef(Array.from({ length: 1000 }, (_, i) => ({ i })))
}

test('what is left of a round is collected at rest, and not when there is work again', async () => {
  const memory = new IdleMemory()
  const busy = garbage()
  // A weak reference holds what it is of until the task that made it is over.
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
