import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Comment } from '../../fixtures/valid/json-recursive/dto.bind.ts'
import { root } from '../support/fixture-folders.ts'

// The statements of docs/security.md about other sites: the Content-Types that binders accept, and the
// requests that its middleware admits.

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

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

test("the page's middleware rejects other hosts, sites and bodies", async () => {
  const app = await guardedApp()
  app.post('/', (c) => c.json(c.bind().json()))
  app.get('/', (c) => c.sendString('read'))
  const json = 'application/json'
  assert.is(await statusOf(app, '/', json), 200)
  assert.is(await statusOf(app, '/', json, { 'Sec-Fetch-Site': 'same-origin' }), 200)
  for (const site of ['cross-site', 'same-site'])
    assert.is(await statusOf(app, '/', json, { 'Sec-Fetch-Site': site }), 403)
  for (const type of unasked) assert.is(await statusOf(app, '/', type), 415)
  assert.is(await statusOf(app, '/', json, { Host: 'other.example' }), 421)
  const headers = { Host: 'api.example.com', 'Sec-Fetch-Site': 'cross-site' }
  assert.is((await app.test('/', { headers })).status, 200)
})

async function guardedApp(): Promise<App> {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-security-'))
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
    const [, text = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? []
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'guard.ts'), text)
    const { app }: { app: App } = await import(pathToFileURL(join(folder, 'guard.ts')).href)
    return app
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Sends JSON under a Content-Type. As bytes, since text would get its own type. */
async function statusOf(
  app: App,
  path: string,
  type: string,
  more: Readonly<Record<string, string>> = {},
): Promise<number> {
  const headers = { Host: 'api.example.com', ...(type !== '' && { 'Content-Type': type }), ...more }
  const body = new TextEncoder().encode('{"text":"x","replies":[]}')
  return (await app.test(path, { method: 'POST', headers, body })).status
}

test.run()
