import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type {
  SparseAnswer as SparseAnswerDto,
  Sparse as SparseDto,
} from '../../fixtures/valid/undefined-and-null/dto.ts'
import { root } from '../support/fixture-folders.ts'

type Generated = typeof import('../../fixtures/valid/undefined-and-null/dto.bind.ts')

const { SparseAnswer, stringifySparse, stringifySparseAnswer, validateSparse }: Generated = await import(
  pathToFileURL(join(root, 'fixtures/valid/undefined-and-null/dto.bind.ts')).href
)
const day = new Date(0)
const text = '1970-01-01T00:00:00.000Z'

test('undefined elements of a list are null in JSON', () => {
  const value: SparseDto = {
    parts: [undefined, { names: ['a'] }],
    row: [undefined, { name: 'Ann' }, undefined],
    tree: [undefined, [day, undefined]],
    owners: [undefined],
  }
  assert.equal(JSON.parse(stringifySparse(value)), {
    parts: [null, { names: ['a'] }],
    row: [null, { name: 'Ann' }, null],
    tree: [null, [text, null]],
    owners: [null],
  })
  const answer: SparseAnswerDto = { made: [day, undefined], pair: [undefined, undefined] }
  assert.equal(JSON.parse(stringifySparseAnswer(answer)), { made: [text, null], pair: [null, null] })
})

test('rules skip undefined elements', () => {
  const value: SparseDto = {
    parts: [],
    names: [undefined, 'a'],
    row: [undefined, undefined, { name: 'A' }],
    owners: [undefined, { name: 'B' }],
  }
  const paths = validateSparse(value).map(({ path }) => path)
  assert.equal(paths, ['names.1', 'row.2.name', 'owners.1.name'])
  assert.equal(validateSparse({ parts: [undefined], names: [undefined], owners: [undefined] }), [])
})

test('the schema of an answer has null for undefined elements', () => {
  const { properties } = SparseAnswer['~standard'].jsonSchema.output({ target: 'draft-2020-12' })
  const orNull = (schema: object): object => ({ anyOf: [schema, { type: 'null' }] })
  assert.equal(properties, {
    made: { type: 'array', items: orNull({ type: 'string', format: 'date-time' }) },
    pair: {
      type: 'array',
      prefixItems: [orNull({ type: 'string' }), orNull({ type: 'boolean' })],
      minItems: 2,
      items: false,
    },
  })
})

test.run()
