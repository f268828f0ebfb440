import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readPages } from '../pages/read-pages.ts'
import { serveSite } from './serve-site.ts'

interface Site {
  readonly browser: Browser
  readonly server: Server
  readonly url: string
}

/** The part of axe that is used. */
interface Axe {
  run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const test = suite<Site>('the site in Chromium')

test.before(async (site) => {
  const served = await serveSite()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
  Object.assign(site, { ...served, browser })
})

test.after(async ({ browser, server }) => {
  await browser.close()
  server.close()
})

interface Visit {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** A page of its own browser profile, and what goes wrong on it: errors, refused content, requests to other sites. */
async function visitor({ browser, url }: Site, { width = 1280, colorScheme = 'light' }: Visit = {}) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    bypassCSP: false,
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  page.on('console', (line) => line.type() === 'error' && failures.push(line.text()))
  page.on(
    'request',
    (request) => !request.url().startsWith(url) && failures.push(`request to ${request.url()}`),
  )
  return { page, failures }
}

async function seriousProblems(page: Page): Promise<readonly string[]> {
  // The page's policy refuses inline scripts, but none of the debugger.
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => {
    return (globalThis as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] })
  })
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length})`)
}

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
