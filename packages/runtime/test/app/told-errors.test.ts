import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, type Handler, HttpError } from '../../src/index.ts'
import { pause, withApp } from '../support/serve.ts'

function appThatTells(): { app: App; told: unknown[] } {
  const told: unknown[] = []
  return { app: new App({ onError: (error) => told.push(String(error)) }), told }
}

async function exchange(app: App, path: string): Promise<[status: number, text: string]> {
  const answer = await app.test(path)
  return [answer.status, await answer.text()]
}

test('a failure missed by a busy handler is reported if the answer does not show it', async () => {
  const { app, told } = appThatTells()
  app.use('/caught', async (c) => {
    try {
      await c.next()
    } catch {
      c.sendString('caught')
    }
  })
  app.use(async (c) => {
    void c.next()
    await pause(5)
  })
  app.get('/*', () => Promise.reject(new HttpError(401)))
  assert.equal(await exchange(app, '/'), [200, ''])
  assert.match(told.join(), /^Error: a handler has failed, .* was next\(\) awaited\?$/)
  assert.equal(await exchange(app, '/caught'), [200, ''])
  assert.is(told.length, 2)
})

test('a handler that resumes after end() or drop() changes nothing, without a report', async () => {
  const { app, told } = appThatTells()
  const now: Handler = (c) => {
    c.next()
    c.set('X-Late', '1')
  }
  const later: Handler = async (c) => {
    await c.next()
    c.set('X-Late', '1')
  }
  for (const [i, outer] of [now, later].entries()) {
    for (const [j, inner] of [now, later].entries()) {
      app.use(`/${i}${j}`, outer, inner)
    }
  }
  const end = (c: Ctx): void => {
    c.sendString('ended')
    c.end()
  }
  app.get('/*/end', end)
  app.get('/*/drop', (c) => c.drop())
  app.get('/*/late', async (c) => {
    await pause(1)
    end(c)
  })
  app.get('/*/twice', (c) => {
    end(c)
    c.set('X-Late', '1')
  })
  for (const way of ['00', '01', '10', '11']) {
    assert.equal(await exchange(app, `/${way}/end`), [200, 'ended'])
    assert.is((await app.test(`/${way}/drop`)).type, 'error')
    assert.equal(told, [], way)
  }
  assert.equal(await exchange(app, '/11/twice'), [200, 'ended'])
  assert.equal(await exchange(app, '/11/late'), [200, 'ended'])
  assert.equal(told, [])
})

test('a handler that catches an error after end() stops as well', async () => {
  const { app, told } = appThatTells()
  app.use('/:how', async (c) => {
    try {
      await c.next()
    } catch (error) {
      c.sendString(`caught ${error}`)
    }
  })
  const fail = (c: Ctx): never => {
    c.sendString('Who are you?')
    c.end()
    throw new Error('no name')
  }
  app.get('/now', fail)
  app.get('/later', async (c) => {
    await pause(1)
    fail(c)
  })
  for (const path of ['/now', '/later']) {
    assert.equal(await exchange(app, path), [200, 'Who are you?'])
    await pause(5)
    // Whether an asynchronous one was caught is unknown.
    assert.equal(told.splice(0), path === '/now' ? [] : ['Error: no name'])
  }
})

test('an HttpError may have any status from 400 that HTTP/1 can write', async () => {
  const told: unknown[] = []
  await withApp(
    { onError: (error) => told.push(error) },
    (app) => app.get('/:status', (c) => new HttpError(Number(c.params('status')), 'Custom error message')),
    async ({ url }) => {
      const answers: [number, string][] = []
      for (const status of [400, 782, 999, 399, 1000, 400.5, 'x']) {
        const answer = await fetch(`${url}/${status}`, { headers: { Accept: 'text/plain' } })
        answers.push([answer.status, await answer.text()])
      }
      const said = [400, 782, 999].map((status) => [status, 'Custom error message'])
      assert.equal(answers, [...said, ...Array(4).fill([500, 'Internal Server Error'])])
      assert.is(told.length, 4)
    },
  )
})

test.run()
