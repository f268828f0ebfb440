import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { CodeWriter } from '../../src/emit/text/code-writer.ts'
import { either, firstPresent, type Item, prefixed } from '../../src/emit/text/item.ts'

const long = 'x'.repeat(60)

function written(write: (writer: CodeWriter) => void): string {
  const writer = new CodeWriter()
  write(writer)
  return String(writer)
}

test('items stay on one line where they fit', () => {
  const group: Item = {
    open: '{',
    items: ['a: 1', { open: 'b: [', items: ['2'], close: ']' }],
    close: '}',
    space: ' ',
  }
  assert.is(
    written((writer) => writer.item(group, ',')),
    '{ a: 1, b: [2] },\n',
  )
  assert.is(
    written((writer) => writer.list('return {', [firstPresent(['a', 'b'])], '}', ' ')),
    'return { a ?? b }\n',
  )
  assert.is(
    written((writer) => writer.item({ open: '{', items: [], close: '}', space: ' ' })),
    '{}\n',
  )
})

test('a group breaks before the groups in it, and a chain before its operators', () => {
  const inner: Item = { open: '[', items: [`'${long}'`, "'short'"], close: ']' }
  const items = [
    prefixed('list: ', inner),
    prefixed('none: ', either('a === undefined', `at.required('${long}')`, `read(a, '${long}')`)),
    prefixed('first: ', firstPresent(['a', 'b', `at.missing('${long}')`, `more('${long}')`])),
  ]
  assert.is(
    written((writer) => writer.list('return {', items, '}', ' ')),
    `return {
  list: ['${long}', 'short'],
  none: a === undefined
    ? at.required('${long}')
    : read(a, '${long}'),
  first: a
    ?? b
    ?? at.missing('${long}')
    ?? more('${long}'),
}
`,
  )
})

test('a filled list breaks an item that needs more than a line', () => {
  const tall: Item = { open: 'key: {', items: [`a: '${long}'`, `b: '${long}'`], close: '}', space: ' ' }
  assert.is(
    written((writer) => writer.filled('names: {', ['x: 1', 'y: 2', tall, 'z: 3'], '},', ' ')),
    `names: {
  x: 1, y: 2,
  key: {
    a: '${long}',
    b: '${long}',
  },
  z: 3,
},
`,
  )
})

test.run()
