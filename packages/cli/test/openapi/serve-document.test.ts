import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@ctxgen/codegen/usage-error'
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

/** Sends a request line and a Host as they are. */
async function sent(port: string, path: string, host: string): Promise<string> {
  const asked = request({ port, host: '127.0.0.1', path, headers: { Host: host } }).end()
  const [answer]: IncomingMessage[] = await once(asked, 'response')
  let text = `${answer?.statusCode} `
  for await (const chunk of answer ?? []) text += chunk
  return text
}

test('every request stays below the target', async () => {
  const service = new App()
  service.all('/*', (c) => c.sendString(`service ${c.originalURL()}`))
  const stranger = new App().all('/*', (c) => c.sendString('stranger'))
  const { url: target } = await service.listen({ port: 0, host: '127.0.0.1' })
  const { url: other } = await stranger.listen({ port: 0, host: '127.0.0.1' })
  const { host } = new URL(other)
  try {
    for (const [base, rows] of [
      [
        target,
        {
          [`//${host}/x`]: `200 service //${host}/x`,
          [`/\\${host}/x`]: `200 service //${host}/x`,
          [`/\\\\${host}/x?a=//b`]: `200 service ///${host}/x?a=//b`,
          '/a/../b?c=/../d': '200 service /b?c=/../d',
          '/@evil.example:80/x': '200 service /@evil.example:80/x',
          '/a%2F..%2fb': '200 service /a%2F..%2fb',
        },
      ],
      [
        `${target}/api/`,
        {
          '/cars?page=2': '200 service /api/cars?page=2',
          '/': '200 service /api/',
          '/../secret': `400 This path leads out of ${target}/api/.`,
          '/%2e%2E/secret': `400 This path leads out of ${target}/api/.`,
          '/..\\secret': `400 This path leads out of ${target}/api/.`,
        },
      ],
    ] as const) {
      const page = await serveDocument({
        project: root,
        port: 0,
        target: base,
        document: () => document,
        changes: none,
      })
      const { port } = new URL(page.url)
      try {
        for (const [path, expected] of Object.entries(rows))
          assert.is(await sent(port, path, `localhost:${port}`), expected, path)
        assert.match(await sent(port, `http://${host}/x`, host), /^200 service (\/api)?\/x$/)
        assert.not.match(await sent(port, `http://${host}/x`, `localhost:${port}`), 'stranger')
        assert.match(await sent(port, 'http://evil.example/x', 'evil.example'), /^421 /)
      } finally {
        await page.close()
      }
    }
  } finally {
    await service.shutdown()
    await stranger.shutdown()
  }
})

test('only requests to this machine are answered, and to the host that was named', async () => {
  const options = {
    project: root,
    port: 0,
    target: 'http://127.0.0.1:9',
    document: () => document,
    changes: none,
  }
  for (const host of [undefined, 'LocalHost', '127.0.0.2']) {
    const page = await serveDocument(host === undefined ? options : { ...options, host })
    const { port } = new URL(page.url)
    const at = host === '127.0.0.2' ? host : '127.0.0.1'
    const statusOf = async (name: string): Promise<number | undefined> => {
      const [answer]: IncomingMessage[] = await once(
        request({ port, host: at, path: '/docs', headers: { Host: name } }).end(),
        'response',
      )
      answer?.resume()
      return answer?.statusCode
    }
    try {
      for (const name of [
        `localhost:${port}`,
        'LOCALHOST',
        `127.0.0.1:${port}`,
        `[::1]:${port}`,
        '127.0.0.2:1',
      ])
        assert.is(await statusOf(name), name === '127.0.0.2:1' && host !== '127.0.0.2' ? 421 : 200, name)
      for (const name of [
        'evil.example',
        'localhost.evil.example',
        'evil.example:80',
        '127.0.0.1.evil.example',
      ])
        assert.is(await statusOf(name), 421, name)
    } finally {
      await page.close()
    }
  }
})

test('without the service, the page reports it', async () => {
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

test('a project without swagger-ui-dist gets an error with the package to install', async () => {
  const project = mkdtempSync(join(tmpdir(), 'ctxgen-docs-'))
  const runtime = join(project, 'node_modules/@ctxgen/runtime')
  const exports = { '.': './index.js', './docs': './docs.js' }
  const docs = `import { createRequire } from 'node:module'
    export function docs() {
      try { createRequire(import.meta.url).resolve('swagger-ui-dist/package.json') }
      catch (cause) { throw new Error('docs() needs swagger-ui-dist', { cause }) }
    }`
  mkdirSync(runtime, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{}')
  writeFileSync(join(runtime, 'package.json'), JSON.stringify({ type: 'module', exports }))
  writeFileSync(join(runtime, 'index.js'), 'export class App {}')
  writeFileSync(join(runtime, 'docs.js'), docs)
  try {
    const options = { port: 0, target: 'http://127.0.0.1:9', document: () => document, changes: none }
    await serveDocument({ ...options, project }).then(
      () => assert.unreachable(),
      (error: unknown) => {
        assert.ok(error instanceof UsageError)
        assert.is(error.message, '--serve needs swagger-ui-dist: npm i -D swagger-ui-dist')
      },
    )
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
})

test.run()
