import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Note, Visit } from '../../fixtures/valid/response/dto.bind.ts'
import { ListCars } from '../../fixtures/valid/schema-notes/dto.bind.ts'

test('fields of a text source have their name, format, default and description', () => {
  const query = { source: 'query', isRequired: false, rules: {} }
  assert.equal(ListCars.fields, [
    {
      ...query,
      property: 'page',
      name: 'page_no',
      type: 'int',
      default: 1,
      description: 'Counted from one.',
    },
    { ...query, property: 'all', name: 'all', type: 'bool' },
    { ...query, property: 'colour', name: 'colour', type: 'string' },
    { ...query, property: 'sizes', name: 'sizes', type: 'int[]', format: 'csv' },
  ])
})

test('fields of a decoded body have their rules', () => {
  const json = { source: 'json', type: 'string' }
  assert.equal(Note.fields, [
    { ...json, property: 'text', name: 'body_text', isRequired: true, rules: { minLength: 1 } },
    { ...json, property: 'pinned', name: 'pinned', type: 'bool', isRequired: false, rules: {} },
  ])
})

test('a property of several sources is a field of each', () => {
  assert.equal(
    Visit.fields.map(({ source, property, name }) => `${source} ${property}: ${name}`),
    ['query page: page', 'header requestId: X-Request-Id', 'header page: X-Page', 'cookie session: session'],
  )
})

test('fields are made once, and cannot be changed', () => {
  assert.is(ListCars.fields, ListCars.fields)
  assert.throws(() => Object.assign(ListCars.fields[0] ?? {}, { name: 'other' }), TypeError)
})

test.run()
