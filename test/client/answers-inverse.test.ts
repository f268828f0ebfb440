import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ClientCompiler } from './client-compiler.ts'
import { compareAnswers } from './compare-answers.ts'

/** Always the same values; `npm run fuzz:client` takes others. */
const size = { seed: 3, dtos: 45, values: 400 }

test('clients give 10,000 answers of every format as they were sent', async () => {
  const compiler = new ClientCompiler()
  const tally = new Map<'same' | 'refused', number>()
  try {
    assert.is(await compareAnswers(size, compiler, tally), undefined)
  } finally {
    compiler.close()
  }
  const { same = 0, refused = 0 } = Object.fromEntries(tally)
  assert.ok(same >= 10_000, `only ${same} values, and ${refused} refused`)
})

test.run()
