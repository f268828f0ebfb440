import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Keyv from 'keyv'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Handler } from '../../src/index.ts'
import { withApp } from '../support/serve.ts'

const folder = mkdtempSync(join(tmpdir(), 'ctxgen-files-'))
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** Every byte value, so that a re-encoding would show. */
const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)

/** Uploads a file and a field to a handler, over a socket. */
async function upload(handler: Handler): Promise<Response> {
  const form = new FormData()
  form.append('name', 'john')
  form.append('f', new Blob([bytes], { type: 'image/png' }), 'a.png')
  let answer: Response | undefined
  await withApp(
    {},
    (app) => app.post('/', handler),
    async ({ url }) => {
      answer = await fetch(url, { method: 'POST', body: form })
      await answer.clone().text()
    },
  )
  assert.ok(answer)
  return answer
}

test('saveFile() overwrites existing files, and passes file system errors on', async () => {
  const path = join(folder, 'a.png')
  writeFileSync(path, 'x'.repeat(1000))
  const answer = await upload(async (c) => {
    await c.saveFile(c.formFile('f'), path)
    const failed = await c
      .saveFile(c.formFile('f'), join(folder, 'none', 'a'))
      .catch((error: unknown) => error)
    assert.ok(failed instanceof Error)
    assert.is(Reflect.get(failed, 'code'), 'ENOENT')
    c.sendString('ok')
  })
  assert.is(await answer.text(), 'ok')
  assert.equal([...readFileSync(path)], [...bytes])
})

test('saveFileToStorage() accepts a Keyv as it is', async () => {
  const keyv = new Keyv()
  const answer = await upload(async (c) => {
    await c.saveFileToStorage(c.formFile('f'), 'uploads/a.png', keyv)
    c.sendString('ok')
  })
  assert.is(await answer.text(), 'ok')
  const stored: unknown = await keyv.get('uploads/a.png')
  assert.ok(stored instanceof Uint8Array)
  assert.equal([...stored], [...bytes])
})

test('saveFileToStorage() keeps bytes intact in a Keyv, whatever the server', async () => {
  const keyv = new Keyv()
  const app = new App()
  app.post('/', (c) => c.saveFileToStorage(c.formFile('f'), 'k', keyv))
  const form = new FormData()
  form.append('f', new Blob([bytes]), 'f')
  assert.is((await app.test('/', { method: 'POST', body: form })).status, 200)
  const stored: unknown = await keyv.get('k')
  assert.ok(stored instanceof Uint8Array)
  assert.equal([...stored], [...bytes])
})

test('saveFileToStorage() awaits the storage and rethrows its error', async () => {
  const order: string[] = []
  await upload(async (c) => {
    const file = c.formFile('f')
    const slow = {
      set: async (key: string, value: Uint8Array) => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        order.push(`${key} ${value.length} ${value.buffer === file.bytes().buffer}`)
      },
    }
    await c.saveFileToStorage(file, 'k', slow)
    order.push('after')
    const full = { set: () => Promise.reject(new Error('full')) }
    const failed = await c.saveFileToStorage(file, 'k', full).catch((error: unknown) => error)
    order.push(String(failed))
  })
  assert.equal(order, ['k 256 false', 'after', 'Error: full'])
})

test('forms are parsed once, and have no special names', async () => {
  const app = new App()
  app.post('/', (c) => {
    assert.is(c.multipartForm(), c.multipartForm())
    assert.is(c.formFile('f'), c.formFile('f'))
    assert.equal([c.formValue('__proto__', 'd'), c.formValue('toString')], ['d', ''])
    assert.throws(() => c.formFile('constructor'), /no such file/)
    c.json(c.multipartForm().value)
  })
  const form = new FormData()
  form.append('a', '1')
  form.append('a', '2')
  form.append('f', new Blob(['x']), 'x')
  const answer = await app.test('/', { method: 'POST', body: form })
  assert.equal(await answer.json(), { a: ['1', '2'] })
})

test('formValue() returns the default for an unreadable form', async () => {
  const form = 'application/x-www-form-urlencoded'
  const app = new App()
  app.post('/', (c) => {
    c.json([c.formValue('a'), c.formValue('a', 'd'), c.bodyRaw().length > 0])
  })
  for (const headers of [
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'multipart/form-data; boundary=b' },
    { 'content-type': form, 'content-encoding': 'compress' },
    { 'content-type': form, 'content-encoding': 'gzip' },
  ]) {
    const answer = await app.test('/', { method: 'POST', body: 'a=1', headers })
    assert.equal(await answer.json(), ['', 'd', true], JSON.stringify(headers))
  }
})

test('an unreadable multipart form fails on every read', async () => {
  const app = new App()
  app.post('/', (c) => {
    assert.is(c.formValue('a', 'd'), 'd')
    for (let i = 0; i < 2; i++) assert.throws(() => c.multipartForm(), /does not hold its boundary/)
    c.formFile('a')
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  assert.is((await app.test('/', { method: 'POST', body: 'a=1', headers })).status, 400)
})

test('a form that is not multipart is a 400', async () => {
  const app = new App()
  app.post('/', (c) => {
    c.multipartForm()
  })
  for (const [type, body] of [
    ['application/json', '{}'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=a', ''],
    ['multipart/form-data; boundary=a', 'junk'],
  ] as const) {
    const answer = await app.test('/', { method: 'POST', body, headers: { 'content-type': type } })
    assert.is(answer.status, 400, type)
  }
})

test.run()
