import { etag } from '@ctxgen/middleware/etag'
import { App, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

function app(): App {
  const app = new App().use(etag())
  app.get('/', (c) => c.sendString('Hello, World!'))
  app.get('/later', async (c) => c.json({ a: 1 }))
  app.get('/bytes', (c) => void (c.write(Uint8Array.of(1)) + c.write(Uint8Array.of(2, 3))))
  app.get('/own', (c) => c.set('ETag', '"own"').sendString('own'))
  app.get('/empty', (c) => c.sendString(''))
  app.get('/missing', (c) => c.status(404).sendString('missing'))
  app.get('/error', () => {
    throw new HttpError(409)
  })
  app.get('/secret', (c) => c.set('Cache-Control', 'private, no-store').sendString('secret'))
  app.get('/stream', (c) => c.sendStream(new Blob(['stream']).stream()))
  return app.post('/', (c) => c.sendString('posted'))
}

const tagged: readonly (readonly [path: string, isTagged: boolean])[] = [
  ['/', true],
  ['/later', true],
  ['/bytes', true],
  ['/own', true],
  ['/empty', false],
  ['/missing', false],
  ['/error', false],
  ['/secret', false],
  ['/stream', false],
  ['/nowhere', false],
]

test('whole answers have a tag, and a client that has them gets 304', () =>
  onEachServer(app, async (send, server) => {
    for (const [path, isTagged] of tagged) {
      const { headers, status, body } = await send(path)
      const tag = headers['etag']
      assert.is(tag !== undefined, isTagged, `${server} ${path}`)
      if (tag === undefined) continue
      const again = await send(path, { headers: { 'if-none-match': tag } })
      assert.equal([again.status, again.body, again.headers['etag']], [304, '', tag])
      assert.is(again.headers['content-type'], undefined)
      const head = await send(path, { method: 'HEAD' })
      assert.equal([head.status, head.headers['etag'], head.body], [status, tag, ''])
      assert.ok(body.length > 0)
    }
    assert.is((await send('/', { method: 'POST' })).headers['etag'], undefined)
  }))

const matches: readonly (readonly [noneMatch: (tag: string) => string, isMatch: boolean])[] = [
  [(tag) => tag, true],
  [(tag) => `W/${tag}`, true],
  [(tag) => `"a", ${tag}`, true],
  [() => '*', true],
  [() => '"a"', false],
  [(tag) => tag.slice(1, -1), false],
]

for (const weak of [false, true]) {
  for (const [noneMatch, isMatch] of matches) {
    test(`${weak ? 'weak' : 'strong'}: ${noneMatch('"tag"')} ${isMatch ? 'matches' : 'does not match'}`, async () => {
      const send = fetchSend(new App().use(etag({ weak })).get('/', (c) => c.sendString('hi')))
      const tag = (await send('/')).headers['etag'] ?? ''
      assert.match(tag, weak ? /^W\/"[\w-]{22}"$/ : /^"[\w-]{22}"$/)
      const sent = noneMatch(tag.replace('W/', ''))
      assert.is((await send('/', { headers: { 'if-none-match': sent } })).status, isMatch ? 304 : 200)
    })
  }
}

test('different bodies have different tags', async () => {
  const send = fetchSend(new App().use(etag()).get('/:text', (c) => c.sendString(c.params('text'))))
  const tags = await Promise.all(['/a', '/b', '/a'].map(async (path) => (await send(path)).headers['etag']))
  assert.is.not(tags[0], tags[1])
  assert.is(tags[0], tags[2])
})

test.run()
