import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { run } from '../../packages/cli/src/run.ts'
import { fixtureFolders, root } from '../support/fixture-folders.ts'

// UPDATE_GOLDEN=1 writes the output instead of comparing it.
const update = (process.env['UPDATE_GOLDEN'] ?? '') !== ''

for (const { name, path } of fixtureFolders('invalid')) {
  test(`${name} is explained`, async () => {
    const { code, printed } = await dryRun(`fixtures/invalid/${name}`)
    const file = join(path, 'diagnostics.txt')
    if (update) writeFileSync(file, printed)
    assert.ok(existsSync(file), 'run npm run golden')
    assert.fixture(printed, readFileSync(file, 'utf8'))
    assert.is(code, / - error CTX\d{4}: /.test(printed) ? 1 : 0)
  })

  test(`${name} is one file with its diagnostics`, () => {
    assert.equal(readdirSync(path).sort(), ['diagnostics.txt', 'dto.ts'])
    assert.not.equal(readFileSync(join(path, 'diagnostics.txt'), 'utf8'), '')
  })
}

/** The command's output without colours; a dry run, as a fixture with warnings only would be written. */
async function dryRun(folder: string): Promise<{ code: number; printed: string }> {
  let printed = ''
  const code = await run(['--dry-run', folder], {
    cwd: root,
    env: {},
    colour: false,
    stdout: () => {},
    stderr: (text) => {
      printed += text
    },
  })
  return { code, printed }
}

test.run()
