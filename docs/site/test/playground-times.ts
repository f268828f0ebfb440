// `node run.mjs times`: what the playground takes in Chromium, in ms: the first output of a fresh profile, and the output after a key.
import { closeBrowser, openBrowser, type Site, visitor } from './visitor.ts'

const site = {} as Site
await openBrowser(site)
const cold: number[] = []
const keys: number[] = []
for (let round = 0; round < 5; round++) {
  const { page } = await visitor(site)
  await page.goto(`${site.url}playground`)
  await page.getByRole('status').getByText('Generated in').waitFor()
  cold.push(await page.evaluate(() => performance.now()))
  const editor = page.getByRole('textbox', { name: 'Interface' })
  await editor.fill('/** @query */\nexport interface Find {\n  words: string[]\n}\n')
  await page.getByRole('textbox', { name: 'Binder' }).getByText('bindQueryFind').first().waitFor()
  await page.evaluate(watchStatus)
  let outputs = 0
  for (const key of '/** @query */ export interface More { a?: number }') {
    await page.keyboard.type(key)
    outputs++
    await page.waitForFunction(
      (count) => (globalThis as unknown as Watched).outputTimes.length >= count,
      outputs,
    )
  }
  keys.push(...(await page.evaluate(() => (globalThis as unknown as Watched).outputTimes)))
  await page.context().close()
}
await closeBrowser(site)
console.log(`first output: ${summary(cold)}`)
console.log(`after a key: ${summary(keys)}`)

interface Watched {
  readonly outputTimes: number[]
}

/** In the page: notes the time from each key to the output that it brings. */
function watchStatus(): void {
  const outputTimes: number[] = []
  let typed = 0
  addEventListener(
    'beforeinput',
    () => {
      typed = performance.now()
    },
    true,
  )
  new MutationObserver(() => void outputTimes.push(performance.now() - typed)).observe(
    document.querySelector('.pg-status') as Element,
    { childList: true },
  )
  Object.assign(globalThis, { outputTimes })
}

function summary(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (part: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  return `median ${at(0.5)}, of ten nine within ${at(0.9)}, at most ${at(1)} (${sorted.length})`
}
