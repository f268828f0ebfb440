import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { serveSite } from './serve-site.ts'

export interface Site {
  readonly browser: Browser
  readonly server: Server
  readonly url: string
}

export interface Visit {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** The part of axe that is used. */
interface Axe {
  run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function openBrowser(site: Site): Promise<void> {
  const served = await serveSite()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
  Object.assign(site, { ...served, browser })
}

export async function closeBrowser({ browser, server }: Site): Promise<void> {
  await browser.close()
  server.close()
}

/** A page of its own browser profile, and what goes wrong on it: errors, refused content, requests to other sites. */
export async function visitor({ browser, url }: Site, { width = 1280, colorScheme = 'light' }: Visit = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  // A busy machine loads the generator slowly.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  page.on('dialog', (dialog) => {
    failures.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (line) => line.type() === 'error' && failures.push(line.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('blob:'))
      failures.push(`request to ${request.url()}`)
  })
  return { page, failures }
}

/** What axe finds that is serious or worse. */
export async function seriousProblems(page: Page): Promise<readonly string[]> {
  // The page's policy refuses inline scripts, but none of the debugger.
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => {
    return (globalThis as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] })
  })
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} (${nodes.length})`)
}
