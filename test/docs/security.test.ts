import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Comment } from '../../fixtures/valid/json-recursive/dto.bind.ts'

// The statements of docs/security.md about other sites: the Content-Types that binders accept.

/**
 * Types that a browser sends to another site without a preflight; the last request has no Content-Type at
 * all.
 */
const unasked = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', '']

test('json() accepts any Content-Type, body() and all() those of the interface', async () => {
  const app = new App({ onError: () => undefined })
  app.post('/json', (c) => c.json(c.bind().json(Comment)))
  app.post('/body', (c) => c.json(c.bind().body(Comment)))
  app.post('/all', (c) => c.json(c.bind().all(Comment)))
  const statuses = async (path: string): Promise<readonly number[]> =>
    Promise.all(['application/json', ...unasked].map(async (type) => statusOf(app, path, type)))
  assert.equal(await statuses('/json'), [200, 200, 200, 200, 200])
  assert.equal(await statuses('/body'), [200, 415, 415, 415, 415])
  // Without a Content-Type there is no body, so required members are absent.
  assert.equal(await statuses('/all'), [200, 415, 415, 415, 400])
})

/** Sends JSON under a Content-Type. As bytes, since text would get its own type. */
async function statusOf(app: App, path: string, type: string): Promise<number> {
  const headers = { Host: 'api.example.com', ...(type !== '' && { 'Content-Type': type }) }
  const body = new TextEncoder().encode('{"text":"x","replies":[]}')
  return (await app.test(path, { method: 'POST', headers, body })).status
}

test.run()
