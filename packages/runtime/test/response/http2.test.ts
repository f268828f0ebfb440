import { randomBytes } from 'node:crypto'
import { type ClientHttp2Session, connect, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App } from '../../src/index.ts'
import { pause, until } from '../support/serve.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function withHttp2(
  routes: (app: App) => void,
  use: (session: ClientHttp2Session) => Promise<void>,
): Promise<void> {
  const app = new App()
  routes(app)
  const handle = app.handler()
  const server = createServer((req, res) => handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const session = connect(`http://127.0.0.1:${port}`)
  session.on('error', () => {})
  try {
    await use(session)
  } finally {
    session.destroy()
    server.close()
  }
}

interface Answer {
  readonly headers: Record<string, unknown>
  readonly interim: readonly Record<string, unknown>[]
  readonly body: string
  readonly failed: boolean
}

function get(session: ClientHttp2Session, path: string): Promise<Answer> {
  return new Promise((resolve) => {
    const stream = session.request({ ':path': path })
    const interim: Record<string, unknown>[] = []
    let headers: Record<string, unknown> = {}
    let body = ''
    let failed = false
    stream.on('headers', (lines) => interim.push(lines))
    stream.on('response', (lines) => {
      headers = lines
    })
    stream.on('data', (chunk) => {
      body += chunk
    })
    stream.on('error', () => {
      failed = true
    })
    stream.on('close', () => resolve({ headers, interim, body, failed: failed || stream.rstCode !== 0 }))
  })
}

test('HTTP/2: repeated headers, early hints, and nothing of one connection', async () => {
  await withHttp2(
    (app) =>
      app.get('/', async (c) => {
        await c.sendEarlyHints(['</a.css>; rel=preload'])
        c.cookie({ name: 'a', value: '1' }).cookie({ name: 'b', value: '2' }).set('Connection', 'close')
        c.sendString('ok')
      }),
    async (session) => {
      const { headers, interim, body } = await get(session, '/')
      assert.is(body, 'ok')
      assert.equal(headers['set-cookie'], ['a=1; Path=/; SameSite=Lax', 'b=2; Path=/; SameSite=Lax'])
      assert.is(headers['connection'], undefined)
      assert.is(interim[0]?.[':status'], 103)
      assert.is(interim[0]?.['link'], '</a.css>; rel=preload')
    },
  )
})

test('HTTP/2: streams and files, whole, failing and abandoned', async () => {
  const big = '0123456789'.repeat(200_000)
  const root = tempFolder({ 'big.txt': big })
  let closed = false
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield new Uint8Array(65536)
    } finally {
      closed = true
    }
  }
  async function* failing(): AsyncGenerator<string> {
    yield 'part'
    await pause(20)
    throw new Error('boom')
  }
  let aborted = false
  await withHttp2(
    (app) => {
      app.get('/file', (c) => c.sendFile('big.txt', { root }))
      app.get('/failing', (c) => c.sendStream(failing()))
      app.get('/endless', (c) => {
        c.signal().addEventListener('abort', () => {
          aborted = true
        })
        c.sendStream(endless())
      })
    },
    async (session) => {
      const file = await get(session, '/file')
      assert.ok(file.body === big && !file.failed)
      const cut = await get(session, '/failing')
      assert.is(cut.body, 'part')
      assert.ok(cut.failed)
      const stream = session.request({ ':path': '/endless' })
      stream.on('error', () => {})
      await new Promise((resolve) => stream.once('data', resolve))
      stream.close(8)
      assert.ok(await until(() => closed && aborted))
    },
  )
})

test('HTTP/2: a status that it does not know is a 500, a line that it forbids stays out', async () => {
  await withHttp2(
    (app) => {
      app.get('/status', (c) => c.status(600).sendString('x'))
      app.get('/line', (c) => c.set('TE', 'gzip').set('X-A', '1').sendString('x'))
      app.get('/end', (c) => {
        c.sendString('end')
        c.end()
      })
    },
    async (session) => {
      assert.is((await get(session, '/end')).body, 'end')
      const { headers, body } = await get(session, '/status')
      assert.equal([headers[':status'], body], [500, 'x'])
      const line = await get(session, '/line')
      assert.equal([line.failed, line.headers['x-a'], line.headers['te']], [false, '1', undefined])
    },
  )
})

test('HTTP/2: a body that broke off reaches no handler', async () => {
  const bodies: string[] = []
  await withHttp2(
    (app) => app.post('/', (c) => void bodies.push(new TextDecoder().decode(c.body()))),
    async (session) => {
      const whole = session.request({ ':method': 'POST', ':path': '/' })
      whole.end('all of it')
      await new Promise((resolve) => whole.resume().on('close', resolve))
      const broken = session.request({ ':method': 'POST', ':path': '/' })
      broken.on('error', () => {})
      broken.write('half of')
      await pause(30)
      session.destroy()
      await pause(30)
    },
  )
  assert.equal(bodies, ['all of it'])
})

test('HTTP/2: a file for a reader who takes it a little at a time', async () => {
  const bytes = randomBytes(3 * 1024 * 1024 + 77)
  const root = tempFolder({ 'a.bin': bytes })
  await withHttp2(
    (app) => app.get('/', (c) => c.sendFile('a.bin', { root })),
    async (session) => {
      const taken: Buffer[] = []
      for await (const piece of session.request({ ':path': '/' })) {
        taken.push(piece)
        await pause(1)
      }
      assert.ok(Buffer.concat(taken).equals(bytes))
    },
  )
})

test.run()
