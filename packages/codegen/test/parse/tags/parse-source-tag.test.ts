import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parseSourceTag, type SourceTag } from '../../../src/parse/tags/parse-source-tag.ts'

const plain: SourceTag = { key: undefined, excluded: false, options: [], rest: '' }

const rows: readonly (readonly [text: string, expected: Partial<SourceTag>])[] = [
  ['', {}],
  ['colors', { key: 'colors' }],
  ['X-Request-Id', { key: 'X-Request-Id' }],
  ['colors,required,csv', { key: 'colors', options: ['required', 'csv'] }],
  [',csv', { options: ['csv'] }],
  ['-', { excluded: true }],
  ['- what it is', {}],
  ['colors - what it is', { key: 'colors' }],
  ['colors,csv - what it is', { key: 'colors', options: ['csv'] }],
  ['- - x', {}],
  ['colors what it is', { key: 'colors', rest: 'what it is' }],
  ['"b c"', { key: 'b c' }],
  ['"b,c",required - both', { key: 'b,c', options: ['required'] }],
  ['"say \\"hi\\" \\\\"', { key: 'say "hi" \\' }],
  ['"-"', { key: '-' }],
  ['""', { key: '' }],
  ['a,', { key: 'a', options: [''] }],
  ['a, csv', { key: 'a', options: [''], rest: 'csv' }],
  ['"open', { rest: '"open' }],
]

for (const [text, expected] of rows) {
  test(JSON.stringify(text), () => assert.equal(parseSourceTag(text), { ...plain, ...expected }))
}

test.run()
