import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, type Ctx, type FileSystem } from '../../src/index.ts'
import type { Attack } from './attack-format.ts'

/** The service under attack, as `ATTACK-FORMAT.md` of the corpus describes it. */
export interface AttackedApp {
  readonly app: App
  /** What `/call` does from now on. */
  call: NonNullable<Attack['call']>
  /** Bytes that the endless streams have been asked for. */
  produced: number
}

const chunk = new Uint8Array(64 * 1024)

export function attackedApp(): AttackedApp {
  const folder = makeFiles()
  const state: AttackedApp = {
    app: new App({ viewsDir: join(folder, 'views') }),
    call: { method: 'status', args: [200] },
    produced: 0,
  }
  addFiles(state.app, join(folder, 'public'))
  addFaults(state)
  const { app } = state
  app.get('/healthz', (c) => c.sendString('ok'))
  app.get('/back', (c) => c.redirect().back('/fallback'))
  app.get('/jsonp', (c) => c.jsonp({ a: '\u2028' }, c.query('cb')))
  app.get('/autoformat', (c) => c.autoFormat(c.query('v')))
  app.post('/raw', (c) => c.json({ bytes: c.bodyRaw().length }))
  app.get('/user/:id', (c) => c.sendString(c.params('id'))).name('user')
  app.get('/call', (c) => callMethod(c, state.call, join(folder, 'public')))
  return state
}

function makeFiles(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ctxgen-attacks-'))
  const secret = 'SECRET-1'
  for (const name of ['public/dir', 'public/.git', 'public/admin', 'private', 'public-evil', 'views']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  const files: Record<string, string | Uint8Array> = {
    'public/a.txt': 'a',
    'public/big.bin': new Uint8Array(1024 * 1024),
    'public/big.txt': 'hello compress me '.repeat(10_000),
    'public/empty.txt': '',
    'public/dir/index.html': '<p>dir</p>',
    'public/.env': secret,
    'public/.git/config': secret,
    'public/admin/secret.txt': secret,
    'private/secret.txt': secret,
    'private/secret.eta': secret,
    'public-evil/secret.txt': secret,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  symlinkSync('../private/secret.txt', join(folder, 'public/link-out'))
  symlinkSync('../private', join(folder, 'public/linkdir'))
  return folder
}

function addFiles(app: App, root: string): void {
  app.use('/static/admin', (c) => c.sendStatus(403))
  app.get('/file/*', (c) => c.sendFile(c.params('*'), { root, byteRange: true }))
  app.get('/static/*', (c) => c.sendFile(c.params('*'), { root, byteRange: true, compress: true }))
}

function addFaults(state: AttackedApp): void {
  const { app } = state
  app.get('/throw-sync', () => {
    throw new Error('secret')
  })
  app.get('/throw-hostile-error', () => {
    const error = new Error('x')
    for (const name of ['message', 'stack', 'status']) {
      Object.defineProperty(error, name, {
        get() {
          throw new Error('hostile')
        },
      })
    }
    throw Object.freeze(error)
  })
  app.get('/nothing', () => {})
  app.get('/double-next', (c) => {
    c.next()
    return c.next()
  })
  app.get('/double-next', (c) => c.sendString('once'))
  app.get('/stream-error-before', (c) => c.sendStream(failing(0)))
  app.get('/stream-error-mid', (c) => c.sendStream(failing(10)))
  app.get('/stream-1gb', (c) => c.sendStream(endless(state)))
  app.get('/stream-infinite', (c) => c.sendStream(endless(state)))
  app.get('/stream-locked', (c) => {
    const stream = new Response('x').body ?? new ReadableStream()
    stream.getReader()
    c.sendStream(stream)
  })
}

async function* failing(chunks: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < chunks; i++) yield chunk.subarray(0, 1024)
  throw new Error('boom')
}

function* endless(state: AttackedApp): Generator<Uint8Array> {
  for (;;) {
    state.produced += chunk.length
    yield chunk
  }
}

/** Calls what the attack names on the Ctx, and answers. */
async function callMethod(
  c: Ctx,
  { method, args }: NonNullable<Attack['call']>,
  root: string,
): Promise<void> {
  const synthetic = scripts[method]
  if (synthetic !== undefined) {
    await synthetic(c, args, root)
    return
  }
  let target: unknown = c
  for (const name of method.split('.')) {
    const found: unknown = Reflect.get(Object(target), name)
    if (typeof found !== 'function') throw new Error(`there is no ${method}()`)
    const last = method.endsWith(name)
    target = await Reflect.apply(found, target, last ? args : [])
  }
  if (c.getRespHeader('Content-Type') === '' && !method.startsWith('redirect')) c.sendString('done')
}

type Script = (c: Ctx, args: readonly unknown[], root: string) => unknown

const scripts: Readonly<Record<string, Script>> = {
  'redirect.statusTo': (c, [status, url]) => c.redirect().status(Number(status)).to(String(url)),
  sendTwice: (c, [first, second]) => {
    c.sendString(String(first))
    c.sendString(String(second))
  },
  setAfterSend: (c, [name, value]) => {
    c.sendString('sent')
    c.end()
    c.set(String(name), String(value))
  },
  sendStatusWithBody: (c, [status, body]) => c.status(Number(status)).sendString(String(body)),
  jsonCyclic: (c) => {
    const data: Record<string, unknown> = {}
    data['self'] = data
    c.json(data)
  },
  sendFile: (c, [path], root) => c.sendFile(String(path), { root }),
  emfileSendFile: async (c, _args, root) => {
    const fs = await starvedFs()
    const failed = await c.sendFile('big.bin', { root, fs }).then(
      () => false,
      () => true,
    )
    await c.sendFile('a.txt', { root, fs })
    c.set('X-Failed', String(failed))
  },
}

/** The system's files; the first look fails as it does when there are no descriptors left. */
async function starvedFs(): Promise<FileSystem> {
  const fs = await import('node:fs')
  let starved = true
  return {
    ...fs,
    stat(path: string, done: Parameters<FileSystem['stat']>[1]): void {
      const error = Object.assign(new Error('too many open files'), { code: 'EMFILE' })
      if (!starved) fs.stat(path, done)
      else Reflect.apply(done, undefined, [error])
      starved = false
    },
  }
}
