import { pathForm } from '@ctxgen/core/path-form'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pathForms } from '../../packages/codegen/src/openapi/document/path-forms.ts'
import { piecesOf } from '../../packages/codegen/src/openapi/pattern-pieces.ts'
import { covers, routerKey, segmentsOf } from '../../packages/codegen/src/openapi/read/route-cover.ts'
import { parsePattern } from '../../packages/runtime/src/route/pattern.ts'
import { pickerOf, slowForm } from '../../packages/runtime/test/support/path-spelling.ts'

const pick = pickerOf(3)
const pieces = [
  ...['/', '/', 'a', 'Z', ':x', ':y?', ':n<int>', '*', '+', '\\:', '\\*', '\\\\', '-', '.', '%', '%2', '%3A'],
  ...[
    '%2f',
    '%25',
    '%41',
    'é',
    '%C3%A9',
    '%c3',
    '%A9',
    '日',
    '\ud800',
    '#',
    '\\?',
    '%0a',
    ' ',
    '@',
    '%40',
    '{',
  ],
]

test('the runtime and the reader of documents read patterns alike', () => {
  for (let i = 0; i < 20_000; i++) {
    const text = `/${Array.from({ length: pick(8) }, () => pieces[pick(pieces.length)]).join('')}`
    assert.is(pathForm(text), slowForm(text), text)
    const { parts } = parsePattern(text, { caseSensitive: true, strictRouting: true })
    const read = piecesOf(text).map((piece) => (typeof piece === 'string' ? piece : piece.names[0]))
    assert.equal(
      read,
      parts.map((part) => (part.kind === 'literal' ? part.text : part.name)),
      text,
    )
  }
})

test('a document has the paths that clients send', () => {
  for (const [pattern, paths] of [
    ['/créer/:id', ['/cr%C3%A9er/{id}']],
    ['/my docs/%40a%2fb\\:c', ['/my%20docs/@a%2Fb:c']],
    ['/a{b}/:x?', ['/a%7Bb%7D/{x}', '/a%7Bb%7D']],
  ] as const)
    assert.equal(
      pathForms(pattern).map(({ path }) => path),
      paths,
    )
})

test('patterns in other spelling are one for the reader', () => {
  const [one, other] = [segmentsOf('/Cr%C3%A9er/\\:a/:id'), segmentsOf('/créer/%3A%61/:id/')]
  assert.is(routerKey(one), routerKey(other))
  assert.ok(covers(one, other))
  assert.not.ok(covers(segmentsOf('/a%2Fb'), segmentsOf('/a/b')))
})

test.run()
