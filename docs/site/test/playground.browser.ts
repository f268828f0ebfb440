import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { examples } from '../playground/examples.ts'
import { closeBrowser, openBrowser, type Site, seriousProblems, type Visit, visitor } from './visitor.ts'

const test = suite<Site>('the playground in Chromium')
test.before(openBrowser)
test.after(closeBrowser)

/** The playground, with the first output of its first example or of a link. */
async function opened(site: Site, hash = '', visit: Visit = {}) {
  const visited = await visitor(site, visit)
  await visited.page.goto(`${site.url}playground${hash}`)
  await visited.page.getByRole('status').getByText('Generated in').waitFor()
  return visited
}

type Visited = Awaited<ReturnType<typeof opened>>

const binder = ({ page }: Visited) => page.getByRole('textbox', { name: 'Binder' })
const editor = ({ page }: Visited) => page.getByRole('textbox', { name: 'Interface' })

/** Replaces the text by the clipboard, as quick for long texts as for short ones. */
async function paste(visited: Visited, text: string): Promise<void> {
  await editor(visited).focus()
  await visited.page.keyboard.press('Control+A')
  await editor(visited).evaluate((node, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    node.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

async function end({ page, failures }: Visited): Promise<void> {
  assert.equal(failures, [])
  await page.context().close()
}

test('a typed interface has its binder, JSON Schema, OpenAPI document and client', async (site) => {
  const visited = await opened(site)
  const { page } = visited
  await editor(visited).fill('/** @query */\nexport interface Find {\n  words: string[]\n}\n')
  await binder(visited).getByText('bindQueryFind').first().waitFor()
  await page.getByRole('tab', { name: 'JSON Schema' }).click()
  await page.getByRole('textbox', { name: 'JSON Schema' }).getByText('"words"').first().waitFor()
  await page.getByRole('tab', { name: 'OpenAPI' }).click()
  await page.getByRole('textbox', { name: 'OpenAPI' }).getByText('"/cars"').first().waitFor()
  await page.getByRole('tab', { name: 'Client' }).click()
  await page.getByRole('textbox', { name: 'Client' }).getByText('getCars').first().waitFor()
  await end(visited)
})

test('a mistake is marked with its code and hint, and its fix mends it', async (site) => {
  const visited = await opened(site)
  const { page } = visited
  await editor(visited).fill('/** @qurey */\nexport interface Find {\n  words: string[]\n}\n')
  await page.locator('.cm-lintRange-error', { hasText: '@qurey' }).waitFor()
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('listitem').first()
  assert.match(
    String(await problem.textContent()),
    /CTX1002 unknown tag @qurey; did you mean @query\?Write `@query`/,
  )
  await page.locator('.cm-lintRange-error').hover()
  await page.locator('.cm-tooltip', { hasText: 'did you mean @query?' }).waitFor()
  await problem.getByRole('button', { name: 'Replace @qurey by @query' }).click()
  await binder(visited).getByText('bindQueryFind').first().waitFor()
  assert.is(await page.locator('.cm-lintRange-error').count(), 0)
  await end(visited)
})

test('tags are completed, and a hover tells what one does', async (site) => {
  const visited = await opened(site)
  const { page } = visited
  await page
    .locator('.cm-line', { hasText: '@default 1' })
    .getByText('/** @default 1')
    .first()
    .hover({ position: { x: 40, y: 8 } })
  await page.locator('.pg-hover', { hasText: '@default' }).waitFor()
  await paste(visited, '/** @query */\nexport interface Find {\n  a: string /** @que */\n  b: string\n}')
  await page.locator('.cm-line', { hasText: '/** @que */' }).click({ position: { x: 5, y: 8 } })
  await page.keyboard.press('End')
  for (const _ of ' */') await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Space')
  await page.locator('.cm-tooltip-autocomplete', { hasText: 'query' }).waitFor()
  await end(visited)
})

test('a request becomes a typed value, or its issues', async (site) => {
  const visited = await opened(site)
  const { page } = visited
  const result = page.getByRole('region', { name: 'Result' })
  await page.getByRole('button', { name: 'Send' }).click()
  await result.getByText('The handler gets').waitFor()
  const value = '{\n  colour: ["red", "blue"],\n  page: 1,\n  since: new Date("2026-01-31T00:00:00.000Z"),\n}'
  const short = '{ colour: ["red", "blue"], page: 1, since: new Date("2026-01-31T00:00:00.000Z") }'
  assert.ok([value, short].includes(String(await result.locator('pre').textContent())))
  await page.getByLabel('URL', { exact: true }).fill('/cars?colour=green&page=0')
  await page.getByRole('button', { name: 'Send' }).click()
  await result.getByRole('cell', { name: 'must be one of "red", "blue"' }).waitFor()
  assert.match(String(await result.locator('pre').textContent()), /^HTTP 400\n/)
  await page.getByLabel('curl').fill("curl '/cars?colour=red&page=4'")
  await page.getByRole('button', { name: 'Send' }).click()
  await result.getByText('page: 4').waitFor()
  await end(visited)
})

test('each example has a binder, and its request an answer', async (site) => {
  const visited = await opened(site)
  const { page } = visited
  for (const [name, { path }] of Object.entries(examples)) {
    await page.getByLabel('Example').selectOption(name)
    await page.waitForFunction(
      (text) => (document.querySelector('[name=path]') as HTMLInputElement).value === text,
      path,
    )
    await page.getByRole('button', { name: 'Send' }).click()
    const result = page.getByRole('region', { name: 'Result' })
    await result
      .getByRole('heading', { name: name.includes('rules') ? 'The binder refuses it' : 'The handler gets' })
      .waitFor()
    assert.is(await page.locator('.pg-problems li').count(), 0, name)
  }
  await end(visited)
})

test('a shared link opens the same state in a new page', async (site) => {
  const visited = await opened(site)
  const { page } = visited
  const source = '/** @query */\nexport interface Shared {\n  ä: "</script><script>"\n}\n'
  await editor(visited).fill(source)
  await page.getByLabel('URL', { exact: true }).fill('/cars?x=1')
  await page.getByLabel('Headers').fill('X-A: b')
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByLabel('Link').waitFor()
  const { hash } = new URL(await page.getByLabel('Link').inputValue())
  const other = await opened(site, hash)
  assert.is((await editor(other).innerText()).trimEnd(), source.trimEnd())
  assert.is(await other.page.getByLabel('URL', { exact: true }).inputValue(), '/cars?x=1')
  assert.is(await other.page.getByLabel('Headers').inputValue(), 'X-A: b')
  await end(other)
  await end(visited)
})

const hostile: Readonly<Record<string, string>> = {
  'tags of HTML':
    '/** @query </script><img src=x onerror=alert(1)> */\nexport interface A {\n  /** `</script>` */ "</script><img src=x onerror=alert(1)>": string\n}\n',
  'a type without end':
    'type Grow<T extends unknown[]> = Grow<[...T, ...T, 1]>\n/** @json */\nexport interface A {\n  a: Grow<[1]>\n}\n',
  'a type in itself': '/** @json */\nexport interface A {\n  a: A[]\n  b: { [K in keyof A]: A[K] }\n}\n',
  'deep nesting': `/** @json */\nexport interface A {\n  a: ${'{ a: '.repeat(5_000)}string${' }'.repeat(5_000)}\n}\n`,
  'many members': `/** @json */\nexport interface A {\n${Array.from({ length: 3_000 }, (_, at) => `  a${at}: string\n`).join('')}}\n`,
  'too much text': `// ${'x'.repeat(200_000)}`,
}

/** In the page: what resolves when the status is another one. */
function watchStatus(): void {
  const statusChanged = new Promise<void>((done) => {
    new MutationObserver(() => done()).observe(document.querySelector('.pg-status') as Element, {
      childList: true,
    })
  })
  // An unresolved promise must not be the result.
  Object.assign(globalThis, { statusChanged })
}

test('hostile input does no harm, and the page goes on', async (site) => {
  const visited = await opened(site)
  const { page } = visited
  for (const [name, text] of Object.entries(hostile)) {
    await page.evaluate(watchStatus)
    await paste(visited, text)
    await page.evaluate(() => (globalThis as unknown as { statusChanged: Promise<void> }).statusChanged)
    await paste(visited, `/** @query */\nexport interface After {\n  a: '${name}'\n}\n`)
    await binder(visited).getByText(`'${name}'`).first().waitFor({ timeout: 90_000 })
  }
  assert.is(await page.locator('.pg img, .pg script').count(), 0)
  await end(visited)
})

test('hashes that are none of ours open the first example', async (site) => {
  for (const hash of [
    '#v1.AAAA',
    '#v1.<script>alert(1)</script>',
    `#v1.${'A'.repeat(50_000)}`,
    '#%00%ff',
    '#__proto__',
  ]) {
    const visited = await opened(site, hash)
    assert.match(await editor(visited).innerText(), /SearchCars/)
    await end(visited)
  }
})

test('code of a link runs without an end no longer than seconds, and reaches no other site', async (site) => {
  const visited = await opened(site)
  const { page } = visited
  const dto = '/** @query */\nexport interface A {\n  a: Own\n}\n'
  const own = (body: string) =>
    `export class Own {\n  static parse(text: string): Own {\n    ${body}\n    return new Own()\n  }\n  toString(): string {\n    return ''\n  }\n}\n`
  await editor(visited).fill(own('for (;;) {}') + dto)
  await binder(visited).getByText('bindQueryA').first().waitFor()
  await page.getByLabel('URL', { exact: true }).fill('/cars?a=1')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('without an answer').waitFor()
  const before = visited.failures.length
  await editor(visited).fill(
    own("void fetch('https://example.com/').catch(() => {}); importScripts('https://example.com/')") + dto,
  )
  await binder(visited).getByText('bindQueryA').first().waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The client gets').or(page.getByText('not sent')).first().waitFor()
  // The policy refuses it, which the console tells; nothing was requested.
  assert.equal(
    visited.failures.slice(before).filter((text) => text.startsWith('request')),
    [],
  )
  await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious, ${colorScheme}`, async (site) => {
    for (const width of [360, 1280]) {
      const visited = await opened(site, '', { colorScheme, width })
      await visited.page.getByLabel('URL', { exact: true }).fill('/cars?colour=green')
      await visited.page.getByRole('button', { name: 'Send' }).click()
      await visited.page.getByText('The binder refuses it').waitFor()
      assert.equal(await seriousProblems(visited.page), [], `at ${width} px`)
      const scroll = await visited.page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(scroll <= width, `${scroll} px wide`)
      await end(visited)
    }
  })
}

test.run()
