import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { copyDifferences } from './copy-differences.ts'
import { ctxgenCommand } from './ctxgen-command.ts'
import { doneProblems, listProblems, readDisputed, readDone } from './lists.ts'
import { loadAreas } from './load-cases.ts'
import { places } from './places.ts'
import { table } from './report.ts'
import { type AreaResult, openSuite, type Suite } from './run-suite.ts'

const areas = loadAreas(places.cases)
const done = readDone()
const disputed = readDisputed()
const results: AreaResult[] = []
let suite: Suite

test.before(async () => {
  suite = await openSuite(areas, await ctxgenCommand(false), new Set(disputed.keys()))
})

test.after(() => {
  suite.close()
  const isDone = ({ area }: AreaResult): boolean => done.some((entry) => entry.area === area)
  process.stdout.write(`\n${table(results, (area) => (isDone(area) ? 'done' : 'not yet'))}\n`)
})

// A changed case is copied together with the change that makes it pass, so a difference is reported without
// failing.
const differences = copyDifferences(places.cases, places.originalCases)
if (differences.length > 0) console.log(`Cases that differ from the original: ${differences.join(', ')}`)

test('done.json and disputed.json name existing cases', () => {
  assert.equal(listProblems(areas, done, disputed), [])
})

for (const area of areas) {
  test(area.name, async () => {
    const result = await suite.runArea(area)
    results.push(result)
    const entry = done.find((candidate) => candidate.area === area.name)
    if (entry !== undefined) assert.equal(doneProblems(result, entry), [])
  })
}

test.run()
