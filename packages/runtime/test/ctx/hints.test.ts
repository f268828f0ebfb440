import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Ctx, type Handler, HttpError } from '../../src/index.ts'

/** The hints that requests to `/:id` log. */
async function hintsOf(handler: Handler, environment: string = 'test'): Promise<string[]> {
  const logged: string[] = []
  const { warn } = console
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = environment
  try {
    console.warn = (text: string) => logged.push(text)
    const app = new App({ onError: () => {} })
    app.use((c) => {
      c.set('X-Early', '1')
      return c.next()
    })
    app.get('/:id', (c) => c.next(), handler)
    for (const id of ['/1', '/2']) await app.test(id)
    await app.test('/1/none')
  } finally {
    console.warn = warn
    process.env['NODE_ENV'] = before
  }
  return logged
}

const silent: Handler[] = [
  () => {},
  async () => {},
  (c) => {
    void Promise.resolve().then(() => c.json(1))
  },
  (c) => c.getRespHeader('X-Early') === '' && undefined,
]

const speaking: ((c: Ctx) => unknown)[] = [
  (c) => c.sendString(''),
  (c) => c.status(200),
  (c) => c.set('X-Early', '1'),
  (c) => c.sendStatus(204),
  (c) => c.end(),
  () => new HttpError(404),
  () => Promise.reject(new Error('no')),
  (c) => c.redirect().to('/'),
  async (c) => c.write(new Uint8Array(0)),
]

test('a route whose handlers set nothing is named once, but not in production', async () => {
  for (const handler of silent) {
    const [hint = '', ...more] = await hintsOf(handler)
    assert.match(hint, /^GET \/:id: its handlers set nothing, .* forgotten\?$/)
    assert.equal(more, [])
    assert.equal(await hintsOf(handler, 'production'), [])
  }
})

test('a route whose handlers set anything gets no hint', async () => {
  for (const handler of speaking) assert.equal(await hintsOf(handler as Handler), [], String(handler))
})

test.run()
