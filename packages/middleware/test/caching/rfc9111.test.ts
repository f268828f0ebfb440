import { cache } from '@ctxgen/middleware/cache'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend } from '../support/on-each-server.ts'
import { cases, type Exchange } from './rfc9111-cases.ts'

/** Seconds by which the clocks of this process are ahead. */
let ahead = 0
const clocks = [
  [Date, Date.now],
  [performance, performance.now.bind(performance)],
] as const
test.before.each(() => {
  ahead = 0
  for (const [clock, now] of clocks) clock.now = () => now() + ahead * 1000
})
test.after.each(() => {
  for (const [clock, now] of clocks) clock.now = now
})

function lineOf(value: string | number): string {
  return typeof value === 'string' ? value : new Date(Date.now() + value * 1000).toUTCString()
}

for (const { name, exchanges } of cases)
  test(name, async () => {
    let now: Exchange = {}
    let runs = 0
    const app = new App().use(cache())
    app.use((c) => {
      runs++
      c.status(now.status ?? 200)
      for (const [header, values] of Object.entries(now.says ?? {}))
        c.append(header, ...[values].flat().map(lineOf))
      c.send(now.status === 204 ? '' : 'body')
    })
    const send = fetchSend(app)
    for (const [i, one] of exchanges.entries()) {
      const { method = 'GET', path = '/', asks = {}, after = 0, isHit, sent, has = {} } = one
      now = one
      ahead += after
      const before = runs
      const got = await send(path, { method, headers: asks })
      const at = `exchange ${i + 1}`
      if (isHit !== undefined) assert.is(runs === before, isHit, at)
      assert.is(got.status, sent ?? one.status ?? 200, at)
      for (const [header, value] of Object.entries(has))
        assert.is(got.headers[header], value, `${at}: ${header}`)
    }
  })

test.run()
