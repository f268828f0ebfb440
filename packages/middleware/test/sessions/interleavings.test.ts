import { memoryStore, type TextStore } from '@ctxgen/middleware/memory-store'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Opened } from '../../src/sessions/backend.ts'
import { signedId } from '../../src/sessions/signed-id.ts'
import { StoredSessions } from '../../src/sessions/stored-sessions.ts'

// Requests whose steps in the store are run in every order there is.

type Work = 'change' | 'move' | 'renew' | 'end'

/** Runs the steps of several works in an order that `choose` gives. */
class Steps {
  readonly #waiting = new Map<number, () => void>()
  #running = 0

  /** A store each step of which waits for its turn. */
  storeOf(store: TextStore, work: number): TextStore {
    const turn = (): Promise<void> => new Promise((resolve) => this.#waiting.set(work, resolve))
    return {
      get: (...args) => turn().then(() => store.get(...args)),
      set: (...args) => turn().then(() => store.set(...args)),
      replace: (...args) => turn().then(() => store.replace(...args)),
      delete: (...args) => turn().then(() => store.delete(...args)),
    }
  }

  async run(works: readonly (() => Promise<unknown>)[], choose: (count: number) => number): Promise<void> {
    const done = works.map(async (work) => {
      this.#running++
      await work()
      this.#running--
    })
    for (;;) {
      // The store is in memory, so its steps need nothing but microtasks.
      while (this.#waiting.size < this.#running) await undefined
      if (this.#running === 0) break
      const ready = [...this.#waiting].sort(([a], [b]) => a - b)
      const [work = -1, go] = ready[choose(ready.length)] ?? []
      this.#waiting.delete(work)
      go?.()
    }
    await Promise.all(done)
  }
}

/** Calls `run` until it has made every sequence of choices. @returns how often */
async function inEachOrder(run: (choose: (count: number) => number) => Promise<void>): Promise<number> {
  let path: { readonly chosen: number; readonly count: number }[] = []
  for (let runs = 1; ; runs++) {
    let depth = 0
    await run((count) => {
      path[depth] ??= { chosen: 0, count }
      return path[depth++]?.chosen ?? 0
    })
    while (path.length > 0 && (path.at(-1)?.chosen ?? 0) + 1 >= (path.at(-1)?.count ?? 0)) path.pop()
    const last = path.at(-1)
    if (last === undefined) return runs
    path = [...path.slice(0, -1), { ...last, chosen: last.chosen + 1 }]
  }
}

const secrets = ['a secret of at least 32 characters']
const lifetime = { idle: 1e6, absolute: 1e6 }

async function check(works: readonly Work[], choose: (count: number) => number): Promise<void> {
  const now = Date.now()
  const store = memoryStore()
  const here = new StoredSessions(secrets, lifetime, store)
  const old = await here.create('old', now, new Map([['user', '"ada"']]), now)
  const steps = new Steps()
  // Those of all ids, whether or not their clients get them.
  const cookies = [old, ...works.map((_, i) => signedId(`new ${i}`, secrets))]
  const opened = (await here.open(old, now)) as Opened
  await steps.run(
    works.map((work, i) => async () => {
      const sessions = new StoredSessions(secrets, lifetime, steps.storeOf(store, i))
      const mine = new Map([[`${work} ${i}`, 'true']])
      if (work === 'change') await sessions.change(opened, mine, now)
      else if (work === 'end') await sessions.end(opened)
      else await sessions.move(opened, `new ${i}`, work === 'move' ? mine : new Map(), now)
    }),
    choose,
  )
  const found: (readonly string[])[] = []
  for (const cookie of cookies) {
    const values = (await here.open(cookie, now))?.values
    if (values !== undefined) found.push([...values.keys()].sort())
  }
  const owned = found.filter((keys) => keys.includes('user'))
  const message = JSON.stringify({ works, found })
  assert.is(owned.length, works.includes('end') ? 0 : 1, message)
  const changes = works.flatMap((work, i) => (work === 'change' ? [`change ${i}`] : []))
  const moves = works.flatMap((work, i) => (work === 'move' ? [`move ${i}`] : []))
  for (const keys of owned) {
    // Every change, and what at most one move has set.
    const kept = moves.filter((move) => keys.includes(move))
    assert.ok(kept.length <= 1, message)
    assert.equal(keys, [...changes, ...kept, 'user'].sort(), message)
  }
  for (const keys of found)
    if (!owned.includes(keys)) assert.ok(keys.length === 1 && moves.includes(keys[0] ?? ''), message)
  if (!works.includes('end') && !works.includes('renew'))
    assert.is(found.length, Math.max(1, moves.length), message)
}

const lists: readonly (readonly Work[])[] = [
  ['change', 'change'],
  ['change', 'move'],
  ['change', 'end'],
  ['move', 'move'],
  ['move', 'end'],
  ['end', 'end'],
  ['renew', 'renew'],
  ['renew', 'end'],
  ['change', 'move', 'end'],
  ['change', 'change', 'move'],
  ['move', 'move', 'end'],
]

for (const works of lists)
  test(`${works.join(', ')}: in every order of their steps nothing is lost, and nothing comes back`, async () => {
    const runs = await inEachOrder((choose) => check(works, choose))
    assert.ok(runs >= 6)
  })

test.run()
