import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pickerOf, slowForm } from '../../runtime/test/support/path-spelling.ts'
import { formUrl, pathForm } from '../src/path-form.ts'

for (const [path, form] of [
  ['/a/b-c_~.!$&\'()*+,;=:@"<>^`{|} ', '/a/b-c_~.!$&\'()*+,;=:@"<>^`{|} '],
  ['/%41%7a%2e%40%20', '/Az.@ '],
  ['/a%2fb%5cc%25d%3fe%23f', '/a%2Fb%5Cc%25d%3Fe%23f'],
  ['/%0a%7f%00', '/%0A%7F%00'],
  ['/a\\b?c#d\n', '/a%5Cb%3Fc%23d%0A'],
  ['/créer/日本', '/créer/日本'],
  ['/cr%C3%a9er/%E6%97%A5本', '/créer/日本'],
  ['/%E9/%C0%AF/%ED%A0%80/a%F0%9F', '/\ufffd/\ufffd\ufffd/\ufffd\ufffd\ufffd/a\ufffd'],
  ['/%C3%2F%A9', '/\ufffd%2F\ufffd'],
  ['/%/%2/%zz/%%32%35/100%', '/%25/%252/%25zz/%2525/100%25'],
  ['/%2541/%252f', '/%2541/%252f'],
  ['/\ud800/\udc00a', '/\ufffd/\ufffda'],
  ['/%EF%BB%BFa', '/\ufeffa'],
] as const)
  test(`the form of ${JSON.stringify(path)}`, () => {
    assert.is(pathForm(path), form)
    assert.is(slowForm(path), form)
    assert.is(pathForm(form), form)
  })

test('random paths have the form that reading byte by byte gives', () => {
  const pick = pickerOf(11)
  const pieces = [
    ...['a', 'Z', '/', '%', '%2', '%2f', '%2F', '%25', '%5c', '\\', '%41', '%C3', '%A9', '%c3%a9', 'é', '日'],
    ...[
      '%E6%97',
      '%A5',
      '%F0%9F%98%80',
      '😀',
      '\ud83d',
      '%00',
      '\n',
      '?',
      '%3f',
      '#',
      ' ',
      '%20',
      '@',
      '%40',
    ],
  ]
  for (let i = 0; i < 50_000; i++) {
    const path = `/${Array.from({ length: pick(8) }, () => pieces[pick(pieces.length)]).join('')}`
    const form = pathForm(path)
    assert.is(form, slowForm(path), path)
    assert.is(pathForm(formUrl(form)), form, path)
    assert.match(formUrl(form), /^[!-~]*$/)
  }
})

test('the form of a long path takes linear time', () => {
  for (const piece of ['%', '%2', '%C3', '%25', '\\', 'é', '%F0%9F', '\ud800']) {
    const start = performance.now()
    pathForm(`/${piece.repeat(20_000)}`)
    assert.ok(performance.now() - start < 1000, piece)
  }
})

test.run()
