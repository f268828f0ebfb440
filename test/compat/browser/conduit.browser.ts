import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { conduit } from '../../../examples/conduit/src/app.ts'

interface Site {
  readonly app: ReturnType<typeof conduit>
  readonly browser: Browser
  readonly url: string
}

/** The part of axe that is used. */
interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

const test = suite<Site>('conduit in Chromium')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const password = 'a long password'

test.before(async (site) => {
  const app = conduit()
  const { port } = await app.listen(0)
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
  Object.assign(site, { app, browser, url: `http://localhost:${port}` })
})

test.after(async ({ app, browser }) => {
  await browser.close()
  await app.shutdown()
})

/** A page of its own browser profile, and what goes wrong on it. */
async function visitor({ browser, url }: Site): Promise<{ page: Page; failures: string[] }> {
  const context = await browser.newContext({ baseURL: url })
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const failures: string[] = []
  page.on('dialog', async (dialog) => {
    failures.push(`dialog ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('pageerror', ({ message }) => failures.push(message))
  page.on('console', (line) => {
    // An answer with an error is a line as well.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource'))
      failures.push(line.text())
  })
  return { page, failures }
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.goto('/register')
  await fill(page, { username: name, email: `${name}@mail.com`, password })
  await page.click('button:has-text("Sign up")')
  await page.waitForURL('/')
  await page.waitForSelector(`nav >> text="${name}"`)
}

async function publish(
  page: Page,
  texts: Readonly<Record<string, string>>,
  tags: readonly string[] = [],
): Promise<void> {
  await page.click('nav >> text="New Article"')
  await fill(page, texts)
  for (const tag of tags) {
    await page.fill('[placeholder="Enter tags"]', tag)
    await page.press('[placeholder="Enter tags"]', 'Enter')
  }
  await page.click('text="Publish Article"')
  await page.waitForURL('**/article/*')
  await page.waitForSelector('.article-content')
}

async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await page.fill(`[name="${name}"]`, text)
}

async function texts(page: Page, selector: string): Promise<readonly string[]> {
  return page.locator(selector).allTextContents()
}

/** The violations of WCAG 2 A and AA that axe finds. */
async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const { violations } = await (Reflect.get(window, 'axe') as Axe).run({ runOnly })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
}

test('a form shows issues beside its fields, before it is sent and after', async (site) => {
  const { page, failures } = await visitor(site)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url())
  })
  await page.goto('/register')
  await fill(page, { username: 'fay', email: 'nobody', password: 'short' })
  await page.click('button[type="submit"]')
  await page.waitForSelector('.field-error')
  assert.equal(await texts(page, '.field-error'), [
    'must be an e-mail address',
    'must have at least 8 characters',
  ])
  assert.equal(asked, [], 'nothing was sent')
  const described = await page.getAttribute('[name="email"]', 'aria-describedby')
  assert.equal(await texts(page, `#${described}`), ['must be an e-mail address'])
  assert.equal(await barriers(page), [])

  await fill(page, { email: 'fay@mail.com', password })
  await page.click('button[type="submit"]')
  await page.waitForURL('/')
  await page.click('nav >> text="Settings"')
  await page.click('.btn-outline-danger')
  await page.waitForURL('/')

  // The service alone knows which names are taken.
  await page.goto('/register')
  await fill(page, { username: 'fay', email: 'other@mail.com', password })
  await page.click('button[type="submit"]')
  await page.waitForSelector('.error-messages li')
  assert.equal(await texts(page, '.error-messages li'), ['username has already been taken'])
  assert.equal(failures, [])
  await page.context().close()
})

test('an author publishes, edits and deletes', async (site) => {
  const { page, failures } = await visitor(site)
  await signUp(page, 'ann')
  await publish(
    page,
    { title: 'Dragons', description: 'How to train them', body: '# Fire\n\n- one\n- **two**' },
    ['fire', 'water'],
  )
  assert.equal(await texts(page, '.banner h1'), ['Dragons'])
  assert.equal(await texts(page, '.article-content :is(h1, li, strong)'), [
    'Fire',
    'one',
    'two',
    'two',
    'fire',
    'water',
  ])
  assert.equal(await barriers(page), [])

  await page.click('text="Edit Article"')
  await page.waitForURL('**/editor/dragons')
  assert.equal(await page.inputValue('[name="body"]'), '# Fire\n\n- one\n- **two**')
  assert.equal(await barriers(page), [])
  await page.click('[aria-label="Remove water"]')
  await fill(page, { title: 'Tame dragons' })
  await page.click('text="Publish Article"')
  await page.waitForURL('**/article/tame-dragons')
  await page.waitForSelector('h1 >> text="Tame dragons"')
  assert.equal(await texts(page, '.tag-list .tag-pill'), ['fire'])

  await page.click('text="Delete Article" >> nth=0')
  await page.waitForURL('/')
  await page.waitForSelector('.empty-feed-message')
  assert.equal(await barriers(page), [])
  assert.equal(failures, [])
  await page.context().close()
})

test('a reader comments, favourites, follows and has a feed', async (site) => {
  const author = await visitor(site)
  await signUp(author.page, 'bob')
  await publish(author.page, { title: 'Owls', description: 'Quiet', body: 'They fly.' }, ['birds'])
  const { page, failures } = await visitor(site)

  // Without an account.
  await page.goto('/tag/birds')
  await page.click('h1 >> text="Owls"')
  await page.waitForURL('**/article/owls')
  await page.click('text="Follow bob" >> nth=0')
  await page.waitForURL('/login')
  assert.equal(await barriers(page), [])

  await signUp(page, 'cat')
  await page.goto('/article/owls')
  await page.click('.banner >> text="Favorite Article (0)"')
  await page.waitForSelector('.banner >> text="Unfavorite Article (1)"')
  await page.click('.banner >> text="Follow bob"')
  await page.waitForSelector('.banner >> text="Unfollow bob"')
  assert.is(await page.locator('text="Delete Article"').count(), 0)

  await fill(page, { body: 'Lovely' })
  await page.click('text="Post Comment"')
  await page.waitForSelector('.card-text >> text="Lovely"')
  assert.is(await page.inputValue('[name="body"]'), '')
  await fill(page, { body: 'No!' })
  await page.click('text="Post Comment"')
  await page.click('.card:has-text("No!") [aria-label="Delete comment"]')
  await page.waitForFunction(() => document.querySelectorAll('.card-text').length === 1)
  assert.equal(await barriers(page), [])
  await author.page.goto('/article/owls')
  await author.page.waitForSelector('.card-text >> text="Lovely"')
  assert.is(await author.page.locator('.mod-options').count(), 0, "others' comments stay")

  await page.click('text="conduit" >> nth=0')
  await page.click('text="Your Feed"')
  await page.waitForURL('/?feed=following')
  await page.waitForSelector('.article-preview >> text="Owls"')
  await page.click('.article-preview button[aria-pressed="true"]')
  await page.waitForSelector('.article-preview button[aria-pressed="false"]')
  await page.click('.article-preview button[aria-pressed="false"]')
  await page.waitForSelector('.article-preview button[aria-pressed="true"]')
  await page.goto('/profile/cat/favorites')
  await page.waitForSelector('.article-preview >> text="Owls"')
  await page.click('.author >> text="bob"')
  await page.waitForURL('/profile/bob')
  await page.click('text="Unfollow bob"')
  await page.waitForSelector('text="Follow bob"')
  assert.equal(await barriers(page), [])
  await page.goto('/?feed=following')
  await page.waitForSelector('.empty-feed-message')

  await page.click('nav >> text="Settings"')
  await page.waitForSelector('[name="bio"]')
  assert.equal(await barriers(page), [])
  await fill(page, { bio: 'Reads', password: '' })
  await page.click('text="Update Settings"')
  await page.waitForURL('/profile/cat')
  await page.waitForSelector('.user-info >> text="Reads"')
  assert.equal([...failures, ...author.failures], [])
  await page.context().close()
  await author.page.context().close()
})

test('lists have pages', async (site) => {
  const { page, failures } = await visitor(site)
  await signUp(page, 'dan')
  const token = await page.evaluate(() => localStorage.getItem('jwtToken'))
  for (let i = 1; i <= 12; i++) {
    const article = { title: `Part ${i}`, description: 'x', body: 'x', tagList: ['many'] }
    const headers = { Authorization: `Token ${token}` }
    assert.is((await page.request.post('/api/articles', { data: { article }, headers })).status(), 201)
  }
  await page.goto('/tag/many')
  await page.waitForSelector('.article-preview')
  assert.is(await page.locator('.article-preview').count(), 10)
  assert.equal(await barriers(page), [])
  await page.click('.pagination >> text="2"')
  await page.waitForURL('/tag/many?page=2')
  await page.waitForSelector('text="Part 1"')
  assert.equal(await texts(page, '.article-preview h1'), ['Part 2', 'Part 1'])
  await page.goBack()
  await page.waitForSelector('text="Part 12"')
  assert.equal(failures, [])
  await page.context().close()
})

test('hostile texts do no harm', async (site) => {
  const { page, failures } = await visitor(site)
  const bad = '<img src=x onerror=alert(1)><script>alert(2)</script>"\'>'
  await signUp(page, 'eve')
  await page.click('nav >> text="Settings"')
  await fill(page, { username: bad.slice(0, 40), bio: bad })
  await page.click('text="Update Settings"')
  await page.waitForSelector('.user-info h4')
  const body = [
    bad,
    '[click](javascript:alert(3)) [click](\u0001javascript:alert(3)) [click](data:text/html,<script>alert(4)</script>)',
    '[click][x] ![x](javascript:alert(5)) <javascript:alert(6)>',
    '<a href="javascript:alert(7)">click</a>',
    '<svg onload=alert(8)>',
    '```"><script>alert(9)</script>\n<script>alert(10)</script>\n```',
    '&lt;script&gt;alert(11)&lt;/script&gt;',
    `${'>'.repeat(5000)} deep`,
    '[x]: javascript:alert(12)',
  ].join('\n\n')
  await publish(page, { title: bad, description: bad, body }, [bad])
  const seen = async (): Promise<void> => {
    const { scripts, handlers, links } = await page.evaluate(() => ({
      scripts: document.querySelectorAll('main :is(script, iframe, svg, object, img[src="x"])').length,
      handlers: [...document.querySelectorAll('main *')].flatMap((one) =>
        one.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
      links: [...document.links].map(({ protocol }) => protocol).filter((one) => one !== 'http:'),
    }))
    assert.equal({ scripts, handlers, links }, { scripts: 0, handlers: [], links: [] })
  }
  await page.waitForSelector('.article-content')
  await seen()
  await fill(page, { body: bad })
  await page.click('text="Post Comment"')
  await page.waitForSelector('.card-text')
  assert.equal(await texts(page, '.card-text'), [bad])
  await seen()
  for (const link of await page.locator('.article-content a').all()) await link.click({ trial: true })
  for (const path of ['/', `/tag/${encodeURIComponent(bad)}`]) {
    await page.goto(path)
    await page.waitForSelector('.article-preview')
    assert.equal(await texts(page, '.article-preview >> nth=0 >> h1'), [bad])
    await seen()
  }
  assert.equal(failures, [])
  await page.context().close()
})

test('Back leads past a page for users alone', async (site) => {
  const { page } = await visitor(site)
  await page.goto('/register')
  await page.goto('/settings')
  await page.waitForURL('/login')
  await page.waitForSelector('h1 >> text="Sign in"')
  await page.goBack()
  await page.waitForURL('/register')
  await page.context().close()
})

test('a token that the service refuses is gone, and one that it cannot judge is kept', async (site) => {
  const { page } = await visitor(site)
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('jwtToken', 'wrong'))
  await page.reload()
  await page.waitForSelector('nav >> text="Sign in"')
  assert.is(await page.evaluate(() => localStorage.getItem('jwtToken')), null)

  await page.evaluate(() => localStorage.setItem('jwtToken', 'kept'))
  await page.route('**/api/user', (route) => route.abort())
  await page.reload()
  await page.waitForSelector('nav >> text="Connecting…"')
  await page.waitForSelector('.article-preview, .empty-feed-message')
  assert.is(await page.evaluate(() => localStorage.getItem('jwtToken')), 'kept')
  await page.context().close()
})

test.run()
