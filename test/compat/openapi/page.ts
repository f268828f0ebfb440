import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '@ctxgen/runtime'
import { docs } from '@ctxgen/runtime/docs'
import { chromium, type Page } from 'playwright-core'
import { conduit } from '../../../examples/conduit/src/app.ts'
import { garageApp } from '../../../examples/garage-api/src/app.ts'

/** The policy under which the page has to work. */
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"

/** The page of a service, as a browser shows it. */
export interface SeenPage {
  /** Operations that the page lists, such as `GET /cars`. */
  readonly operations: readonly string[]
  /** Errors of the console, broken policies among them, and requests to other origins. */
  readonly failures: readonly string[]
  /** The status that "try it out" of an operation shows. */
  readonly tried: string
}

/** Opens `/docs` of an app in Chromium, and tries one of its operations. */
export async function seePage(app: App, document: object, tried: string): Promise<SeenPage> {
  const page = docs(document)
  app.get('/docs', (c) => {
    c.set('Content-Security-Policy', policy)
    return page(c)
  })
  const { url } = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    return await inChromium(async (tab) => {
      const failures = watchFailures(tab, url)
      await tab.goto(`${url}/docs`)
      await tab.waitForSelector('.opblock')
      return { operations: await listed(tab), tried: await tryOut(tab, tried), failures }
    })
  } finally {
    await app.shutdown()
  }
}

/** Does something in a tab of a fresh Chromium. */
export async function inChromium<T>(use: (tab: Page) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'ctxgen-chromium-'))
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: flags,
  })
  try {
    return await use(await browser.newPage())
  } finally {
    await browser.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

export const chromiumPath: string = process.env['CHROMIUM'] ?? '/usr/bin/chromium'
const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** Errors of the console and requests to other origins, as they come. */
export function watchFailures(page: Page, origin: string): readonly string[] {
  const failures: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text())
  })
  page.on('pageerror', (error) => failures.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      failures.push(`request to ${request.url()}`)
  })
  return failures
}

/** The operations that the page lists. */
export async function listed(page: Page): Promise<readonly string[]> {
  const blocks = await page.locator('.opblock-summary').all()
  return Promise.all(
    blocks.map(async (block) => {
      const method = await block.locator('.opblock-summary-method').innerText()
      const path = await block.locator('[data-path]').getAttribute('data-path')
      return `${method} ${path}`
    }),
  )
}

async function tryOut(page: Page, operation: string): Promise<string> {
  const [method, path] = operation.split(' ')
  const block = page.locator(`.opblock-${method?.toLowerCase()}`, {
    has: page.locator(`[data-path="${path}"]`),
  })
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  for (const field of await block.locator('.parameters input[type=text]').all()) await field.fill('7')
  await block.getByRole('button', { name: 'Execute' }).click()
  return block.locator('.live-responses-table .response-col_status').last().innerText()
}

/** The failures of the page of an example; empty when every operation is listed and one works. */
export async function seeExamples(
  name: string,
  document: { readonly paths: Readonly<Record<string, object>> },
): Promise<string> {
  const [app, tried] = name.startsWith('conduit')
    ? [conduit(), 'GET /api/tags']
    : [garageApp(), 'GET /garages/{garage}/cars']
  const seen = await seePage(app, document, tried)
  const expected = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const missing = expected
    .filter((one) => !seen.operations.includes(one))
    .map((one) => `${one} is not listed`)
  const wrong = seen.tried.startsWith('200') ? [] : [`${tried} shows ${seen.tried}`]
  return [...seen.failures, ...missing, ...wrong].join('\n')
}
