import { tmpdir } from 'node:os'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../../../../test/support/fixture-folders.ts'
import { serveDocument } from '../../src/openapi/serve-document.ts'

const document = {
  openapi: '3.1.0',
  info: { title: 'Garage', version: '1' },
  servers: [{ url: 'http://x' }],
  paths: {},
}

async function* none(): AsyncGenerator<never> {}

test('the page shows the current document, and its requests reach the service', async () => {
  const service = new App()
  service.post('/cars', (c) => {
    c.append('Set-Cookie', 'a=1')
      .append('Set-Cookie', 'b=2')
      .status(201)
      .json({ sent: Buffer.from(c.body()).toString(), by: c.get('X-By') })
  })
  const { url: target } = await service.listen({ port: 0, host: '127.0.0.1' })
  let views = 0
  const current = (): object => ({ ...document, info: { title: `Garage ${++views}`, version: '1' } })
  const page = await serveDocument({ project: root, port: 0, target, document: current, changes: none })
  try {
    assert.match(await (await fetch(page.url)).text(), 'swagger-ui-bundle.js')
    for (const title of ['Garage 1', 'Garage 2']) {
      const shown: unknown = await (await fetch(`${page.url}?file=openapi.json`)).json()
      assert.equal(shown, { ...document, info: { title, version: '1' }, servers: [{ url: '/' }] })
    }
    const init = { method: 'POST', headers: { 'X-By': 'Ann' }, body: '{"doors":4}' }
    const answer = await fetch(new URL('/cars', page.url), init)
    assert.is(answer.status, 201)
    assert.equal(answer.headers.getSetCookie(), ['a=1', 'b=2'])
    assert.equal(await answer.json(), { sent: '{"doors":4}', by: 'Ann' })
  } finally {
    await page.close()
    await service.shutdown()
  }
})

test('a page gets an event for each change', async () => {
  const page = await serveDocument({
    project: root,
    port: 0,
    target: 'http://127.0.0.1:9',
    document: () => document,
    changes: async function* () {
      yield* ['once', 'twice']
    },
  })
  try {
    assert.match(await (await fetch(`${page.url}?file=start.js`)).text(), 'new EventSource')
    const answer = await fetch(`${page.url}?file=changes`)
    assert.match(answer.headers.get('Content-Type') ?? '', 'text/event-stream')
    assert.is(await answer.text(), ': open\n\ndata: changed\n\ndata: changed\n\n')
  } finally {
    await page.close()
  }
})

test('without the service, the page says so', async () => {
  const page = await serveDocument({
    project: root,
    port: 0,
    target: 'http://127.0.0.1:9',
    document: () => document,
    changes: none,
  })
  try {
    const answer = await fetch(new URL('/cars', page.url))
    assert.is(answer.status, 502)
    assert.is(
      await answer.text(),
      'No service answers at http://127.0.0.1:9. Start it, or name another with --target.',
    )
  } finally {
    await page.close()
  }
})

test('a project without the runtime gets an error with the package to install', async () => {
  const options = { port: 0, target: 'http://127.0.0.1:9', document: () => document, changes: none }
  await serveDocument({ ...options, project: tmpdir() }).then(
    () => assert.unreachable(),
    (error: unknown) => assert.match(String(error), '--serve needs @ctxgen/runtime: npm i @ctxgen/runtime'),
  )
})

test.run()
