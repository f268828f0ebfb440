import { setImmediate } from 'node:timers/promises'
import { App, type BrokerListener, type ChannelBroker, type LoggedMessage } from '@ctxgen/runtime'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { RoomEvent } from '../../fixtures/valid/channels/dto.bind.ts'
import { MemoryBroker } from '../../packages/runtime/src/app/channels/memory-broker.ts'
import { roomOf, said, until } from './shared.ts'

type Fault = 'lose' | 'twice' | 'late' | undefined

/** A broker that loses, repeats and delays what it brings, and whose log fails now and then. Its log is right. */
class FaultyBroker implements ChannelBroker {
  readonly #broker = new MemoryBroker()
  readonly #listeners = new Set<BrokerListener>()
  fault: Fault
  failingReads = 0

  publish(topic: string, text: string, keep: number): Promise<string> {
    return this.#broker.publish(topic, text, keep)
  }

  async subscribe(topic: string, keep: number, listener: BrokerListener) {
    await setImmediate()
    if (topic.startsWith('m:')) this.#listeners.add(listener)
    const message = (one: LoggedMessage): void => {
      const { fault } = this
      if (fault === 'late') setTimeout(() => listener.message(one))
      else if (fault !== 'lose') listener.message(one)
      if (fault === 'twice') listener.message(one)
    }
    const { last, close } = await this.#broker.subscribe(topic, keep, { ...listener, message })
    await setImmediate()
    return { last, close }
  }

  async read(topic: string, since: string, limit: number) {
    await setImmediate()
    if (this.failingReads > 0) {
      this.failingReads--
      throw new Error('the log fails')
    }
    const page = await this.#broker.read(topic, since, limit)
    await setImmediate()
    return page
  }

  interrupt(): void {
    for (const listener of this.#listeners) listener.interrupted()
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ publish: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      fault: fc.constantFrom<Fault>('lose', 'twice', 'late', undefined),
    }),
  },
  { weight: 3, arbitrary: fc.record({ join: fc.nat({ max: 300 }) }) },
  { weight: 1, arbitrary: fc.constant({ interrupt: true as const }) },
  { weight: 1, arbitrary: fc.constant({ fail: true as const }) },
  { weight: 1, arbitrary: fc.constant({ wait: true as const }) },
)

test('no message is lost or repeated by a broker whose log alone is right', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const broker = new FaultyBroker()
      const app = new App({ channels: broker, onError() {} })
      const room = roomOf(app, '7')
      const ids = [await room.publish(said(0))]
      const subscribers: { readonly from: number; readonly got: (number | string)[] }[] = []
      const join = async (back: number): Promise<void> => {
        const from = Math.max(0, ids.length - 1 - back)
        const got: (number | string)[] = []
        const take = (message: RoomEvent): void => {
          if (message.event === 'said') got.push(message.n)
          if (message.event === 'missed') got.push('missed')
        }
        try {
          await room.subscribe(take, { since: ids[from] })
          subscribers.push({ from: from + 1, got })
        } catch {
          // Its client comes back.
        }
      }
      const joins: Promise<void>[] = []
      for (const one of steps) {
        if ('publish' in one)
          for (let i = 0; i < one.publish; i++) ids.push(await room.publish(said(ids.length)))
        if ('fault' in one) broker.fault = one.fault
        if ('join' in one) joins.push(join(one.join))
        if ('interrupt' in one) broker.interrupt()
        if ('fail' in one) broker.failingReads++
        if ('wait' in one) await setImmediate()
      }
      await Promise.all(joins)
      broker.fault = undefined
      broker.failingReads = 0
      ids.push(await room.publish(said(ids.length)))
      await until(() => subscribers.every(({ got }) => got.at(-1) === ids.length - 1))
      const all = ids.map((_, n) => n)
      for (const { from, got } of subscribers) assert.equal(got, all.slice(from))
      await app.shutdown({ timeout: 1000 })
    }),
    { numRuns: 60 },
  )
})

test.run()
