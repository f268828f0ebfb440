import {
  type CursorPlace,
  cursorLinks,
  cursors,
  offsetOf,
  type PagePlace,
  pageLinks,
} from '@ctxgen/middleware/paginate'
import { App, type Ctx, HttpError } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fetchSend, onEachServer } from './support/on-each-server.ts'

async function linkOf(path: string, set: (app: App) => void): Promise<string> {
  const app = new App()
  set(app)
  return (await fetchSend(app)(path)).headers['link'] ?? ''
}

function send(c: Ctx, addLinks: () => void): void {
  addLinks()
  c.sendString('')
}

const pages: readonly (readonly [place: PagePlace, path: string, link: string])[] = [
  [{ page: 1, limit: 10, total: 35 }, '/', '<?page=2>; rel="next", <?page=4>; rel="last"'],
  [
    { page: 3, limit: 10, total: 35 },
    '/?page=3&limit=10',
    '<?limit=10&page=1>; rel="first", <?limit=10&page=2>; rel="prev", <?limit=10&page=4>; rel="next", <?limit=10&page=4>; rel="last"',
  ],
  [
    { page: 4, limit: 10, total: 40 },
    '/?page=4',
    '<?page=1>; rel="first", <?page=3>; rel="prev", <?page=4>; rel="last"',
  ],
  [
    { page: 9, limit: 10, total: 35 },
    '/?page=9',
    '<?page=1>; rel="first", <?page=4>; rel="prev", <?page=4>; rel="last"',
  ],
  [{ page: 1, limit: 10, total: 0 }, '/', '<?page=1>; rel="last"'],
  [{ page: 2, limit: 10 }, '/', '<?page=1>; rel="first", <?page=1>; rel="prev"'],
  [{ page: 1, limit: 10 }, '/', ''],
  [{ page: 1, limit: 10, hasMore: true }, '/', '<?page=2>; rel="next"'],
  // Every spelling of the key goes, every other pair stays as it was sent.
  [
    { page: 1, limit: 10, hasMore: true },
    '/?p%61ge=7&q=a%20b+c&page&&x=?',
    '<?q=a%20b+c&x=?&page=2>; rel="next"',
  ],
  [{ page: 1, limit: 10, hasMore: true }, '/?%zz=1', '<?%zz=1&page=2>; rel="next"'],
]

for (const [place, path, link] of pages)
  test(`${JSON.stringify(place)} of ${path} has the links ${link}`, async () => {
    assert.is(await linkOf(path, (app) => app.get('/', (c) => send(c, () => pageLinks(c, place)))), link)
  })

test('no query ends its link', () =>
  onEachServer(
    () =>
      new App({ onError: () => {} }).get('/', (c) => {
        pageLinks(c, { page: 1, limit: 1, hasMore: true })
        c.sendString('')
      }),
    async (send, server) => {
      const got = await send(`/?q=${server === 'fetch' ? '%3E' : '>'};rel="x"<'`)
      assert.match(
        String(got.headers['link']),
        /^<\?q=%3E;rel=%22x%22%3C(?:'|%27)&page=2>; rel="next"$/,
        server,
      )
    },
  ))

test('the total stands in X-Total-Count', async () => {
  const app = new App().get('/', (c) => send(c, () => pageLinks(c, { page: 1, limit: 1, total: 7 })))
  assert.is((await fetchSend(app)('/')).headers['x-total-count'], '7')
})

test('links join those that are there', async () => {
  const link = await linkOf('/', (app) =>
    app.get('/', (c) =>
      send(c, () => pageLinks(c.links('/a.css', 'preload'), { page: 1, limit: 1, hasMore: true })),
    ),
  )
  assert.is(link, '</a.css>; rel="preload", <?page=2>; rel="next"')
})

const places: readonly (readonly [place: CursorPlace, path: string, link: string])[] = [
  [{}, '/', ''],
  [{ next: 'a b' }, '/?limit=5', '<?limit=5&cursor=a%20b>; rel="next"'],
  [
    { next: undefined, prev: 'p' },
    '/?cursor=c&limit=5',
    '<?limit=5>; rel="first", <?limit=5&cursor=p>; rel="prev"',
  ],
]

for (const [place, path, link] of places)
  test(`${JSON.stringify(place)} of ${path} has the links ${link}`, async () => {
    assert.is(await linkOf(path, (app) => app.get('/', (c) => send(c, () => cursorLinks(c, place)))), link)
  })

test('offsetOf', () => {
  assert.equal(
    [1, 2, 11].map((page) => offsetOf({ page, limit: 10 })),
    [0, 10, 100],
  )
})

const secret = 'only for this test: thirty-two characters'

test('a cursor gives its value back, and a changed one is 400', () => {
  const made = cursors<{ readonly id: number; readonly name: string }>([
    secret,
    secret.replace('this', 'that'),
  ])
  const value = { id: 7, name: 'Zoë' }
  const text = made.encode(value)
  assert.match(text, /^[\w-]+\.[\w-]{43}$/)
  assert.equal(made.decode(text), value)
  assert.equal(made.decode(cursors<typeof value>(secret.replace('this', 'that')).encode(value)), value)
  const foreign = cursors<typeof value>(secret.toUpperCase()).encode(value)
  const [content = '', signature = ''] = text.split('.')
  const other = Buffer.from('{"id":8}').toString('base64url')
  for (const wrong of [
    '',
    '.',
    content,
    `${content}.`,
    `${other}.${signature}`,
    `${text}.`,
    `${text}.x`,
    foreign,
  ])
    assert.throws(
      () => made.decode(wrong),
      (error: unknown) => error instanceof HttpError && error.status === 400,
      wrong,
    )
})

test('wrong secrets and values are refused', () => {
  for (const wrong of ['short', undefined as never]) assert.throws(() => cursors(wrong), /cursors: a secret/)
  assert.throws(() => cursors<unknown>(secret).encode(undefined), /cursors: no JSON/)
})

test.run()
