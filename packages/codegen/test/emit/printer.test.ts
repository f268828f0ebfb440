import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Code, code, type Statement } from '../../src/emit/text/code.ts'
import { and } from '../../src/emit/text/condition.ts'
import { printed } from '../../src/emit/text/printer.ts'
import { assign, blank, block, when } from '../../src/emit/text/statements.ts'

const long = 'x'.repeat(60)

function lines(...statements: readonly Statement[]): string {
  return `\n${printed(statements)}`
}

test('code stays on one line where it fits', () => {
  assert.is(printed([code`{ ${[code`a: 1`, code`b: [${[2]}]`]} },`]), '{ a: 1, b: [2] },\n')
  assert.is(printed([code`return { ${[code.firstPresent([code`a`, code`b`])]} }`]), 'return { a ?? b }\n')
})

test('a list breaks before the lists in it, and a chain before its operators', () => {
  const items = [
    code`list: [${[long, 'short']}]`,
    code`none: ${code.either(code`a === undefined`, code`at.required(${[long]})`, code`read(a, ${[long]})`)}`,
    code`first: ${code.firstPresent([code`a`, code`b`, code`at.missing(${[long]})`, code`more(${[long]})`])}`,
  ]
  assert.is(
    lines(code`return { ${items} }`),
    `
return {
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
  const tall = code`key: { ${[code`a: ${long}`, code`b: ${long}`]} }`
  assert.is(
    lines(code`names: { ${code.filled([code`x: 1`, code`y: 2`, tall, code`z: 3`])} }`),
    `
names: {
  x: 1, y: 2,
  key: {
    a: '${long}',
    b: '${long}',
  },
  z: 3,
}
`,
  )
})

test('the last list breaks, then what is before it', () => {
  assert.is(
    lines(code`const { ${code.filled([code`a`, code`b`])} } = read(${[long, long]})`),
    `
const { a, b } = read(
  '${long}',
  '${long}',
)
`,
  )
  assert.is(
    lines(code`const [${code.filled([long, long])}] = read(${[long, long]})`),
    `
const [
  '${long}',
  '${long}',
] = read(
  '${long}',
  '${long}',
)
`,
  )
})

test('a list that is first breaks where the text behind it then fits', () => {
  const shape = (items: readonly Code[]): Code =>
    code`shape({ ${code.filled([code`a`, code`b`], { isFirst: 'always' })} }, () => ({ ${items} }))`
  assert.is(
    lines(shape([code`key: ${long}`, code`b: '1234567890'`])),
    `
shape({
  a, b,
}, () => ({ key: '${long}', b: '1234567890' }))
`,
  )
  assert.is(
    lines(shape([code`key: ${long}`, code`b: ${long}`])),
    `
shape({ a, b }, () => ({
  key: '${long}',
  b: '${long}',
}))
`,
  )
})

test('type arguments break where nothing else is left, without a comma at the end', () => {
  const type = code`Pick<${code.types([code`A`, code`${code.union([long, 'short'])}`])}>`
  assert.is(
    lines(code`const a: ${type} = read(${[long]})`),
    `
const a: Pick<A, '${long}' | 'short'> = read(
  '${long}',
)
`,
  )
  assert.is(
    lines(code`type A = Pick<${code.types([type, code`${code.union([long])}`])}>`),
    `
type A = Pick<
  Pick<A, '${long}' | 'short'>,
  '${long}'
>
`,
  )
})

test('a value stands behind its start, below it, or begins behind it', () => {
  const start = code`export const ${code`a`.flat === 'a' ? code`a` : code`b`}: ${code`Type`} =`
  assert.is(lines(assign(start, code`${long}`)), `\nexport const a: Type = '${long}'\n`)
  const value = code`make(${code.filled([long, 'second', 'third'])})`
  assert.is(
    lines(assign(start, value)),
    `
export const a: Type =
  make('${long}', 'second', 'third')
`,
  )
  assert.is(
    lines({ kind: 'assign', start, value, isBehind: 'always' }),
    `
export const a: Type = make(
  '${long}', 'second', 'third',
)
`,
  )
})

test('functions in a call have their statements on lines of their own', () => {
  assert.is(
    lines(code`binder(${'Page'}, ${code.arrow(code`at`, [code`const a = 1`, code`return a`])}, ${'query'})`),
    `
binder('Page', (at) => {
  const a = 1
  return a
}, 'query')
`,
  )
})

test('statements and conditions', () => {
  const condition = and(code`a === ${long}`, code`b === ${long}`)
  assert.is(
    lines(
      block(code`switch (a) {`, [
        { kind: 'case', label: code`case ${1}:`, body: [code`a = 1`, code`break`] },
        { kind: 'case', label: code`default:`, body: [code`a = ${long}`, code`return read(${long})`] },
      ]),
      blank,
      ...when(condition, [code`f()`]),
      ...when(code`a`, when(code`b`, [code`f()`]), [code`g()`]),
      ...when(code`a`, [code`f(${long})`], [code`g(${long})`, code`h()`]),
    ),
    `
switch (a) {
  case 1: a = 1; break
  default:
    a = '${long}'
    return read('${long}')
}

if (
  a === '${long}' &&
  b === '${long}'
) {
  f()
}
if (a) {
  if (b) f()
} else g()
if (a) f('${long}')
else {
  g('${long}')
  h()
}
`,
  )
})

test.run()
