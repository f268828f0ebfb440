import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, type Handler, HttpError, type Part } from '../../src/index.ts'
import { until, withApp } from '../support/serve.ts'
import { tempFolder } from '../support/temp-folder.ts'

const stream = { body: 'stream' } as const
const film = new Uint8Array(300_000).map((_, i) => i % 251)

function form(): FormData {
  const sent = new FormData()
  sent.append('title', 'Días')
  sent.append('film', new Blob([film], { type: 'video/mp4' }), '../a/film.mp4')
  sent.append('empty', new Blob([]), 'empty.txt')
  return sent
}

function post(path: string, body: FormData | string, type?: string): Request {
  const headers = type === undefined ? undefined : { 'Content-Type': type }
  return new Request(`http://a${path}`, { method: 'POST', body, ...(headers && { headers }) })
}

/** Runs a handler over a connection of node, by `fetch()`, and on a body that was read. */
async function everywhere(
  handler: Handler,
  use: (send: () => Promise<Response>) => Promise<void>,
): Promise<void> {
  const routes = (app: App): void => {
    app.post('/', stream, handler)
    app.post('/read', { body: true }, handler)
  }
  await withApp({}, routes, async ({ port }, app) => {
    await use(() => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form() }))
    await use(() => app.fetch(post('/', form())))
    await use(() => app.fetch(post('/read', form())))
  })
}

test('parts come with name, file name, headers and content', async () => {
  const handler = async (c: Ctx): Promise<void> => {
    const seen: unknown[] = []
    for await (const part of c.parts()) {
      const { name, filename, type } = part
      const content = name === 'title' ? await part.text() : (await part.bytes()).length
      seen.push([name, filename, type, Object.keys(part.header), content])
    }
    c.json(seen)
  }
  await everywhere(handler, async (send) => {
    assert.equal(await (await send()).json(), [
      ['title', null, '', [], 'Días'],
      ['film', 'film.mp4', 'video/mp4', ['content-disposition', 'content-type'], 300_000],
      ['empty', 'empty.txt', 'application/octet-stream', ['content-disposition', 'content-type'], 0],
    ])
  })
})

test('a part that was not read is discarded, and one that was passed or read is an error', async () => {
  const errors: unknown[] = []
  const handler = async (c: Ctx): Promise<void> => {
    const parts: Part[] = []
    for await (const part of c.parts()) parts.push(part)
    for (const part of parts) await part.text().catch((error: unknown) => errors.push(String(error)))
    await parts[0]?.text().catch((error: unknown) => errors.push(String(error)))
    c.sendString(`${parts.length}`)
  }
  await everywhere(handler, async (send) => {
    errors.length = 0
    assert.is(await (await send()).text(), '3')
    assert.match(String(errors), /title was passed.*film was passed.*title was read/)
  })
})

test('saveFile writes a part whole or not at all', async () => {
  const folder = tempFolder()
  const target = join(folder, 'film.mp4')
  const save = async (c: Ctx): Promise<void> => {
    for await (const part of c.parts()) if (part.name === 'film') await c.saveFile(part, target)
    c.sendStatus(204)
  }
  await everywhere(save, async (send) => {
    writeFileSync(target, 'old')
    assert.is((await send()).status, 204)
    assert.equal(new Uint8Array(readFileSync(target)), film)
    assert.equal(readdirSync(folder), ['film.mp4'])
  })
  writeFileSync(target, 'old')
  const errors: unknown[] = []
  const routes = (app: App): void => {
    app.post('/', stream, save)
    app.post('/short', { ...stream, bodyLimit: 100_000 }, save)
  }
  const errorHandler = (c: Ctx, error: unknown): void => {
    errors.push(error)
    c.status(error instanceof HttpError ? error.status : 500)
  }
  await withApp({ errorHandler }, routes, async ({ port }, app) => {
    const head = '--b\r\nContent-Disposition: form-data; name="film"; filename="f"\r\n\r\n'
    const type = 'multipart/form-data; boundary=b'
    // Too long, without an end, and from a client that leaves while the file is written.
    assert.is((await app.fetch(post('/short', form()))).status, 413)
    assert.is((await app.fetch(post('/', head + 'x'.repeat(50), type))).status, 400)
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\nContent-Type: ${type}\r\n\r\n${head}${'x'.repeat(500)}`,
    )
    assert.ok(await until(() => readdirSync(folder).length === 2))
    socket.destroy()
    assert.ok(await until(() => errors.length === 3))
    assert.ok(errors.every((error) => error instanceof HttpError))
  })
  assert.equal(readdirSync(folder), ['film.mp4'])
  assert.is(readFileSync(target, 'utf8'), 'old')
})

test('a storage with setStream gets the stream, another one the bytes, as far as memory for bodies goes', async () => {
  const kept = new Map<string, number>()
  const streaming = {
    set: () => assert.unreachable(),
    async setStream(key: string, content: ReadableStream<Uint8Array>): Promise<boolean> {
      let size = 0
      for await (const piece of content) size += piece.length
      kept.set(key, size)
      return size > 0
    },
  }
  const holding = { set: (key: string, bytes: Uint8Array) => kept.set(key, bytes.length) }
  const store = async (c: Ctx): Promise<void> => {
    for await (const part of c.parts()) {
      if (part.name !== 'film') continue
      await c.saveFileToStorage(part, c.query('to'), c.query('to') === 'stream' ? streaming : holding)
    }
    c.sendStatus(204)
  }
  const app = new App({ onError: () => {} })
  app.post('/', stream, store)
  for (const to of ['stream', 'bytes']) {
    assert.is((await app.fetch(post(`/?to=${to}`, form()))).status, 204)
    assert.is(kept.get(to), 300_000)
  }
  const empty = '--b\r\nContent-Disposition: form-data; name="film"; filename="f"\r\n\r\n\r\n--b--'
  assert.is((await app.fetch(post('/?to=stream', empty, 'multipart/form-data; boundary=b'))).status, 500)
})

test('a part that is held counts as memory for bodies', async () => {
  const used: number[] = []
  const routes = (app: App): void => {
    app.post('/', stream, async (c) => {
      for await (const part of c.parts()) await part.bytes()
      used.push(app.bodyMemory.used)
      c.sendStatus(204)
    })
  }
  await withApp({}, routes, async ({ port }, app) => {
    const send = (): Promise<Response> => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: form() })
    assert.is((await send()).status, 204)
    assert.is((await app.fetch(post('/', form()))).status, 204)
    assert.equal(used, [300_005, 300_005])
    assert.ok(await until(() => app.bodyMemory.used === 0))
  })
})

test('a body that is no form, or no stream, has no parts', async () => {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => void errors.push(error) })
  const count = async (c: Ctx): Promise<void> => {
    let count = 0
    for await (const _ of c.parts()) count++
    c.sendString(`${count}`)
  }
  app.post('/', stream, count)
  app.post('/few', { ...stream, maxParts: 2 }, count)
  app.use('/early', count)
  app.post('/early', count)
  assert.is((await app.fetch(post('/', 'text', 'text/plain'))).status, 400)
  assert.is((await app.fetch(post('/', 'text', 'multipart/form-data'))).status, 400)
  assert.is((await app.fetch(post('/', '', 'multipart/form-data; boundary=b'))).status, 400)
  assert.is((await app.fetch(post('/', '--b--', 'multipart/form-data; boundary=b'))).status, 200)
  assert.is((await app.fetch(post('/few', form()))).status, 400)
  assert.equal(errors, [])
  assert.is((await app.fetch(post('/early', form()))).status, 500)
  assert.match(String(errors), /\{ body: 'stream' \}/)
})

test.run()
