import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx } from '../../src/index.ts'
import { withApp } from '../support/serve.ts'

const hour = 3_600_000

/** How work ends that had the signal of a client that leaves, and what `onError` gets. */
const endings: Readonly<
  Record<string, { readonly end: (c: Ctx) => Promise<unknown>; readonly told: string }>
> = {
  sleep: { end: (c) => sleep(hour, undefined, { signal: c.signal() }), told: '' },
  event: { end: (c) => once(new EventTarget(), 'never', { signal: c.signal() }), told: '' },
  reason: { end: (c) => aborted(c).then(() => c.signal().throwIfAborted()), told: '' },
  other: { end: (c) => aborted(c).then(() => Promise.reject(new Error('other'))), told: 'Error: other' },
  ownAbort: {
    end: (c) => aborted(c).then(() => sleep(hour, undefined, { signal: AbortSignal.abort() })),
    told: 'AbortError: The operation was aborted',
  },
}

async function aborted(c: Ctx): Promise<void> {
  if (!c.signal().aborted) await once(c.signal(), 'abort')
}

/** Adds the endings, each as a route. @returns promises of the begin and the end of a request */
function addEndings(app: App): { readonly begun: Promise<void>; readonly ended: Promise<void> } {
  let begin = (): void => {}
  let finish = (): void => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const ended = new Promise<void>((resolve) => {
    finish = resolve
  })
  app.use(async (c) => {
    begin()
    try {
      await c.next()
    } finally {
      setImmediate(finish)
    }
  })
  for (const [name, { end }] of Object.entries(endings))
    app.get(`/${name}`, async (c) => {
      await end(c)
    })
  return { begun, ended }
}

for (const [name, { told }] of Object.entries(endings)) {
  test(`the end of a handler whose client has left is no failure, unless the error is another: ${name}`, async () => {
    const errors: string[] = []
    let waiting: ReturnType<typeof addEndings> | undefined
    await withApp(
      { onError: (error) => void errors.push(String(error)) },
      (app) => {
        waiting = addEndings(app)
      },
      async ({ port }) => {
        const socket = connect(port, '127.0.0.1')
        socket.write(`GET /${name} HTTP/1.1\r\nHost: a\r\n\r\n`)
        await waiting?.begun
        socket.destroy()
        await waiting?.ended
      },
    )
    assert.is(errors.join(), told)
  })

  test(`an aborted Request is a client that has left: ${name}`, async () => {
    for (const isEarly of [true, false]) {
      const errors: string[] = []
      const app = new App({ onError: (error) => void errors.push(String(error)) })
      const { begun, ended } = addEndings(app)
      const client = new AbortController()
      if (isEarly) client.abort()
      const answer = app.fetch(new Request(`http://localhost/${name}`, { signal: client.signal }))
      await begun
      client.abort()
      await Promise.all([ended, answer])
      assert.is(errors.join(), told)
    }
  })
}

test.run()
