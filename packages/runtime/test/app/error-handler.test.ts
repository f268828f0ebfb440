import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, BindError, HttpError } from '../../src/index.ts'
import { pause, withApp } from '../support/serve.ts'

test('thrown, rejected and returned errors reach the error handler', async () => {
  const seen: unknown[] = []
  await withApp(
    {
      errorHandler: (c, err) => {
        seen.push(err)
        c.status(err instanceof HttpError ? err.status : 500).sendString('handled')
      },
    },
    (app) => {
      app.get('/throw', () => {
        throw new HttpError(418)
      })
      app.get('/reject', async () => {
        throw new HttpError(419)
      })
      app.get('/return', () => new HttpError(420))
      app.get('/return-late', async () => new HttpError(422))
      app.get('/odd', () => Promise.reject('text'))
    },
    async ({ url }) => {
      const statuses: number[] = []
      for (const path of ['/throw', '/reject', '/return', '/return-late', '/odd', '/none']) {
        statuses.push((await fetch(url + path)).status)
      }
      assert.equal(statuses, [418, 419, 420, 422, 500, 404])
      assert.is(seen.length, 6)
    },
  )
})

test('the default error handler shows issues of a bind error but no other errors', async () => {
  await withApp(
    {},
    (app) => {
      app.get('/bind', () => {
        throw new BindError([{ source: 'query', path: 'page', message: 'not an int', cause: 'secret' }])
      })
      app.get('/bug', () => {
        throw Object.freeze(new Error('secret'))
      })
    },
    async ({ url }) => {
      const bound = await (await fetch(`${url}/bind`)).json()
      assert.equal(bound, {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'bind "page" from query: not an int',
        errors: [{ source: 'query', path: 'page', message: 'not an int' }],
      })
      const bug = await fetch(`${url}/bug`)
      assert.is(bug.status, 500)
      assert.not.match(await bug.text(), 'secret')
    },
  )
})

test('an error handler may return an error, or any thenable', async () => {
  const answers: [returned: unknown, status: number, text: string][] = [
    [new Error('secret'), 500, 'Internal Server Error'],
    [Promise.resolve(new Error('secret')), 500, 'Internal Server Error'],
    // biome-ignore lint/suspicious/noThenProperty: it is one
    [{ then: (done: () => void) => setTimeout(done, 1) }, 200, 'waited for'],
  ]
  for (const [returned, status, text] of answers) {
    const app = new App({
      onError: () => {},
      errorHandler: (c) => {
        c.sendString('waited for')
        return returned
      },
    })
    const answer = await app.test('/', { headers: { accept: 'text/plain' } })
    assert.equal([answer.status, await answer.text()], [status, text])
  }
})

test('an error handler that fails leaves a plain 500', async () => {
  const errorHandler = async (): Promise<void> => {
    await pause(1)
    throw new Error('secret')
  }
  await withApp(
    { errorHandler },
    (app) => app.get('/', () => new Error('first')),
    async ({ url }) => {
      const answer = await fetch(url)
      assert.is(answer.status, 500)
      assert.not.match(await answer.text(), 'secret')
    },
  )
})

test.run()
