import { fileURLToPath } from 'node:url'
import { App } from '@ctxgen/runtime'
import { catalogues } from '@ctxgen/runtime/messages'
import { de } from '@ctxgen/runtime/messages/de'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bindFormFilm } from '../../../fixtures/valid/form-streams/dto.bind.ts'
import { SignUp } from './dto/sign-up.bind.ts'

interface Site {
  readonly app: App
  readonly browser: Browser
  readonly page: Page
  readonly url: string
}

const test = suite<Site>('pages in Chromium')
const folder = fileURLToPath(new URL('pages/', import.meta.url))

const uploadPage = `<!doctype html><form method="post" action="/films" enctype="multipart/form-data">
<input name="title"><input name="film_file" type="file"><button>Send</button></form>`

test.before(async (site) => {
  const app = new App({ messages: catalogues({ de }) })
  for (const name of ['form.ts', 'react.tsx']) {
    const script = await bundled(name)
    app.get(`/${name}.js`, (c) => c.type('js').sendString(script))
  }
  app.get('/form/:language', (c) => c.type('html').sendString(formPage(c.params('language'))))
  app.get('/react', (c) => c.type('html').sendString(`<div id="root"></div>${scriptTag('react.tsx')}`))
  app.post('/sign-up', (c) => c.json(c.bind().form(SignUp)))
  app.get('/upload', (c) => c.type('html').sendString(uploadPage))
  app.post('/films', { body: 'stream' }, async (c) => {
    const { title, film } = await bindFormFilm(c)
    let size = 0
    for await (const piece of film.stream()) size += piece.length
    c.type('html').sendString(`<p id="taken">${title} ${film.filename} ${film.type} ${size}</p>`)
  })
  const { port } = await app.listen(0)
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args,
  })
  Object.assign(site, { app, browser, url: `http://localhost:${port}` })
})

test.before.each(async (site) => {
  Object.assign(site, { page: await site.browser.newPage() })
})

test.after.each(({ page }) => page.close())

test.after(async ({ app, browser }) => {
  await browser.close()
  await app.shutdown()
})

test('a form of a page uploads by stream', async ({ page, url }) => {
  await page.goto(`${url}/upload`)
  await page.fill('[name=title]', 'Días')
  const file = { name: 'ä.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(1_000_000, 'x') }
  await page.setInputFiles('[name=film_file]', file)
  await page.click('button')
  assert.is(await page.textContent('#taken'), 'Días ä.mp4 video/mp4 1000000')
})

test('fetch of a page uploads a FormData by stream, and gets the answer to a file that breaks a rule', async ({
  page,
  url,
}) => {
  await page.goto(`${url}/upload`)
  const send = (size: number): Promise<readonly [number, string]> =>
    page.evaluate(async (length) => {
      const form = new FormData()
      form.append('title', 'Days')
      form.append('film_file', new Blob([new Uint8Array(length)], { type: 'video/mp4' }), 'a.mp4')
      const answer = await fetch('/films', { method: 'POST', body: form })
      return [answer.status, await answer.text()] as const
    }, size)
  assert.equal(await send(1_000_000), [200, '<p id="taken">Days a.mp4 video/mp4 1000000</p>'])
  const [status, text] = await send(3_000_000)
  assert.is(status, 400)
  assert.match(text, /must have at most 1MB/)
})

for (const language of ['en', 'de']) {
  test(`a form shows before it is sent the issues of the server (${language})`, async ({ browser, url }) => {
    const context = await browser.newContext({ locale: language })
    const page = await context.newPage()
    await page.goto(`${url}/form/${language}`)
    await fill(page, { name: 'A', email: 'nobody', age: '17', 'owner.street': 'x' })
    await page.click('#checked')
    const before = await notes(page)
    assert.is(await page.getAttribute('body', 'data-answer'), null)
    await page.click('#unchecked')
    await page.waitForFunction(() => document.body.dataset['answer'] === '400')
    assert.equal(await notes(page), before)
    assert.is(before['age'], language === 'de' ? 'muss mindestens 18 sein' : 'must be at least 18')
    assert.is.not(before['owner.street'], '')
    await context.close()
  })
}

test('a form that fits is sent, and bound', async ({ page, url }) => {
  await page.goto(`${url}/form/en`)
  await fill(page, { name: 'Ann', email: 'ann@example.com', age: '18', 'owner.street': 'High Street' })
  await page.click('#checked')
  await page.waitForFunction(() => document.body.dataset['answer'] === 'hello Ann')
  assert.equal(Object.values(await notes(page)), ['', '', '', ''])
})

test('a React form resolves by the DTO', async ({ page, url }) => {
  await page.goto(`${url}/react`)
  await fill(page, { name: 'A', email: 'ann@example.com', age: '', 'owner.street': '' })
  await page.click('button')
  await page.waitForFunction(() => document.getElementById('age-note')?.textContent !== '')
  assert.is((await notes(page))['age'], 'is required')
  await fill(page, { age: '17' })
  await page.waitForFunction(() => document.getElementById('age-note')?.textContent === 'must be at least 18')
  await fill(page, { name: 'Ann', age: '18', 'owner.street': 'High Street' })
  await page.click('button')
  await page.waitForFunction(() => document.body.dataset['answer'] !== undefined)
  const owner = { street: 'High Street' }
  assert.equal(JSON.parse((await page.getAttribute('body', 'data-answer')) ?? ''), {
    name: 'Ann',
    email: 'ann@example.com',
    age: 18,
    plan: 'free',
    owner,
    tags: [],
  })
})

test.run()

async function bundled(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}${name}`],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

function formPage(language: string): string {
  const inputs = ['name', 'email', 'age', 'owner.street'].map(
    (name) => `<input name="${name}"><p id="${name}-note"></p>`,
  )
  const buttons = '<button id="checked">Send</button><button id="unchecked">Send unchecked</button>'
  return `<html lang="${language}"><form novalidate>${inputs.join('')}${buttons}</form>${scriptTag('form.ts')}</html>`
}

function scriptTag(name: string): string {
  return `<script type="module" src="/${name}.js"></script>`
}

async function fill(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(texts)) await page.fill(`[name="${name}"]`, text)
}

/** The note beside each input. */
async function notes(page: Page): Promise<Readonly<Record<string, string>>> {
  const found = await page.$$eval('p', (all) =>
    all.map((one) => [one.id.replace('-note', ''), one.textContent ?? '']),
  )
  return Object.fromEntries(found)
}
