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
import { compileErrors } from '../support/strict-compile.ts'
import { pageText, withImports } from './doc-pages.ts'
import { blocksOf, runExchange, runUpload } from './exchange.ts'

/*
 * Runs each section of these pages that exports an app, against its `exchange` and `upload` blocks. Its `ts dto` blocks are
 * `dto.ts`, those at the top of the page if it has none. Every `ts` block compiles, in the folder of its section.
 */
const names = [
  'query',
  'path',
  'headers-and-cookies',
  'json',
  'forms-and-files',
  'bodies',
  'partial-updates',
  'validation',
  'frameworks',
  'fiber',
]

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-served-')))
test.after(() => rmSync(folder, { recursive: true, force: true }))

interface Section {
  readonly title: string
  readonly path: string
  readonly dto: readonly string[]
  readonly code: readonly string[]
  readonly text: string
}

const sections = names.flatMap(sectionsOf)

function sectionsOf(page: string): Section[] {
  const texts = pageText(`docs/${page}.md`).split(/^(?=## )/m)
  const top = blocksOf(texts[0] ?? '', 'ts dto')
  return texts.map((text, i) => {
    const own = blocksOf(text, 'ts dto')
    const dto = own.length > 0 ? own : top
    const title = `${page}.md: ${/^#+ (.*)/.exec(text)?.[1]}`
    return { title, path: join(folder, `${page}-${i}`), dto, code: blocksOf(text, 'ts'), text }
  })
}

test.before(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const { path, dto, code } of sections.filter((one) => one.code.length > 0)) {
    mkdirSync(path)
    if (dto.length > 0) writeFileSync(join(path, 'dto.ts'), withImports(dto.join('\n')))
    for (const [i, text] of code.entries()) writeFileSync(join(path, nameOf(text, i)), codeOf(text, path))
  }
  const { diagnostics } = await generate({ inputs: ['.'], cwd: folder })
  assert.equal(diagnostics, [])
})

/** A file that an example saves is in the folder of its section. */
function codeOf(text: string, path: string): string {
  return `${text.replace("'report'", JSON.stringify(join(path, 'report')))}\nexport {}\n`
}

function nameOf(code: string, i: number): string {
  return code.includes('export const app') ? 'app.ts' : `block-${i}.ts`
}

for (const { title, path, code, text } of sections) {
  if (!code.some((one) => one.includes('export const app'))) continue
  test(`the app of ${title} answers as the page says`, async () => {
    const { app }: { readonly app: App } = await import(pathToFileURL(join(path, 'app.ts')).href)
    const [exchanges, uploads] = [blocksOf(text, 'exchange'), blocksOf(text, 'upload')]
    assert.ok(exchanges.length + uploads.length > 0)
    for (const exchange of exchanges) await runExchange(app, exchange, '')
    for (const upload of uploads) await runUpload(app, upload)
  })
}

test('a refused upload replaces no file', () => {
  const saved = sections.find(({ title }) => title === 'bodies.md: Uploads by a DTO')
  assert.is(readFileSync(join(saved?.path ?? '', 'report'), 'latin1'), '%PDF-1.7')
})

test('the TypeScript of the pages compiles', async () => {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'esnext.disposable'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    skipLibCheck: true,
    noEmit: true,
  }
  const files = sections.flatMap(({ path, code }) => code.map((text, i) => join(path, nameOf(text, i))))
  assert.ok(files.length > names.length)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  assert.equal(await compileErrors(join(folder, 'tsconfig.json')), [])
})

test.run()
