import nodeFs, {
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:http2'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type FileSystem, type SendFileOptions } from '../../../src/index.ts'
import { rawExchange } from '../../support/raw-exchange.ts'
import { until } from '../../support/serve.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const codes = ['ENOSPC', 'EIO', 'EACCES', 'EMFILE']

function failure(code: string, call: string): Error {
  return Object.assign(new Error(`${code}: made to fail, ${call}`), { code, syscall: call })
}

/** Makes the n-th call to the disk fail while `use` runs. @returns the calls that were made */
async function withFailure(nth: number, code: string, use: () => Promise<void>): Promise<string[]> {
  const calls: string[] = []
  const failing = (target: object, names: readonly string[]): (() => void)[] =>
    names.map((name) => {
      const original: unknown = Reflect.get(target, name)
      if (typeof original !== 'function') throw new Error(`no ${name}`)
      const replaced = async (...args: readonly unknown[]): Promise<unknown> => {
        const isHit = calls.push(name) === nth
        // As a full disk does: half of the bytes.
        if (isHit && name === 'writeFile') await Reflect.apply(original, target, ['half'])
        // A descriptor whose close fails is closed all the same.
        if (isHit && name !== 'close') throw failure(code, name)
        const result: unknown = await Reflect.apply(original, target, args)
        if (isHit) throw failure(code, name)
        if (name === 'open' && typeof result === 'object' && result !== null)
          failing(result, ['writeFile', 'chmod', 'sync', 'close'])
        return result
      }
      Reflect.set(target, name, replaced)
      return () => Reflect.set(target, name, original)
    })
  const restore = failing(nodeFs.promises, ['stat', 'realpath', 'access', 'open', 'rename'])
  syncBuiltinESMExports()
  try {
    await use()
  } finally {
    for (const undo of restore) undo()
    syncBuiltinESMExports()
  }
  return calls
}

function descriptors(): number {
  return readdirSync('/proc/self/fd').length
}

const app = new App({ onError: () => {} })
app.post('/*', async (c) => {
  await c.saveFile(c.formFile('f'), decodeURIComponent(c.params('*')), {
    durable: c.query('durable') === 'true',
  })
  c.sendString('saved')
})

async function upload(path: string, content: string, durable: boolean = false): Promise<number> {
  const body = new FormData()
  body.set('f', new File([content], 'a.txt'))
  const url = `/${encodeURIComponent(path)}?durable=${durable}`
  return (await app.test(url, { method: 'POST', body })).status
}

for (const durable of [false, true]) {
  test(`saveFile keeps the old file, whichever disk call fails, durable: ${durable}`, async () => {
    for (const before of [undefined, 'precious']) {
      const folder = tempFolder(before === undefined ? {} : { a: before })
      const path = join(folder, 'a')
      for (const code of codes) {
        const all = await withFailure(
          0,
          code,
          async () => void (await upload(path, before ?? 'first', durable)),
        )
        if (before === undefined) rmSync(path)
        // The calls after the rename only make it last.
        for (let nth = 1; nth <= all.indexOf('rename') + 1; nth++) {
          const open = descriptors()
          let status = 0
          const calls = await withFailure(nth, code, async () => {
            status = await upload(path, 'new content', durable)
          })
          const what = `${code} at ${calls[nth - 1]}, over ${before}`
          assert.is(status, 500, what)
          assert.equal(readdirSync(folder), before === undefined ? [] : ['a'], what)
          if (before !== undefined) assert.is(readFileSync(path, 'utf8'), before, what)
          if (process.platform === 'linux') assert.ok(descriptors() <= open, what)
        }
        assert.ok(all.includes('writeFile'))
      }
      assert.is(await upload(path, 'new content', durable), 200)
      assert.is(readFileSync(path, 'utf8'), 'new content')
      assert.equal(readdirSync(folder), ['a'])
    }
  })
}

test('a durable saveFile waits for the disk to have the file, then its name, and another one for neither', async () => {
  const folder = tempFolder({})
  const callsOf = (durable: boolean): Promise<string[]> =>
    withFailure(0, '', async () => void (await upload(join(folder, 'a'), 'content', durable)))
  const usual = ['stat', 'open', 'writeFile', 'close', 'rename']
  assert.equal(await callsOf(false), usual)
  rmSync(join(folder, 'a'))
  const durable = ['stat', 'open', 'writeFile', 'sync', 'close', 'rename', 'open', 'sync', 'close']
  assert.equal(await callsOf(true), durable)
  const open = descriptors()
  for (const nth of [7, 8, 9]) {
    let status = 0
    rmSync(join(folder, 'a'))
    await withFailure(nth, 'EIO', async () => {
      status = await upload(join(folder, 'a'), 'content', true)
    })
    assert.equal([status, readFileSync(join(folder, 'a'), 'utf8')], [500, 'content'])
  }
  if (process.platform === 'linux') assert.ok(descriptors() <= open)
})

test('saveFile replaces the target of a link, keeps the mode, and accepts any name', async () => {
  const long = 'n'.repeat(255)
  const folder = tempFolder({ a: 'old', [long]: 'old' })
  chmodSync(join(folder, 'a'), 0o666)
  symlinkSync('a', join(folder, 'link'))
  assert.is(await upload(join(folder, 'link'), 'new'), 200)
  assert.is(readFileSync(join(folder, 'a'), 'utf8'), 'new')
  assert.is(statSync(join(folder, 'a')).mode & 0o777, 0o666)
  assert.is(await upload(join(folder, long), 'new'), 200)
  assert.is(await upload('/dev/null', 'new'), 200)
  assert.not(statSync('/dev/null').isFile())
  assert.is(await upload(folder, 'new'), 500)
  assert.equal(readdirSync(folder).sort(), ['a', 'link', long])
})

test('saveFileToStorage fails if the storage does', async () => {
  const storing = new App({ onError: () => {} })
  const stored: Record<string, unknown> = { '/true': true, '/nothing': undefined, '/false': false }
  storing.post('/*', async (c) => {
    await c.saveFileToStorage(c.formFile('f'), 'k', { set: () => stored[c.path()] })
    c.sendString('saved')
  })
  const statuses = await Promise.all(
    Object.keys(stored).map(async (path) => {
      const body = new FormData()
      body.set('f', new File(['x'], 'a.txt'))
      return (await storing.test(path, { method: 'POST', body })).status
    }),
  )
  assert.equal(statuses, [200, 200, 500])
})

interface Watched {
  readonly fs: FileSystem
  readonly calls: string[]
  /** The number of open descriptors. */
  opened: number
}

/** The disk with a failing n-th call. @param before runs before each call that succeeds */
function failingFs(
  nth: number,
  code: string,
  before: (calls: readonly string[]) => void = () => {},
): Watched {
  const fails = (name: string): Error | undefined => {
    const isHit = calls.push(name) === nth
    if (!isHit) before(calls)
    return isHit ? failure(code, name) : undefined
  }
  const calls: string[] = []
  const fs: FileSystem = {
    stat(path, done) {
      const error = fails('stat')
      nodeFs.stat(path, (real, stats) => done(error ?? real, stats))
    },
    realpath(path, done) {
      const error = fails('realpath')
      nodeFs.realpath(path, (real, found) => done(error ?? real, found))
    },
    open(path, flags, done) {
      const error = fails('open')
      if (error !== undefined) return void setImmediate(done, error, 0)
      nodeFs.open(path, flags, (real, fd) => {
        if (real === null) watched.opened++
        done(real, fd)
      })
    },
    fstat(fd, done) {
      const error = fails('fstat')
      nodeFs.fstat(fd, (real, stats) => done(error ?? real, stats))
    },
    read(fd, target, offset, length, position, done) {
      const error = fails('read')
      nodeFs.read(fd, target, offset, length, position, (real, count) => done(error ?? real, count))
    },
    close(fd, done) {
      watched.opened--
      const error = fails('close')
      nodeFs.close(fd, (real) => done(error ?? real ?? null))
    },
  }
  const watched: Watched = { fs, calls, opened: 0 }
  return watched
}

const big = Buffer.alloc(2 * 1024 * 1024, '0123456789abcdef').toString('latin1')

/** A client's view of an answer after its connection closed: whole, an error, or visibly cut. */
async function fetched(root: string, options: SendFileOptions, headers: readonly string[]): Promise<string> {
  const server = new App({ onError: () => {} })
  server.get('/', (c) => c.sendFile('a.txt', { root, ...options }))
  const { port } = await server.listen({ host: '127.0.0.1' })
  const lines = ['Host: a', 'Connection: close', ...headers].join('\r\n')
  const answer = await rawExchange(port, `GET / HTTP/1.1\r\n${lines}\r\n\r\n`, 10_000)
  await server.shutdown()
  const end = answer.indexOf('\r\n\r\n')
  const length = Number(/\r\nContent-Length: (\d+)/i.exec(answer.slice(0, end))?.[1] ?? Number.NaN)
  const body = answer.slice(end + 4)
  if (body.length < length || answer === '') return 'cut'
  return Number(answer.slice(9, 12)) >= 400 ? 'error' : body
}

const ways: Readonly<Record<string, [size: number, SendFileOptions, ...headers: string[]]>> = {
  small: [1000, {}],
  'small, compressed': [1000, { compress: true }, 'Accept-Encoding: gzip'],
  large: [big.length, {}],
  'a part': [big.length, { byteRange: true }, 'Range: bytes=9-1800000'],
  parts: [big.length, { byteRange: true }, 'Range: bytes=0-700000,900000-1800000'],
  'large, compressed': [big.length, { compress: true }, 'Accept-Encoding: gzip'],
}

for (const [name, [size, options, ...headers]] of Object.entries(ways)) {
  test(`sendFile, ${name}: the answer is an error or whole, whichever disk call fails`, async () => {
    const root = tempFolder({ 'a.txt': big.slice(0, size) })
    const separator = (answer: string): string => answer.replaceAll(/--\S+/g, '--')
    const good = failingFs(0, '')
    const whole = separator(await fetched(root, { ...options, fs: good.fs }, headers))
    assert.is.not(whole, 'error')
    assert.ok(await until(() => good.opened === 0))
    for (const code of codes) {
      for (let nth = 1; nth <= good.calls.length; nth++) {
        const watched = failingFs(nth, code)
        const answer = await fetched(root, { ...options, fs: watched.fs }, headers)
        const what = `${code} at ${watched.calls[nth - 1]}, call ${nth}`
        if (watched.calls[nth - 1] === 'close') assert.is(separator(answer), whole, what)
        else assert.ok(answer === 'error' || answer === 'cut', what)
        assert.ok(await until(() => watched.opened === 0), what)
        assert.is(
          separator(await fetched(root, { ...options, fs: watched.fs }, headers)),
          whole,
          `after ${what}`,
        )
      }
    }
  })
}

const changes: Readonly<Record<string, (path: string) => void>> = {
  'becomes shorter': (path) => truncateSync(path, 300_000),
  'becomes empty': (path) => truncateSync(path, 0),
  'is written over': (path) => writeFileSync(path, big.replaceAll('a', 'b')),
  'is written over with more': (path) => writeFileSync(path, `${big.replaceAll('a', 'b')}more`),
}

for (const [name, change] of Object.entries(changes)) {
  test(`sendFile of a file that ${name} while it is read is cut, and no descriptor stays open`, async () => {
    for (const [size, options, ...headers] of Object.values(ways)) {
      for (let reads = 1; reads <= 3; reads++) {
        const root = tempFolder({ 'a.txt': big.slice(0, size) })
        let isChanged = false
        const watched = failingFs(0, '', (calls) => {
          if (isChanged || calls.filter((call) => call === 'read').length < reads) return
          isChanged = true
          change(join(root, 'a.txt'))
        })
        const answer = await fetched(root, { ...options, fs: watched.fs }, headers)
        if (isChanged) assert.ok(answer === 'error' || answer === 'cut', `read ${reads} of ${size}`)
        assert.ok(await until(() => watched.opened === 0))
      }
    }
  })
}

test('sendFile of a file replaced during the read sends the original', async () => {
  const root = tempFolder({ 'a.txt': big, 'b.txt': big.replaceAll('a', 'b') })
  let isReplaced = false
  const watched = failingFs(0, '', (calls) => {
    if (isReplaced || !calls.includes('read')) return
    isReplaced = true
    renameSync(join(root, 'b.txt'), join(root, 'a.txt'))
  })
  assert.is(await fetched(root, { fs: watched.fs }, []), big)
  assert.ok(isReplaced)
})

test('a sendFile that fails in the middle breaks the stream of HTTP/2 and the body of a Response', async () => {
  const root = tempFolder({ 'a.txt': big })
  const told: unknown[] = []
  const server = new App({ onError: (error) => told.push(error) })
  server.get('/', (c) => c.sendFile('a.txt', { root, fs: failingFs(8, 'EIO').fs }))
  const response = await server.test('/')
  assert.is(response.status, 200)
  assert.instance(await response.text().catch((error: unknown) => error), Error)
  const { port } = await server.listen({ host: '127.0.0.1', http2: true })
  const session = connect(`http://127.0.0.1:${port}`)
  const outcome = await new Promise((resolve) => {
    const stream = session.request({ ':path': '/' })
    stream
      .on('data', () => {})
      .on('end', () => resolve('whole'))
      .on('error', (error) => resolve(error))
  })
  assert.instance(outcome, Error)
  session.close()
  await server.shutdown()
  assert.is(told.length, 2)
})

test('an ETag and a Last-Modified set by a handler stay, and conditions use them', async () => {
  const root = tempFolder({ 'a.txt': big })
  const server = new App()
  const modified = 'Wed, 21 Oct 2015 07:28:00 GMT'
  server.get('/both', (c) =>
    c.set('ETag', '"v1"').set('Last-Modified', modified).sendFile('a.txt', { root, byteRange: true }),
  )
  server.get('/tag', (c) => c.set('ETag', 'W/"v1"').sendFile('a.txt', { root, compress: true }))
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<Response> => {
    const answer = await server.test(path, { headers })
    await answer.arrayBuffer()
    return answer
  }
  const both = await ask('/both')
  assert.equal([both.headers.get('etag'), both.headers.get('last-modified')], ['"v1"', modified])
  const compressed = await ask('/tag', { 'accept-encoding': 'gzip' })
  assert.equal(
    [compressed.headers.get('etag'), compressed.headers.get('content-encoding')],
    ['W/"v1"', 'gzip'],
  )
  assert.is.not(compressed.headers.get('last-modified'), null)
  const status = async (path: string, ...header: [string, string][]): Promise<number> =>
    (await ask(path, Object.fromEntries(header))).status
  assert.is(await status('/both', ['if-none-match', '"v1"']), 304)
  assert.is(await status('/both', ['if-none-match', '"v2"']), 200)
  assert.is(await status('/both', ['if-match', '"v2"']), 412)
  assert.is(await status('/both', ['if-modified-since', modified]), 304)
  assert.is(await status('/both', ['if-unmodified-since', 'Wed, 21 Oct 2015 07:27:59 GMT']), 412)
  assert.is(await status('/both', ['range', 'bytes=0-0'], ['if-range', '"v1"']), 206)
  assert.is(await status('/both', ['range', 'bytes=0-0'], ['if-range', '"v2"']), 200)
  assert.is(await status('/tag', ['if-none-match', '"v1"']), 304)
})

test.run()
