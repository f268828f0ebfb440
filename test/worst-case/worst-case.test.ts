import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../support/fixture-folders.ts'
import { bundleDtos } from './bundle-dtos.ts'
import { misses, runRow } from './run-table.ts'
import { allPayloads } from './table.ts'

const modulePath = await bundleDtos(join(root, 'packages/runtime'))
const payloads = await allPayloads(modulePath)

/** One of each kind that once missed the goal, by a part of its row's name. */
const short: readonly string[] = [
  'json worst-case/Decoded {"u":[1e308,',
  'json worst-case/Plain {"items":[{},',
  'json worst-case/Decoded {"bytes":["",',
  'json validate-async/SignUp .teams: a list of {"code":"a"}',
  'json validate-async/SignUp .tags: a list of "a"',
  'cbor worst-case/Decoded u: [7f60ff,',
  'cbor worst-case/Zeros items: [{},',
  'msgpack worst-case/Decoded u: [{},',
  'xml worst-case/Texts <r>a<b/>',
]

for (const name of short) {
  test(`costs no more than allowed, and kills no server: ${name}`, async () => {
    const one = payloads.find((payload) => payload.name.startsWith(name))
    assert.ok(one, 'there is no such row')
    const row = await runRow(one, modulePath, { size: 2 * 1024 * 1024, tries: 1, growth: false })
    // Time is left to npm run worst-case, since a machine that runs tests is busy.
    assert.equal(misses(row, false), [])
  })
}

test('the table has every format, and no duplicate name', () => {
  const formats = new Set(payloads.map(({ name }) => name.split(' ')[0]))
  assert.equal([...formats].sort(), ['cbor', 'form', 'json', 'msgpack', 'multipart', 'xml'])
  assert.is(new Set(payloads.map(({ name }) => name)).size, payloads.length)
})

test.run()
