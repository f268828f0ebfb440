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

// Runs each section of docs/real-time.md that exports an app, against its `exchange` blocks.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-real-time-')))
test.after(() => rmSync(folder, { recursive: true, force: true }))

const page = pageText('docs/real-time.md')

test.before(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(folder, 'dto'))
  writeFileSync(join(folder, 'dto/rooms.ts'), blocksOf(page, 'ts dto').join('\n'))
  const { diagnostics } = await generate({ inputs: ['dto'], cwd: folder })
  assert.equal(diagnostics, [])
})

for (const section of page.split(/^(?=## )/m)) {
  const heading = /^## (.*)/.exec(section)?.[1] ?? ''
  const [text] = blocksOf(section, 'ts').filter((one) => one.includes('export const app'))
  if (text === undefined) continue
  test(`the app of "${heading}" answers as the page says`, async () => {
    const path = join(folder, `${heading.replace(/\W+/g, '-')}.ts`)
    writeFileSync(path, text)
    const { app }: { readonly app: App } = await import(pathToFileURL(path).href)
    const exchanges = blocksOf(section, 'exchange')
    assert.ok(exchanges.length > 1)
    for (const exchange of exchanges) await runExchange(app, exchange, '')
  })
}

test.run()
