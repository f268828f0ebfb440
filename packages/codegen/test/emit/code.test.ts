import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Code, code, eachName, type Name, type Statement } from '../../src/emit/text/code.ts'
import { and, or } from '../../src/emit/text/condition.ts'
import { block, when } from '../../src/emit/text/statements.ts'

function namesIn(statements: readonly Statement[]): readonly string[] {
  const found: string[] = []
  eachName(statements, ({ flat }) => found.push(flat))
  return found
}

test('a value in a hole is a literal, and only code is code', () => {
  const hostile = `'; process.exit(); //\`\${x}*/\u2028`
  assert.is(code`at.required(${hostile})`.flat, `at.required('\\'; process.exit(); //\`\${x}*/\\u2028')`)
  assert.is(code`[${1}, ${2n}, ${true}, ${null}]`.flat, '[1, 2n, true, null]')
  assert.is(code`f(${['a', code.word('b'), 3]})`.flat, "f('a', b, 3)")
  assert.is(
    code`{ ${[code`${code.key('a-b')}: ${code.member(code.word('o'), 'a-b')}`]} }`.flat,
    "{ 'a-b': o['a-b'] }",
  )
  assert.is(code`/* ${code.comment('*/ x\n')} */`.flat, '/* *\\/ x  */')
})

test('a name is an identifier', () => {
  for (const text of ['a', '$', '_1', 'größe', 'Ｘ']) assert.is(code.word(text).flat, text)
  for (const text of ['', '1', 'a-b', 'a b', 'a\n', 'a;b', "'", 'a.b', '\u2028'])
    assert.throws(() => code.word(text), /is no name/, text)
})

test('no members stand between closed braces', () => {
  assert.is(code`{ ${[]} }`.flat, '{}')
  assert.is(code`return { ${code.filled([])} }`.flat, 'return {}')
})

test('code tells which names stand in it, wherever they are', () => {
  const [at, json, reader] = [code.word('at'), code.word('json'), code.word('reader')]
  const read = code`${reader}(${[json, at]})`
  assert.equal(namesIn([read]), ['reader', 'json', 'at'])
  const inside = code.arrow(at, [code`return ${read}`])
  const statements = [
    block(code`function ${reader}() {`, [code`const x = ${inside}`]),
    ...when(or(code`${json} === 1`, code`at`), [code`${at}`]),
  ]
  assert.equal(namesIn(statements), ['reader', 'at', 'reader', 'json', 'at', 'json', 'at'])
  // A name is one object: another with the same text is another name.
  const found = new Set<Name>()
  eachName(statements, (one) => found.add(one))
  assert.ok(found.has(at) && !found.has(code.word('at')))
})

test('conditions that are known leave no text, and others parentheses where they need them', () => {
  const [a, b, c]: readonly Code[] = [code.word('a'), code.word('b'), code.word('c')]
  if (a === undefined || b === undefined || c === undefined) throw new Error('three names')
  const flat = (condition: ReturnType<typeof and>): string =>
    typeof condition === 'boolean' ? String(condition) : condition.flat
  assert.is(flat(and(a, true, or(b, c))), 'a && (b || c)')
  assert.is(flat(and(a, and(b, c))), 'a && b && c')
  assert.is(flat(or(a, true)), 'true')
  assert.is(flat(and()), 'true')
  assert.equal(when(false, [a], [b]), [b])
  assert.is(code`${code.union(['x', null])}`.flat, "'x' | null")
})

test.run()
