import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readPages } from '../pages/read-pages.ts'
import { closeBrowser, openBrowser, type Site, seriousProblems, visitor } from './visitor.ts'

const test = suite<Site>('the site in Chromium')
test.before(openBrowser)
test.after(closeBrowser)

const paths = readPages().map(({ path }) => path.replace(/(?:index)?\.md$/, ''))

test('no page is wider than a phone, none asks another site or fails', async (site) => {
  const { page, failures } = await visitor(site, { width: 360 })
  for (const path of paths) {
    await page.goto(site.url + path)
    await page.waitForSelector('.VPContent')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    assert.ok(width <= 360, `/${path} is ${width} px wide`)
  }
  assert.equal(failures, [])
  await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${colorScheme}`, async (site) => {
    for (const path of ['', 'docs', 'tutorial', 'tags', 'recipes/', 'diagnostics']) {
      for (const width of [360, 1280]) {
        const { page } = await visitor(site, { colorScheme, width })
        await page.goto(site.url + path)
        await page.waitForSelector('.VPContent')
        assert.equal(await seriousProblems(page), [], `/${path} at ${width} px`)
        await page.context().close()
      }
    }
  })
}

test('the search finds a page while typing, and opens it', async (site) => {
  const { page, failures } = await visitor(site)
  await page.goto(site.url)
  // Keys work when the app of the page has been mounted.
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
  await page.keyboard.press('/')
  await page.fill('.VPLocalSearchBox input', 'server-sent events')
  await page.waitForSelector('.VPLocalSearchBox .result')
  assert.equal(await seriousProblems(page), [])
  await page.keyboard.press('Enter')
  await page.waitForURL(/real-time/)
  assert.equal(failures, [])
  await page.context().close()
})

test.run()
