import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Generated, readBinderCases, runBinderCase } from '../support/binder-cases.ts'
import { root } from '../support/fixture-folders.ts'

// `npm run freeze` wrote these files. TypeScript checks them with the fixtures.
const earlier = join(root, 'fixtures/earlier')
const exportsNow = readFileSync(join(root, 'packages/codegen/src/emit/text/runtime-names.gen.ts'), 'utf8')
const namesNow = new Set(
  [...exportsNow.matchAll(/^ {2}(\w+): '(\w+)',$/gm)].map(([, name, kind]) => `${kind} ${name}`),
)

for (const version of readdirSync(earlier)) {
  const folder = join(earlier, version)
  const test = suite(`files of ${version}`)

  test('codegenv1 has each name that it had', () => {
    const names = readFileSync(join(folder, 'codegenv1.txt'), 'utf8').trim().split('\n')
    assert.ok(names.length > 200)
    const lost = names.filter((name) => !namesNow.has(name))
    assert.equal(lost, [], 'files of that version need them')
  })

  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )) {
    const generated: Generated = await import(pathToFileURL(join(folder, name, 'dto.bind.ts')).href)
    for (const one of readBinderCases(join(folder, name, 'cases.json')))
      test(`${name}: ${one.name}`, async () => runBinderCase(one, generated))
  }

  test.run()
}
