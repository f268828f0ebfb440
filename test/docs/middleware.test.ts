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
import { blocksOf, runExchange, sectionsOf } from './exchange.ts'

// Reads each recipe of docs/auth.md and docs/middleware.md that exports an app, and compares the answers to the
// `exchange` blocks of its section with the document; tasks.test.ts compares them with the page.

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
const unsaid = new Set(['Static files'])

/** The request headers in the document of a recipe. */
const read: Readonly<Record<string, readonly string[]>> = {
  'Idempotency keys': ['post Idempotency-Key'],
}

function headersReadBy({ paths }: OpenApiDocument): readonly string[] {
  const operations = Object.values(paths).flatMap((item) => Object.entries(item))
  return operations.flatMap(([method, operation]) => {
    const { parameters = [] } = operation as DocumentedOperation
    return parameters.flatMap((one) => ('in' in one && one.in === 'header' ? [`${method} ${one.name}`] : []))
  })
}

const names = ['auth', 'middleware']

for (const name of names) {
  const page = pageText(`docs/${name}.md`)

  test(`the DTOs of docs/${name}.md are generated`, async () => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'dto.ts'), blocksOf(page, 'ts dto').join('\n'))
    const { diagnostics } = await generate({ inputs: [join(name, 'dto.ts')], cwd: folder })
    assert.equal(diagnostics, [])
  })

  for (const section of sectionsOf(page)) {
    const heading = /^##+ (.*)/.exec(section)?.[1] ?? ''
    const [recipe] = blocksOf(section, 'ts').filter((text) => text.includes('export const app'))
    if (recipe === undefined) continue
    test(`the document of the recipe "${heading}" has its answers without a word of the app`, async () => {
      const path = join(folder, name, `${heading.replace(/\W+/g, '-')}.ts`)
      writeFileSync(path, recipe)
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
      const { app }: { readonly app: App } = await import(pathToFileURL(path).href)
      const known = documented(app, document)
      const paths = Object.keys(document.paths).map(
        (one) => new RegExp(`^${one.replace(/\{[^}]*\}/g, '[^/]+')}$`),
      )
      let cookie = ''
      for (const exchange of blocksOf(section, 'exchange')) {
        const [, target = ''] = exchange.split(/[ ?\n]/)
        const response = await runExchange(
          paths.some((one) => one.test(target)) ? known : app,
          exchange,
          cookie,
        )
        cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      }
    })
  }
}

test('the pages name every entry of the package', async () => {
  const { default: manifest } = await import('../../packages/middleware/package.json', {
    with: { type: 'json' },
  })
  const text = [...names, 'real-time', 'real-time-reference']
    .map((name) => pageText(`docs/${name}.md`))
    .join()
  const entries = Object.keys(manifest.exports).filter((key) => key !== './package.json')
  assert.equal(
    entries.filter((key) => !text.includes(`@ctxgen/middleware${key.slice(1)}`)),
    [],
  )
})

test.run()
