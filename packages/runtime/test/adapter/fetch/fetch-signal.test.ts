import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx } from '../../../src/index.ts'
import { untyped } from '../../support/untyped-handler.ts'

/**
 * Requests `/` and aborts after the body was read, or before. @returns whether the handler's signal is
 * aborted.
 */
async function tellsOfAbort(handler: (c: Ctx) => unknown, whole: boolean): Promise<boolean> {
  const app = new App()
  let signal: AbortSignal | undefined
  app.get(
    '/',
    untyped((c: Ctx) => {
      signal = c.signal()
      return handler(c)
    }),
  )
  const client = new AbortController()
  const response = await app.fetch(new Request('http://localhost/', { signal: client.signal }))
  if (whole) await response.text()
  client.abort()
  return signal?.aborted === true
}

const streamed = (c: Ctx): unknown => c.sendStream(new Blob(['ab']).stream())

test('an abort after the response is not reported as a disconnect', async () => {
  assert.is(await tellsOfAbort((c) => c.sendString('ab'), true), false)
  assert.is(await tellsOfAbort(streamed, true), false)
})

test('an abort during the body is', async () => {
  assert.is(await tellsOfAbort(streamed, false), true)
})

test.run()
