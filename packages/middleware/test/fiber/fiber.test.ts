import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveStatic } from '@ctxgen/middleware/static'
import { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isPrivateAddress } from '../../src/forward/private-address.ts'
import '../support/locals.ts'
import { http1Send, onEachServer } from '../support/on-each-server.ts'
import { fiberTables, privateAddresses, traversals } from './cases.ts'

// Cases of the tests of Fiber v3's middleware, as far as both mean the same; docs/fiber.md has the differences.

for (const { name, app, steps } of fiberTables)
  test(name, () =>
    onEachServer(app, async (send, server) => {
      for (const [i, [path, sent, status, headers = {}, body]] of steps.entries()) {
        const got = await send(path, sent)
        const at = `${server}, step ${i}: ${path} ${JSON.stringify(sent)}`
        assert.is(got.status, status, at)
        for (const [header, value] of Object.entries(headers))
          assert.is(got.headers[header] ?? '', value, `${at} ${header}`)
        if (body !== undefined) assert.is(got.body, body, at)
      }
    }),
  )

for (const [address, isPrivate] of privateAddresses)
  test(`proxy, IsBlockedIP: ${address}`, () => assert.is(isPrivateAddress(address), isPrivate))

test('static, PathTraversal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-fiber-'))
  const root = join(folder, 'css')
  mkdirSync(root)
  writeFileSync(join(root, 'style.css'), 'color')
  for (const name of ['index.html', 'secret', 'secret.json']) writeFileSync(join(folder, name), 'outside')
  const app = new App({ onError: () => {} }).get('/*', serveStatic(root))
  const { port } = await app.listen({ host: '127.0.0.1' })
  try {
    const send = http1Send(port)
    const got = await send('/style.css')
    assert.equal(
      [got.status, got.headers['content-type'], got.body],
      [200, 'text/css; charset=utf-8', 'color'],
    )
    for (const path of [...traversals, `/${root}/../../index.html`]) {
      const { status } = await send(path)
      assert.ok(status === 404 || status === 400, `${status} ${path}`)
    }
  } finally {
    await app.shutdown({ timeout: 1000 })
    rmSync(folder, { recursive: true, force: true })
  }
})

test.run()
