import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { generate } from '@ctxgen/codegen'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fixtureFolders, fixtureRules, root } from '../support/fixture-folders.ts'

// UPDATE_GOLDEN=1 writes the goldens instead of comparing them: `npm run golden`, then read the diff.
const update = (process.env['UPDATE_GOLDEN'] ?? '') !== ''
const folder = join(root, 'fixtures/valid')
const { files, diagnostics } = await generate({
  inputs: [folder],
  cwd: root,
  rules: fixtureRules(folder),
  mode: update ? 'write' : 'check',
  clean: update,
})

test('the fixtures have no failure', () => {
  const failures = diagnostics.filter(({ code }) => !code.startsWith('CTX3'))
  assert.equal(
    failures.map(({ code, message, span }) => `${span?.path}:${span?.line} ${code} ${message}`),
    [],
  )
})

for (const { path, outcome, diff } of files) {
  test(`${relative(folder, path)} is the output of its source`, () => {
    if (diff !== undefined) assert.fixture(diff.actual, diff.expected)
    assert.ok(['unchanged', 'written', 'removed'].includes(outcome), `${outcome}: run npm run golden`)
  })
}

test('every fixture has a golden and cases', () => {
  for (const { name, path } of fixtureFolders('valid')) {
    const present = readdirSync(path)
    for (const wanted of ['dto.ts', 'dto.bind.ts', 'cases.json']) {
      assert.ok(present.includes(wanted), `${name} has no ${wanted}`)
    }
  }
})

test.run()
