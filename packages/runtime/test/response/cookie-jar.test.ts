import * as fc from 'fast-check'
import { CookieJar } from 'tough-cookie'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { App, type Cookie, type Ctx } from '../../src/index.ts'

const origin = 'https://app.example.com'

/** A client with the cookie rules of browsers. */
class Browser {
  readonly jar = new CookieJar(undefined, { prefixSecurity: 'strict' })
  readonly app: App

  constructor(routes: (app: App) => void) {
    this.app = new App()
    routes(this.app)
  }

  async get(path: string): Promise<Response> {
    const url = origin + path
    const cookie = await this.jar.getCookieString(url)
    const response = await this.app.test(url, { headers: cookie === '' ? {} : { cookie } })
    assert.is(response.status, 200, await response.clone().text())
    for (const line of response.headers.getSetCookie()) await this.jar.setCookie(line, url)
    return response
  }

  async names(): Promise<string[]> {
    const { cookies } = await this.jar.serialize()
    // The jar keeps an expired cookie until its next lookup.
    const live = cookies.filter(
      ({ expires }) => expires === undefined || Date.parse(`${expires}`) > Date.now(),
    )
    return live.map(({ key }) => String(key)).sort()
  }
}

const set: readonly Cookie[] = [
  { name: 'sid', value: '1', httpOnly: true },
  { name: '__Host-sid', value: '2' },
  { name: '__Secure-t', value: '3' },
  { name: 'none', value: '4', sameSite: 'None' },
  { name: 'part', value: '5', sameSite: 'None', partitioned: true },
]

function login(c: Ctx): void {
  for (const cookie of set) c.cookie(cookie)
}

test('clearCookie removes what cookie sets, on any path', async () => {
  for (const path of ['/logout', '/auth/logout', '/a/b/logout']) {
    for (const clear of [
      (c: Ctx) => c.clearCookie(),
      (c: Ctx) => c.clearCookie(...set.map(({ name }) => name)),
      (c: Ctx) => c.clearCookie(...set.map(({ name, partitioned = false }) => ({ name, partitioned }))),
    ]) {
      const browser = new Browser((app) => app.get('/a/login', login).get(path, clear))
      await browser.get('/a/login')
      assert.is((await browser.names()).length, set.length)
      await browser.get(path)
      assert.equal(await browser.names(), [], path)
    }
  }
})

test('clearCookie with a path and a domain removes the cookie of those', async () => {
  const cookie = { name: 't', value: '1', path: '/api', domain: 'example.com' }
  const browser = new Browser((app) =>
    app
      .get('/login', (c) => c.cookie(cookie).cookie({ name: 'u', value: '2', path: '/api' }))
      .get('/logout', (c) => c.clearCookie('t', 'u'))
      .get('/api/logout', (c) => c.clearCookie(cookie, { name: 'u', path: '/api' })),
  )
  await browser.get('/login')
  await browser.get('/logout')
  assert.equal(await browser.names(), ['t', 'u'])
  await browser.get('/api/logout')
  assert.equal(await browser.names(), [])
})

test('clearCookie sends a partitioned cookie with what browsers ask of it', async () => {
  const app = new App()
  app.get('/', (c) => c.clearCookie({ name: 'a', partitioned: true }))
  assert.equal((await app.test('/')).headers.getSetCookie(), [
    'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; Secure; SameSite=None; Partitioned',
  ])
})

const texts = [
  '',
  'a b',
  'a%20b',
  '"',
  '%22',
  '"a"',
  '100%',
  '100% é',
  '%',
  '%zz',
  '%E4',
  '%C3%A9',
  'a;b,c\\',
  ' x ',
  '😀',
]

test('the value of a cookie comes back as it was given, but for control characters', async () => {
  let value = ''
  const browser = new Browser((app) =>
    app
      .get('/set', (c) => c.cookie({ name: 'v', value }))
      .get('/get', (c) => c.json([c.cookies('v'), c.bind().cookie().v?.at(-1) ?? ''])),
  )
  const comesBack = async (text: string): Promise<void> => {
    value = text
    await browser.get('/set')
    assert.equal(await (await browser.get('/get')).json(), [text, text], JSON.stringify(text))
  }
  for (const text of texts) await comesBack(text)
  const plain = fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => !hasControl(text))
  await fc.assert(fc.asyncProperty(plain, comesBack), { numRuns: 200 })
})

function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that do not come back
  return /[\x00-\x1f\x7f]/.test(text)
}

test('cookies: escapes are decoded piece by piece, once', async () => {
  const app = new App()
  app.get('/', (c) => c.json([c.cookies('v'), c.bind().cookie().v?.at(-1), c.get('cookie')]))
  const rows: readonly (readonly [sent: string, read: string])[] = [
    ['a%20%zz', 'a %zz'],
    ['%2520', '%20'],
    ['%', '%'],
    ['%4', '%4'],
    ['100%%C3%A9', '100%é'],
    ['a%0Ab%7Fc%00%20%1f', 'a%0Ab%7Fc%00 %1f'],
    ['%C3%0A%A9', '\ufffd%0A\ufffd'],
    ['%E4x%20', '\ufffdx '],
    ['"%22a%22"', '"a"'],
    ['a+b', 'a+b'],
  ]
  for (const [sent, read] of rows) {
    const cookie = `v=${sent}`
    assert.equal(await (await app.test('/', { headers: { cookie } })).json(), [read, read, cookie], sent)
  }
})

test.run()
