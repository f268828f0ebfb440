import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import type { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { pageText } from './doc-pages.ts'
import { blocksOf, runExchange } from './exchange.ts'

// Runs each recipe of docs/middleware.md that exports an app, against the `exchange` blocks of its section.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-middleware-')))
test.before(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(folder, 'public'))
  writeFileSync(join(folder, 'public/index.html'), '<h1>Home</h1>')
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

const page = pageText('docs/middleware.md')

for (const section of page.split(/^(?=##+ )/m)) {
  const heading = /^##+ (.*)/.exec(section)?.[1] ?? ''
  const [recipe] = blocksOf(section, 'ts').filter((text) => text.includes('export const app'))
  if (recipe === undefined) continue
  test(`the recipe "${heading}" answers as the page says`, async () => {
    const [dto] = blocksOf(section, 'ts dto')
    if (dto !== undefined) await makeDto(dto)
    const path = join(folder, `${heading.replace(/\W+/g, '-')}.ts`)
    writeFileSync(path, recipe)
    const { app }: { readonly app: App } = await import(pathToFileURL(path).href)
    const exchanges = blocksOf(section, 'exchange')
    assert.ok(exchanges.length > 0)
    for (const exchange of exchanges) await runExchange(app, exchange, '')
  })
}

async function makeDto(source: string): Promise<void> {
  mkdirSync(join(folder, 'dto'), { recursive: true })
  writeFileSync(join(folder, 'dto/pages.ts'), source)
  const { diagnostics } = await generate({ inputs: ['dto'], cwd: folder })
  assert.equal(diagnostics, [])
}

test('the page names every entry of the package', async () => {
  const { default: manifest } = await import('../../packages/middleware/package.json', {
    with: { type: 'json' },
  })
  const entries = Object.keys(manifest.exports).filter((key) => key !== './package.json')
  assert.equal(
    entries.filter((key) => !page.includes(`@ctxgen/middleware${key.slice(1)}`)),
    [],
  )
})

test.run()
