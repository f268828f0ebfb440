import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ClientCompiler } from './client-compiler.ts'
import { answeredModule, answeringApp, compareAnswers } from './compare-answers.ts'

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

test('lists of unknown values keep their elements in XML, whose texts are texts', async () => {
  const any = { kind: 'unknown', form: 'unknown', name: 'Any' } as const
  const rest = { kind: 'object', name: 'Rest', fields: [], index: any } as const
  const fields = [
    { name: 'one', optional: false, type: any, tags: [], default: undefined },
    { name: 'rest', optional: false, type: rest, tags: [], default: undefined },
  ]
  const dto = { name: 'Loose', sources: ['json'], missing: 'error', order: undefined, fields } as const
  const compiler = new ClientCompiler()
  try {
    const print = { dtos: answeredModule, app: answeringApp }
    const { app, seen, clients } = await compiler.compile([dto], ['json'], print)
    seen.value = { one: [1, 2, 3], rest: { a: ['x', 'y', 'z'], b: ['x'], c: { d: [true, false] } } }
    const call = clients.get('json')?.['xmlLoose']
    if (typeof call !== 'function') throw new Error('no function')
    const { body } = await call({ fetch: app.fetch, checked: true })
    assert.equal(body, {
      one: ['1', '2', '3'],
      rest: { a: ['x', 'y', 'z'], b: 'x', c: { d: ['true', 'false'] } },
    })
  } finally {
    compiler.close()
  }
})

test.run()
