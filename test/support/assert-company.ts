import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { generate } from '@ctxgen/codegen'
import * as assert from 'uvu/assert'
import { fixtureRules, root } from './fixture-folders.ts'
import type { TempProject } from './temp-project.ts'

/** Generates some fixtures of `dto` together, and compares their outputs with the goldens. */
export async function assertCompany(project: TempProject, names: readonly string[]): Promise<void> {
  const { files, diagnostics } = await generate({
    inputs: names.map((name) => `dto/${name}`),
    cwd: project.path,
    rules: fixtureRules(project.at('dto')),
    mode: 'memory',
  })
  const failures = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  assert.equal(failures, [], names.join(' + '))
  for (const { path, text } of files) {
    const golden = join(root, 'fixtures/valid', relative(project.at('dto'), path))
    assert.is(text, readFileSync(golden, 'utf8').replaceAll('\r\n', '\n'), `${path} of ${names.join(' + ')}`)
  }
}
