import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { SourceSpan } from '../../../src/model/source-span.ts'
import { compareDocuments } from '../../../src/openapi/compare/compare-documents.ts'
import { placeOf } from '../../../src/openapi/compare/place-of.ts'
import { breakingCases, harmlessCases } from './breaking-cases.ts'
import { patched } from './garage-document.ts'

for (const { id, text, at, to, from = {} } of breakingCases) {
  test(`${id}: ${text}`, () => {
    const changes = compareDocuments(patched(from), patched(to))
    assert.equal(
      changes.map((change) => [change.id, change.text, change.pointer]),
      [[id, text, at]],
    )
  })
}

for (const { name, to, from = {} } of harmlessCases) {
  test(`not breaking: ${name}`, () => {
    assert.equal(compareDocuments(patched(from), patched(to)), [])
  })
}

test('at least forty kinds of change are distinguished', () => {
  assert.ok(new Set(breakingCases.map(({ id }) => id)).size >= 40)
})

const plate = '/components/schemas/Car/properties/plate'

test('a changed component is reported once, with all its operations', () => {
  const [change, ...others] = compareDocuments(patched({}), patched({ [`${plate}/maxLength`]: 9 }))
  assert.equal(others, [])
  assert.equal(change?.operations, ['GET /cars', 'POST /cars', 'GET /cars/{id}'])
  assert.is(change?.level, 'error')
})

test('two values of one enum are two changes', () => {
  const sort = '/paths/~1cars/get/parameters/1/schema/enum'
  assert.is(compareDocuments(patched({}), patched({ [sort]: [] })).length, 2)
})

test('a change that breaks only some clients is a warning', () => {
  const changes = compareDocuments(
    patched({}),
    patched({ '/components/schemas/NewCar/properties/note': undefined }),
  )
  assert.equal(
    changes.map(({ level }) => level),
    ['warning'],
  )
})

test('recursive schemas end', () => {
  const next = '/components/schemas/Car/properties/next'
  const list = { [next]: { type: 'array', items: { $ref: '#/components/schemas/Car' } } }
  assert.is(compareDocuments(patched(list), patched(list)).length, 0)
})

test('a change stands where its nearest source does', () => {
  const span = (line: number): SourceSpan => ({
    path: '/car.ts',
    line,
    column: 1,
    endLine: line,
    endColumn: 9,
  })
  const spans = new Map([
    ['/components/schemas/Car', span(1)],
    [plate, span(3)],
    ['/paths/~1cars/get', span(7)],
  ])
  assert.is(placeOf(plate, spans)?.line, 3)
  assert.is(placeOf(`${plate}/items`, spans)?.line, 3)
  assert.is(placeOf('/components/schemas/Car/properties/id', spans)?.line, 1)
  assert.is(placeOf('/paths/~1cars/get/responses/200', spans)?.line, 7)
  assert.is(placeOf('/paths/~1gone', spans), undefined)
})

test.run()
