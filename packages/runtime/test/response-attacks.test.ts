import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { attackedApp } from './attacks/attack-app.ts'
import { attackOnce } from './attacks/attack-client.ts'
import { type Attack, expand, judge, wireOf } from './attacks/attack-format.ts'
import { pause } from './serve.ts'

// The entries of these areas of the corpus, unchanged: response-splitting, redirect, render-xss, path-traversal, range,
// lifecycle-faults. What each demands stands in it.
const corpus = new URL('./attacks/response.json', import.meta.url)
const attacks = expand(JSON.parse(readFileSync(corpus, 'utf8'))) as readonly Attack[]

/** Needs a process of its own to be killed in. */
const elsewhere = new Set(['lc-sigterm-twice'])

const state = attackedApp()
const server = await state.app.listen({ host: '127.0.0.1' })
let uncaught = 0
const count = (): void => {
  uncaught++
}
process.on('unhandledRejection', count)
process.on('uncaughtException', count)
test.after(async () => {
  process.off('unhandledRejection', count)
  process.off('uncaughtException', count)
  await state.app.shutdown()
})

for (const attack of attacks.filter(({ id }) => !elsewhere.has(id))) {
  test(`${attack.id}: ${attack.description.slice(0, 60)}`, async () => {
    if (attack.call !== undefined) state.call = attack.call
    state.produced = 0
    const descriptors = openDescriptors()
    const bytes = wireOf(attack)
    for (let i = 0; i < Math.min(attack.repeat ?? 1, 50); i++) {
      const { raw, ms } = await attackOnce(server.port, bytes, attack)
      assert.equal(judge(attack, raw, ms), [], attack.demand)
    }
    // What a client that does not read has not asked for must not be made for it.
    assert.ok(state.produced <= 16 * 1024 * 1024, `${state.produced} bytes were made`)
    const health = await fetch(`${server.url}/healthz`)
    assert.is(await health.text(), 'ok')
    assert.is(uncaught, 0, 'something was not caught')
    if (attack.check.fdsBack === true) await waitFor(() => openDescriptors() <= descriptors + 4)
    for (const proto of [Object.prototype, Array.prototype, Function.prototype]) {
      assert.not.ok(Object.hasOwn(proto, 'x') || Object.keys(proto).length > 0)
    }
  })
}

function openDescriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}

async function waitFor(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !condition(); i++) await pause(20)
  assert.ok(condition(), 'descriptors stay open')
}

test.run()
