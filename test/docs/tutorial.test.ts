import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

// Runs the service of docs/tutorial.md after each step, against the `exchange` blocks of this and the earlier steps.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctxgen-docs-tutorial-')))
test.after(() => rmSync(folder, { recursive: true, force: true }))
test.before(() => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

const steps = pageText('docs/tutorial.md')
  .split(/^(?=## \d)/m)
  .slice(1)

/** The blocks of the first steps, as one file; those for its top stand below the app. */
function grown(count: number, name: string): string {
  const of = (info: string): string =>
    steps
      .slice(0, count)
      .flatMap((step) => blocksOf(step, info))
      .join('\n')
  return of(`ts ${name}`).replace(/^export const app = .*\n/m, (app) => app + of(`ts ${name} top`))
}

steps.forEach((step, i) => {
  const heading = /^## (.*)/.exec(step)?.[1]
  test(`the service answers after the step "${heading}"`, async () => {
    const dto = grown(i + 1, 'dto.ts')
    const name = `step${i + 1}`
    writeFileSync(join(folder, `${name}.dto.ts`), dto)
    const { diagnostics } = await generate({ inputs: [`${name}.dto.ts`], cwd: folder })
    assert.equal(diagnostics, [])
    const path = join(folder, `${name}.ts`)
    writeFileSync(path, grown(i + 1, 'app.ts').replaceAll('./dto/list.bind.js', `./${name}.dto.bind.ts`))
    const { app }: { readonly app: App } = await import(pathToFileURL(path).href)
    for (const one of steps.slice(0, i + 1)) {
      for (const exchange of blocksOf(one, 'exchange')) await runExchange(app, exchange, '')
    }
  })
})

test.run()
