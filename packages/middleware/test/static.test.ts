import * as fs from 'node:fs'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StaticOptions, serveStatic } from '@ctxgen/middleware/static'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { onEachServer } from './support/on-each-server.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-static-')))
const root = join(folder, 'public')
test.before(() => {
  for (const path of ['public/admin', 'public/docs', 'public/.git'])
    mkdirSync(join(folder, path), { recursive: true })
  for (const [path, text] of Object.entries({
    'secret.txt': 'secret',
    'public/a.txt': '0123456789',
    'public/app.12ab34.js': 'code',
    'public/index.html': 'home',
    'public/docs/index.html': 'docs',
    'public/admin/x.txt': 'admin',
    'public/.env': 'KEY=1',
    'public/.git/config': 'git',
    'public/a b.txt': 'blank',
    'public/ü.txt': 'umlaut',
  }))
    writeFileSync(join(folder, path), text)
  symlinkSync(join(folder, 'secret.txt'), join(root, 'link.txt'))
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

function appWith(options?: StaticOptions): App {
  const app = new App()
  app.use('/files/admin', () => {
    throw new HttpError(403)
  })
  app.use('/files', serveStatic(root, options))
  app.get('/wild/*', serveStatic(root, options))
  app.use('/', serveStatic(root, options))
  app.get('/files/dynamic', (c) => c.sendString('dynamic'))
  return app.post('/files/a.txt', (c) => c.sendString('posted'))
}

const rows: readonly (readonly [path: string, status: number, body?: string])[] = [
  ['/files/a.txt', 200, '0123456789'],
  ['/wild/a.txt', 200, '0123456789'],
  ['/a.txt', 200, '0123456789'],
  // sendFile refuses escapes of letters, which only serve to deceive a guard.
  ['/files/%61%20b.txt', 404],
  ['/f%69les/a%20b.txt', 404],
  ['/FILES/a.txt', 200, '0123456789'],
  ['/files/a%20b.txt', 200, 'blank'],
  ['/files/%C3%BC.txt', 200, 'umlaut'],
  ['/files/', 200, 'home'],
  ['/wild/', 200, 'home'],
  ['/', 200, 'home'],
  ['/files/docs/', 200, 'docs'],
  ['/files/dynamic', 200, 'dynamic'],
  ['/files/nothing.txt', 404],
  ['/filesa.txt', 404],
  // A guard sees the path that the file system sees.
  ['/files/admin/x.txt', 403],
  ['/f%69les/admin/x.txt', 403],
  ['/files/%61dmin/x.txt', 403],
  ['/files/ADMIN/x.txt', 403],
  ['/files//admin/x.txt', 404],
  ['/files/admin%2Fx.txt', 404],
  ['/files/docs/../admin/x.txt', 404],
  ['/files/..%2fsecret.txt', 404],
  ['/files/%2e%2e/secret.txt', 404],
  ['/files/..%5Csecret.txt', 404],
  ['/files/.env', 404],
  ['/files/%2eenv', 404],
  ['/files/.git/config', 404],
  ['/files/link.txt', 404],
  ['/files/a.txt%00.html', 404],
]

test('files are found below the mount, and nothing outside', () =>
  onEachServer(appWith, async (send, server) => {
    for (const [path, status, body] of rows) {
      // A URL has resolved dots before it is sent.
      if (server === 'fetch' && /\.\.|%2e/.test(path)) continue
      const got = await send(path)
      assert.is(got.status, status, `${server} ${path} ${got.body}`)
      if (body !== undefined) assert.is(got.body, body, path)
    }
    assert.is((await send('/files/a.txt', { method: 'POST' })).body, 'posted')
    const head = await send('/files/a.txt', { method: 'HEAD' })
    assert.equal([head.status, head.headers['content-length'], head.body], [200, '10', ''])
    const range = await send('/files/a.txt', { headers: { range: 'bytes=2-4' } })
    assert.equal([range.status, range.body], [206, '234'])
    const again = await send('/files/a.txt', { headers: { 'if-none-match': head.headers['etag'] ?? '' } })
    assert.is(again.status, 304)
  }))

test('a folder without its slash is redirected to itself, never to another host', () =>
  onEachServer(appWith, async (send, server) => {
    for (const [path, location] of [
      ['/files/docs?a=1', '/files/docs/?a=1'],
      ['/files', '/files/'],
      ['/docs', '/docs/'],
    ] as const) {
      const { status, headers, body } = await send(path)
      assert.equal([status, headers['location'], body], [301, location, ''], `${server} ${path}`)
      assert.is(headers['etag'], undefined)
    }
    const { status, headers } = await send('//docs')
    assert.ok(status === 404 || headers['location'] === '/docs/', `${status} ${headers['location']}`)
  }))

test('options: no index, caching, names that never change', () =>
  onEachServer(
    () => appWith({ index: false, maxAge: 60, immutable: /\.[\da-f]{6}\.js$/ }),
    async (send) => {
      assert.is((await send('/files/')).status, 404)
      assert.is((await send('/files/docs')).status, 404)
      assert.is((await send('/files/a.txt')).headers['cache-control'], 'public, max-age=60')
      const hashed = await send('/files/app.12ab34.js')
      assert.is(hashed.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.is((await send('/files/app.000000.js')).headers['cache-control'], undefined)
    },
  ))

test('a root that is no folder is refused at start, and a missing one is a warning', () => {
  for (const wrong of ['', undefined as never, join(root, 'a.txt')])
    assert.throws(() => serveStatic(wrong), /^serveStatic: .*folder/)
  const warn = console.warn
  const warned: string[] = []
  console.warn = (text: string) => warned.push(text)
  try {
    serveStatic(join(folder, 'nowhere'))
  } finally {
    console.warn = warn
  }
  assert.match(warned.join(), /^serveStatic: there is no folder .*nowhere/)
  assert.throws(() => serveStatic(root, { maxAge: -1 }), /^serveStatic: maxAge/)
  assert.type(serveStatic('/nowhere', { fs }), 'function')
})

test('a mount with parameters is refused', async () => {
  const app = new App({ onError: () => {} }).use('/:tenant/files', serveStatic(root))
  assert.is((await app.test('/a/files/a.txt')).status, 500)
})

test.run()
