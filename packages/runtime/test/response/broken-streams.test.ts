import nodeFs from 'node:fs'
import { connect } from 'node:http2'
import { Readable } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type FileSystem, type Handler, HttpError } from '../../src/index.ts'
import { tempFolder } from '../support/temp-folder.ts'

// Streams that fail before their first byte, over HTTP/1, HTTP/2 and fetch.

interface Got {
  readonly status: number
  readonly type: string | null
  /** A header about the body that was not sent. */
  readonly about: string | null
  readonly body: string
}

type Get = (path: string) => Promise<Got>

const files = tempFolder({ 'a.txt': 'x'.repeat(1_000_000) })
const brokenDisk: FileSystem = {
  ...nodeFs,
  read: (...args: readonly unknown[]) => Reflect.apply(Object(args.at(-1)), undefined, [new Error('EIO')]),
}

const broken: Readonly<Record<string, Handler>> = {
  '/iterable': (c) => c.sendStream(pieces(new HttpError(502))),
  '/sized': (c) => c.set('ETag', '"1"').sendStream(pieces(new HttpError(502)), 10),
  '/empty-pieces': (c) => c.sendStream(pieces(new HttpError(502), '', new Uint8Array())),
  '/node': (c) => c.sendStream(new Readable({ read: (): void => void 0 }).destroy(new HttpError(502))),
  '/web': (c) => c.sendStream(new ReadableStream({ pull: (to) => to.error(new HttpError(502)) })),
  '/writer': (c) =>
    c.sendStreamWriter(() => {
      throw new HttpError(502)
    }),
  '/opener': (c) =>
    c.sendStream(() => {
      throw new HttpError(502)
    }, 10),
  '/unexpected': (c) => c.sendStream(pieces(new Error('secret'))),
  '/short': (c) => c.sendStream([], 10),
  '/file': (c) => c.sendFile('a.txt', { root: files, fs: brokenDisk }),
}

function* pieces(error: Error, ...before: (string | Uint8Array)[]): Generator<string | Uint8Array> {
  yield* before
  throw error
}

async function onEach(app: App, use: (get: Get, server: string) => Promise<void>): Promise<void> {
  const got = async (answer: Response): Promise<Got> => ({
    status: answer.status,
    type: answer.headers.get('content-type'),
    about: answer.headers.get('etag') ?? answer.headers.get('accept-ranges'),
    body: await answer.text(),
  })
  await use(async (path) => got(await app.test(path)), 'fetch')
  const plain = await app.listen({ host: '127.0.0.1' })
  await use(async (path) => got(await fetch(plain.url + path)), 'HTTP/1')
  const { port } = await app.listen({ host: '127.0.0.1', http2: true })
  const session = connect(`http://127.0.0.1:${port}`)
  const get2: Get = (path) =>
    new Promise((resolve, reject) => {
      const stream = session.request({ ':path': path, accept: 'application/json' }).setEncoding('utf8')
      let body = ''
      stream.on('error', reject).on('data', (piece: string) => {
        body += piece
      })
      stream.once('response', (head) => {
        const text = (name: string): string | null => (head[name] === undefined ? null : String(head[name]))
        stream.once('end', () =>
          resolve({
            status: Number(head[':status']),
            type: text('content-type'),
            about: text('etag') ?? text('accept-ranges'),
            body,
          }),
        )
      })
    })
  await use(get2, 'HTTP/2')
  session.close()
}

test('a stream that fails before its first byte is answered with the status of its error', async () => {
  const told: string[] = []
  const app = new App({ onError: (error) => void told.push(String(error)) })
  for (const [path, handler] of Object.entries(broken)) app.get(path, handler)
  await onEach(app, async (get, server) => {
    for (const path of Object.keys(broken)) {
      const status = ['/unexpected', '/short', '/file'].includes(path) ? 500 : 502
      const { body, ...got } = await get(path)
      assert.equal(got, { status, type: 'application/problem+json', about: null }, `${server} ${path}`)
      assert.not.match(body, 'secret')
    }
  })
  await app.shutdown()
  const unexpected = ['Error: secret', 'Error: the body is shorter than its given size', 'Error: EIO']
  assert.equal(told, [...unexpected, ...unexpected, ...unexpected])
})

test.run()
