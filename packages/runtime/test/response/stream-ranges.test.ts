import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type ByteRange } from '../../src/index.ts'
import { withApp } from '../support/serve.ts'

const content = '0123456789'
const opened: ByteRange[] = []

function routes(app: App): void {
  app.get('/', (c) => {
    c.set('ETag', c.query('etag', '"v1"'))
    c.set('Last-Modified', 'Sun, 29 Nov 2026 08:00:00 GMT')
    c.sendStream((range) => {
      opened.push(range)
      return [content.slice(range.start, range.end + 1)]
    }, content.length)
  })
}

const whole = [200, content, null, 10] as const

test('a stream that can be opened anywhere answers Range, over a socket and through fetch()', async () => {
  const app = new App()
  routes(app)
  await withApp({}, routes, async ({ url }) => {
    for (const [headers, status, body, range, length] of [
      [{}, ...whole],
      [{ Range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10', 3],
      [{ Range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10', 3],
      [{ Range: 'bytes=-2' }, 206, '89', 'bytes 8-9/10', 2],
      [{ Range: 'bytes=1-2,2-5' }, 206, '12345', 'bytes 1-5/10', 5],
      [{ Range: 'bytes=0-1,5-6' }, ...whole],
      [{ Range: 'bytes=5-2,x' }, ...whole],
      [{ Range: 'lines=1-2' }, ...whole],
      [{ Range: 'bytes=10-' }, 416, '', 'bytes */10', 0],
      [{ Range: 'bytes=2-4', 'If-Range': '"v1"' }, 206, '234', 'bytes 2-4/10', 3],
      [{ Range: 'bytes=2-4', 'If-Range': '"v0"' }, ...whole],
      [{ Range: 'bytes=2-4', 'If-Range': 'never' }, ...whole],
      [{ Range: 'bytes=2-4', 'If-Range': 'Sun, 29 Nov 2026 08:00:00 GMT' }, 206, '234', 'bytes 2-4/10', 3],
    ] as const) {
      for (const answer of [await fetch(url, { headers }), await app.test('/', { headers })]) {
        const seen = [
          answer.status,
          await answer.text(),
          answer.headers.get('content-range'),
          Number(answer.headers.get('content-length')),
        ]
        assert.equal(seen, [status, body, range, length], JSON.stringify(headers))
        assert.is(answer.headers.get('accept-ranges'), status === 416 ? null : 'bytes')
      }
    }
  })
})

test('a weak tag matches no If-Range', async () => {
  const app = new App()
  routes(app)
  const headers = { Range: 'bytes=2-4', 'If-Range': 'W/"v1"' }
  assert.is((await app.test('/?etag=W/"v1"', { headers })).status, 200)
})

test('a HEAD and an unsatisfiable range open nothing', async () => {
  const app = new App()
  routes(app)
  opened.length = 0
  const head = await app.test('/', { method: 'HEAD', headers: { Range: 'bytes=2-4' } })
  assert.equal([head.status, head.headers.get('content-length')], [200, '10'])
  await app.test('/', { headers: { Range: 'bytes=10-' } })
  assert.equal(opened, [])
})

test('a function needs a size, and an error of it is answered', async () => {
  const errors: unknown[] = []
  const app = new App({ onError: (error) => errors.push(String(error)) })
  app.get('/unsized', (c) => c.sendStream(() => ['a']))
  app.get('/fails', (c) =>
    c.sendStream(() => {
      throw new Error('cannot open')
    }, 5),
  )
  for (const path of ['/unsized', '/fails']) {
    const answer = await app.test(path, { headers: { Range: 'bytes=1-2' } })
    assert.equal([answer.status, answer.headers.get('content-range')], [500, null])
    assert.is(answer.headers.get('accept-ranges'), null)
  }
  assert.equal(errors, ['RangeError: not the size of a stream: -1', 'Error: cannot open'])
})

test.run()
