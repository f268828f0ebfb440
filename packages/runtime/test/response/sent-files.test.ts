import { randomBytes } from 'node:crypto'
import * as nodeFs from 'node:fs'
import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { SendFileOptions } from '../../src/index.ts'
import { rawExchange } from '../support/raw-exchange.ts'
import { pause, until, withApp } from '../support/serve.ts'
import { tempFolder } from '../support/temp-folder.ts'

const big = Buffer.alloc(2 * 1024 * 1024, '0123456789abcdef')

async function exchange(
  path: string,
  options: SendFileOptions,
  headers: readonly string[] = [],
  method = 'GET',
): Promise<{ status: number; head: string; body: Buffer }> {
  let answer = ''
  await withApp(
    {},
    (app) => app.all('/', (c) => c.sendFile(path, options)),
    async ({ port }) => {
      const lines = ['Host: a', 'Connection: close', ...headers].map((line) => `${line}\r\n`).join('')
      answer = await rawExchange(port, `${method} / HTTP/1.1\r\n${lines}\r\n`)
    },
  )
  const end = answer.indexOf('\r\n\r\n')
  return {
    status: Number(answer.slice(9, 12)),
    head: answer.slice(0, end),
    body: Buffer.from(answer.slice(end + 4), 'latin1'),
  }
}

test('a changed file is sent in its new form, plain and compressed', async () => {
  const root = tempFolder({ 'a.txt': 'old '.repeat(500) })
  await withApp(
    {},
    (app) => app.get('/', (c) => c.sendFile('a.txt', { root, compress: true })),
    async ({ url }) => {
      for (const coding of ['gzip', 'br', 'identity']) {
        writeFileSync(join(root, 'a.txt'), 'old '.repeat(500))
        const get = async (): Promise<Response> => fetch(url, { headers: { 'accept-encoding': coding } })
        const first = await get()
        assert.is(first.headers.get('content-encoding'), coding === 'identity' ? null : coding)
        assert.is(await first.text(), 'old '.repeat(500))
        assert.is((await get()).headers.get('etag'), first.headers.get('etag'))
        writeFileSync(join(root, 'a.txt'), 'new text '.repeat(300))
        const second = await get()
        assert.is(await second.text(), 'new text '.repeat(300))
        assert.is.not(second.headers.get('etag'), first.headers.get('etag'))
      }
      rmSync(join(root, 'a.txt'))
      assert.is((await fetch(url)).status, 404)
    },
  )
})

test('compressed bytes match their named coding, and are really smaller', async () => {
  const root = tempFolder({ 'a.txt': 'x'.repeat(5000), 'tiny.txt': 'x', 'a.png': Buffer.alloc(5000) })
  const gzip = await exchange('a.txt', { root, compress: true }, ['Accept-Encoding: gzip'])
  assert.is(gunzipSync(gzip.body).toString(), 'x'.repeat(5000))
  assert.match(gzip.head, /Vary: Accept-Encoding/)
  const br = await exchange('a.txt', { root, compress: true }, ['Accept-Encoding: gzip, br'])
  assert.is(brotliDecompressSync(br.body).toString(), 'x'.repeat(5000))
  for (const path of ['tiny.txt', 'a.png']) {
    const plain = await exchange(path, { root, compress: true }, ['Accept-Encoding: gzip'])
    assert.not.match(plain.head, /Content-Encoding/)
  }
  const refused = await exchange('a.txt', { root, compress: true }, ['Accept-Encoding: gzip;q=0'])
  assert.not.match(refused.head, /Content-Encoding/)
})

test('an answer in place of a file keeps none of its headers', async () => {
  const root = tempFolder({ 'a.txt': 'x'.repeat(5000), 'b.png': 'png' })
  const options = { root, compress: true, byteRange: true, download: true, maxAge: 60 }
  await withApp(
    {},
    (app) => {
      app.use(async (c) => {
        await c.next()
        if (c.path() === '/replaced') c.sendString('plain')
        if (c.path() === '/failed') throw new Error('after all')
        if (c.path() === '/other') await c.sendFile('b.png', { root })
      })
      app.get('/*', (c) => c.set('X-Own', '1').sendFile('a.txt', options))
    },
    async ({ url }) => {
      const rows = [
        ['/replaced', 200, 'text/plain; charset=utf-8'],
        ['/failed', 500, 'application/problem+json'],
        ['/other', 200, 'image/png'],
      ] as const
      for (const [path, status, type] of rows) {
        for (const headers of [{ 'accept-encoding': 'gzip' }, { range: 'bytes=0-9' }] as const) {
          const answer = await fetch(url + path, { headers })
          const names = [...answer.headers.keys()].join(' ')
          assert.is(answer.status, status, path)
          assert.is(answer.headers.get('content-type'), type, path)
          assert.match(names, /x-own/)
          assert.not.match(names, /content-(encoding|range|disposition)|accept-ranges|cache-control/, path)
          assert.is(/etag|last-modified/.test(names), path === '/other', path)
        }
      }
    },
  )
})

