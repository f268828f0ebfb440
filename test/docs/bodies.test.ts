import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import type { App } from '@ctxgen/runtime'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { pageText } from './doc-pages.ts'
import { blocksOf, runExchange, runUpload } from './exchange.ts'

// Runs each section of docs/bodies.md that exports an app, against its `exchange` and `upload` blocks.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-bodies-')))
test.after(() => rmSync(folder, { recursive: true, force: true }))

const page = pageText('docs/bodies.md')
const saved = join(folder, 'report')

test.before(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(folder, 'dto'))
  writeFileSync(join(folder, 'dto/upload.ts'), blocksOf(page, 'ts dto').join('\n'))
  const { diagnostics } = await generate({ inputs: ['dto'], cwd: folder })
  assert.equal(diagnostics, [])
})

let count = 0
for (const section of page.split(/^(?=###? )/m)) {
  const heading = /^###? (.*)/.exec(section)?.[1] ?? ''
  const [text] = blocksOf(section, 'ts').filter((one) => one.includes('export const app'))
  const [exchanges, uploads] = [blocksOf(section, 'exchange'), blocksOf(section, 'upload')]
  if (text === undefined || exchanges.length + uploads.length === 0) continue
  count++
  test(`the app of "${heading}" answers as the page says`, async () => {
    const path = join(folder, `${heading.replace(/\W+/g, '-')}.ts`)
    writeFileSync(path, text.replace("'report'", JSON.stringify(saved)))
    const { app }: { readonly app: App } = await import(pathToFileURL(path).href)
    for (const exchange of exchanges) await runExchange(app, exchange, '')
    for (const upload of uploads) await runUpload(app, upload)
  })
}

test('each kind of stream was tried, and a refused upload replaces no file', () => {
  assert.is(count, 3)
  assert.is(readFileSync(saved, 'latin1'), '%PDF-1.7')
})

test.run()
