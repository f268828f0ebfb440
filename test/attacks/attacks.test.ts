import { existsSync, readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { disputed } from './run/disputed.ts'
import { corpus, loadAttacks, ownCases } from './run/reference.ts'
import { failure, textReport } from './run/report.ts'
import { type EntryResult, runSuite } from './run/run-suite.ts'

const attacks = [corpus, ownCases].flatMap(loadAttacks)
const original = new URL('../../../shared/attacks/', import.meta.url)

// A changed entry is copied together with the change that makes it pass, so a difference is reported
// without failing.
for (const name of ['ATTACK-FORMAT.md', 'attacks.json', 'run-attacks.mjs']) {
  const from = new URL(name, original)
  const copy = new URL(`reference/${name}`, import.meta.url)
  if (existsSync(from) && !readFileSync(copy).equals(readFileSync(from))) {
    console.log(`Attacks that differ from the original: ${name}`)
  }
}

test('ids are unique, and disputed entries exist', () => {
  const ids = attacks.map(({ id }) => id)
  assert.is(new Set(ids).size, ids.length)
  assert.equal(
    [...disputed.keys()].filter((id) => !ids.includes(id)),
    [],
  )
})

const results = await runSuite(attacks, true)

for (const area of new Set(attacks.map((attack) => attack.area))) {
  test(area, () => {
    const own = results.filter(({ attack }) => attack.area === area)
    const failed = own.filter(({ verdict }: EntryResult) => verdict === 'failed')
    assert.is(failed.map(failure).join('\n'), '')
  })
}

test.after(() => {
  process.stdout.write(`\n${textReport(results)}\n`)
})

test.run()
