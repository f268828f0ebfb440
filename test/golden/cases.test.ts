import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Generated, readBinderCases, runBinderCase } from '../support/binder-cases.ts'
import { fixtureFolders } from '../support/fixture-folders.ts'

for (const { name, path } of fixtureFolders('valid')) {
  const casesPath = join(path, 'cases.json')
  if (!existsSync(casesPath)) continue
  const cases = readBinderCases(casesPath)
  const generated: Generated = await import(pathToFileURL(join(path, 'dto.bind.ts')).href)
  const test = suite(name)

  test('names are unique', () => {
    const names = cases.map((one) => one.name)
    assert.equal([...new Set(names)], names)
  })

  for (const one of cases) test(one.name, async () => runBinderCase(one, generated))

  test('no exported binder lacks a case', () => {
    const binders = Object.keys(generated).filter((key) => /^bind[A-Z]/.test(key))
    const untried = binders.filter((binder) => !cases.some((one) => one.binders.includes(binder)))
    assert.equal(untried, [])
  })

  test.run()
}
