import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generate } from '@ctxgen/codegen'
import { type DocumentedOperation, generateOpenApi, type OpenApiDocument } from '@ctxgen/codegen/openapi'
import type { App } from '@ctxgen/runtime'
import { documented } from '@ctxgen/runtime/testing'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { pageText } from './doc-pages.ts'
import { blocksOf, runExchange } from './exchange.ts'

// Runs each recipe of docs/middleware.md that exports an app, against the `exchange` blocks of its section.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-middleware-')))
test.before(() => {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@ctxgen'), { recursive: true })
  for (const name of ['runtime', 'codegen']) {
    symlinkSync(join(root, 'packages', name), join(modules, '@ctxgen', name), 'junction')
  }
  for (const name of ['@types', '@opentelemetry', 'jose'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction')
  // A copy is a package as any other, while the code of one in the workspace is read.
  for (const part of ['package.json', 'dist']) {
    const to = join(modules, '@ctxgen/middleware', part)
    cpSync(join(root, 'packages/middleware', part), to, { recursive: true })
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  mkdirSync(join(folder, 'public'))
  writeFileSync(join(folder, 'public/index.html'), '<h1>Home</h1>')
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

/** It may answer any path with a file, so an app declares its part of a document itself. */
const unsaid = new Set(['Serve a folder'])

/** The request headers in the document of a recipe. */
const read: Readonly<Record<string, readonly string[]>> = {
  'Handle a repeated request once': ['post Idempotency-Key'],
}

function headersReadBy({ paths }: OpenApiDocument): readonly string[] {
  const operations = Object.values(paths).flatMap((item) => Object.entries(item))
  return operations.flatMap(([method, operation]) => {
    const { parameters = [] } = operation as DocumentedOperation
    return parameters.flatMap((one) => ('in' in one && one.in === 'header' ? [`${method} ${one.name}`] : []))
  })
}

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

  test(`the document of the recipe "${heading}" has its answers without a word of the app`, async () => {
    const path = join(folder, `${heading.replace(/\W+/g, '-')}.ts`)
    const { documents, diagnostics } = generateOpenApi({ app: path, cwd: folder })
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    assert.equal(
      errors.map(({ code }) => code),
      unsaid.has(heading) ? ['CTX5006'] : [],
      errors.map(({ message }) => message).join('\n'),
    )
    if (unsaid.has(heading)) return
    const document = documents[0]?.document
    if (document === undefined) throw new Error('there is no document')
    assert.equal(headersReadBy(document), read[heading] ?? [])
    const { app }: { readonly app: App } = await import(`${pathToFileURL(path).href}?documented`)
    const known = documented(app, document)
    const paths = Object.keys(document.paths).map(
      (one) => new RegExp(`^${one.replace(/\{[^}]*\}/g, '[^/]+')}$`),
    )
    for (const exchange of blocksOf(section, 'exchange')) {
      const [, target = ''] = exchange.split(/[ ?\n]/)
      await runExchange(paths.some((one) => one.test(target)) ? known : app, exchange, '')
    }
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