test('several ranges come as multipart/byteranges, from memory and from disk', async () => {
  const root = tempFolder({ 'small.txt': '0123456789', 'big.txt': big })
  for (const path of ['small.txt', 'big.txt']) {
    const { status, head, body } = await exchange(path, { root, byteRange: true }, ['Range: bytes=7-8, 0-1'])
    assert.is(status, 206)
    const boundary = /boundary=(\S+)/.exec(head)?.[1]
    const size = path === 'small.txt' ? 10 : big.length
    const part = (range: string, text: string): string =>
      `--${boundary}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Range: bytes ${range}/${size}\r\n\r\n${text}\r\n`
    assert.is(body.toString(), `${part('0-1', '01')}${part('7-8', '78')}--${boundary}--\r\n`)
    assert.match(head, `Content-Length: ${body.length}`)
  }
})

test('a slow reader gets every byte, of whole files and of ranges', async () => {
  const bytes = randomBytes(3 * 1024 * 1024 + 77)
  const root = tempFolder({ 'a.bin': bytes })
  const ranges = [
    [0, 700_000],
    [800_000, 800_009],
    [1_000_000, 2_000_000],
  ] as const
  await withApp(
    {},
    (app) => app.get('/', (c) => c.sendFile('a.bin', { root, byteRange: true })),
    async ({ port }) => {
      const whole = await readSlowly(port, '')
      assert.ok(whole.subarray(whole.indexOf('\r\n\r\n') + 4).equals(bytes))
      const parts = await readSlowly(port, `Range: bytes=${ranges.map((range) => range.join('-'))}\r\n`)
      for (const [start, end] of ranges) assert.ok(parts.includes(bytes.subarray(start, end + 1)))
    },
  )
})

