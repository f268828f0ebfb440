import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { describeApp } from '../../src/openapi/generate-openapi.ts'
import { openApps } from '../../src/openapi/read/app-project.ts'
import { compileErrors } from '../../src/openapi/read/compile-errors.ts'
import { diagnosticLine, outlineOf } from '../support/document-outline.ts'

/*
 * Apps and their documents: a folder of fixtures/openapi with an app.ts is an app, and `operations.txt` has its document in
 * short, or its diagnostics. UPDATE_GOLDEN=1 writes them.
 */

const folder = fileURLToPath(new URL('../../../../fixtures/openapi', import.meta.url))
const update = (process.env['UPDATE_GOLDEN'] ?? '') !== ''
const names = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'app.ts')))
  .sort()

/** Apps with a mistake that the compiler finds, too. */
const uncompiled: readonly string[] = ['error-missing-file']

// One project for all: opening one takes longer than reading every app.
const opened = openApps({
  entries: names.map((name) => join(folder, name, 'app.ts')),
  cwd: folder,
  tsconfig: undefined,
})

for (const name of names) {
  test(`${name} is described`, () => {
    const { documents, diagnostics } = describeApp(
      { app: `${name}/app.ts`, cwd: folder, spec: '3.2' },
      opened,
    )
    const [one] = documents
    const reported = diagnostics.map((diagnostic) => `${diagnosticLine(diagnostic)}\n`)
    const text = [...reported, ...(one === undefined ? [] : [outlineOf(one.document)])].join('\n')
    const file = join(folder, name, 'operations.txt')
    if (update) writeFileSync(file, text)
    assert.fixture(text, readFileSync(file, 'utf8'))
  })
}

test('every app compiles', () => {
  const failures = compileErrors(opened, false).map((one) => `${one.span?.path} ${one.message}`)
  const others = failures.filter((one) => !uncompiled.some((name) => one.includes(`/${name}/`)))
  assert.equal(others, [])
})

test.run()