async function readSlowly(port: number, header: string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\n`)
  const taken: Buffer[] = []
  for await (const bytes of socket) {
    taken.push(bytes)
    await pause(1)
  }
  return Buffer.concat(taken)
}

test('overlapping ranges are merged, too many or impossible ones are ignored', async () => {
  const root = tempFolder({ 'a.txt': '0123456789' })
  const get = (range: string, method = 'GET'): ReturnType<typeof exchange> =>
    exchange('a.txt', { root, byteRange: true }, [`Range: ${range}`], method)
  assert.match((await get('bytes=0-5,3-7,8-')).head, 'Content-Range: bytes 0-9/10')
  assert.is((await get(`bytes=${'0-0,'.repeat(20)}`)).status, 200)
  assert.is((await get('bytes=10-')).status, 416)
  assert.is((await get('bytes=-3')).body.toString(), '789')
  assert.is((await get('lines=0-1')).status, 200)
  for (const range of ['bytes=2-3', 'bytes=10-']) {
    const { status, head } = await get(range, 'HEAD')
    assert.is(status, 200, 'ranges apply to GET only')
    assert.match(head, 'Content-Length: 10')
  }
})

test('conditions are decided before any read', async () => {
  const root = tempFolder({ 'a.txt': 'text' })
  utimesSync(join(root, 'a.txt'), 1000, 1000)
  const etag = /ETag: (\S+)/.exec((await exchange('a.txt', { root })).head)?.[1]
  const status = async (...lines: string[]): Promise<number> =>
    (await exchange('a.txt', { root }, lines)).status
  assert.is(await status(`If-None-Match: "x", ${etag}`), 304)
  assert.is(await status(`If-None-Match: W/${etag}`), 304)
  assert.is(await status(`If-Match: "x", ${etag}`), 200)
  assert.is(await status('If-Match: "x"'), 412)
  assert.is(await status('If-Unmodified-Since: Thu, 01 Jan 1970 00:00:01 GMT'), 412)
  assert.is(await status('If-Modified-Since: Thu Jan  1 00:16:40 1970'), 304)
  const later = await exchange('a.txt', { root, byteRange: true }, ['Range: bytes=0-0', 'If-Range: "x"'])
  assert.is(later.status, 200)
  const same = await exchange('a.txt', { root, byteRange: true }, ['Range: bytes=0-0', `If-Range: ${etag}`])
  assert.is(same.status, 206)
})

test('nothing outside the root, and nothing hidden, is found', async () => {
  const folder = tempFolder({
    'public/a.txt': 'inside',
    'public/a b.txt': 'blank',
    'public/.env': 'SECRET',
    'public/d/x.txt': 'deep',
    'public/a:b.txt': 'SECRET',
    'public/progra~1/x.txt': 'SECRET',
    'public/d./x.txt': 'SECRET',
    'public/e /x.txt': 'SECRET',
    'secret.txt': 'SECRET',
    'public-evil/a.txt': 'SECRET',
  })
  symlinkSync('../secret.txt', join(folder, 'public/link.txt'))
  symlinkSync('a.txt', join(folder, 'public/inner.txt'))
  mkdirSync(join(folder, 'elsewhere'))
  symlinkSync('../elsewhere', join(folder, 'public/linked'))
  const root = join(folder, 'public')
  const found = ['a.txt', 'a b.txt', 'a%20b.txt', 'd/x.txt', 'inner.txt', join(root, 'a.txt')]
  const hidden = [
    ...['../secret.txt', '..%2fsecret.txt', '%2e%2e/secret.txt', 'd/../../secret.txt', 'd//x.txt', './a.txt'],
    ...['.env', '%2eenv', 'd\\x.txt', 'd%5cx.txt', 'd%2fx.txt', '%61.txt', 'a.txt\0', 'a.txt%00', 'link.txt'],
    ...[
      'a:b.txt',
      'a%3Ab.txt',
      'progra~1/x.txt',
      'd./x.txt',
      'e /x.txt',
      'e%20/x.txt',
      'd/x.txt.',
      'd/x.txt ',
    ],
    ...['linked', 'd', '', '/etc/passwd', join(folder, 'secret.txt'), join(folder, 'public-evil/a.txt')],
  ]
  for (const path of found) assert.is((await exchange(path, { root })).status, 200, path)
  for (const path of hidden) {
    const { status, body } = await exchange(path, { root })
    assert.is(status, 404, path)
    assert.not.ok(body.includes('SECRET') || body.includes(folder))
  }
})

test('a name with needless escapes is not found, one with required escapes is', async () => {
  const root = tempFolder({ 'a.txt': 'a', 'a b.txt': 'blank', 'd/x.txt': 'deep' })
  await withApp(
    {},
    (app) => app.get('/files/*', (c) => c.sendFile(c.params('*'), { root })),
    async ({ port }) => {
      const status = async (path: string): Promise<string> =>
        (await rawExchange(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).slice(9, 12)
      assert.is(await status('/files/a.txt'), '200')
      assert.is(await status('/files/a%20b.txt'), '200')
      assert.is(await status('/files/%61.txt'), '404')
      assert.is(await status('/files/d%2Fx.txt'), '404')
      // Middleware on /files/d does not see it.
      assert.is(await status(`/files/${root}/d/x.txt`), '404')
    },
  )
})

test('a large file is streamed, and closed when the client disconnects', async () => {
  const root = tempFolder({ 'big.txt': big })
  await withApp(
    {},
    (app) => app.get('/', (c) => c.sendFile('big.txt', { root })),
    async ({ url }) => {
      const whole = Buffer.from(await (await fetch(url)).arrayBuffer())
      assert.ok(whole.equals(big))
      for (let i = 0; i < 20; i++) {
        const response = await fetch(url)
        await response.body?.cancel()
      }
      const open = (): number =>
        readdirSync('/proc/self/fd').filter((fd) => {
          try {
            return nodeFs.readlinkSync(`/proc/self/fd/${fd}`).endsWith('big.txt')
          } catch {
            return false
          }
        }).length
      assert.ok(await until(() => open() === 0))
    },
  )
})

test('a custom file system is used exclusively; options do not mix', async () => {
  const root = tempFolder({ 'a.txt': 'text' })
  const asked: string[] = []
  const fs = {
    ...nodeFs,
    stat(path: string, done: (error: Error | null, stats: nodeFs.Stats) => void): void {
      asked.push(path)
      nodeFs.stat(path, done)
    },
  }
  await withApp(
    {},
    (app) => {
      app.get('/own', (c) => c.sendFile('a.txt', { root, fs, maxAge: 60, download: true }))
      app.get('/system', (c) => c.sendFile('a.txt', { root, cacheDuration: -1 }))
    },
    async ({ url }) => {
      const own = await fetch(`${url}/own`)
      assert.is(own.headers.get('cache-control'), 'public, max-age=60')
      assert.is(own.headers.get('content-disposition'), 'attachment')
      assert.equal(asked, [join(root, 'a.txt')])
      const system = await fetch(`${url}/system`)
      assert.is(system.headers.get('cache-control'), null)
      assert.equal(asked.length, 1)
    },
  )
})

test('an answer that is not the file is not cached like the file', async () => {
  const root = tempFolder({ 'a.txt': '0123456789' })
  const rows: readonly (readonly [header: string, status: number, kept: boolean])[] = [
    ['X-None: 1', 200, true],
    ['Range: bytes=1-2', 206, true],
    ['If-None-Match: *', 304, true],
    ['Range: bytes=10-', 416, false],
    ['If-Match: "x"', 412, false],
  ]
  for (const [header, status, kept] of rows) {
    const answer = await exchange('a.txt', { root, byteRange: true, maxAge: 60 }, [header])
    assert.is(answer.status, status, header)
    assert.is(/cache-control: public, max-age=60/i.test(answer.head), kept, header)
  }
})

test.run()
