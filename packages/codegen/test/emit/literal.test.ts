import { runInThisContext } from 'node:vm'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commentText, literal, propertyAccess, propertyKey } from '../../src/emit/text/literal.ts'

/**
 * Everything below U+0250, line terminators and hidden characters, lone surrogates, and syntax characters.
 */
const texts: readonly string[] = [
  ...Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)),
  ...['\u200B', '\u2028', '\u2029', '\u202E', '\u2066', '\uFEFF', '\uD800', '\uDFFF', '\uDFFF\uD800', '🚗'],
  ...["';x;'", `\`\${x}\``, '*/', '//', '<!--', '</script>', '\\u0027', '\\', "\\'", '__proto__', ''],
]

/** Evaluated; only safe for the output of a gate. */
function evaluated(expression: string): unknown {
  return runInThisContext(expression)
}

test('a text survives unchanged, on one line, and printable', () => {
  for (const text of texts) {
    const expression = literal(text)
    assert.is(evaluated(expression), text, expression)
    assert.not.match(expression, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
  }
})

test('other values', () => {
  const values = [0, -1.5, 1e21, 5e-324, 2n ** 64n, -3n, true, false]
  for (const value of values) assert.is(evaluated(literal(value)), value)
  const date = new Date('0001-01-01T00:00:00Z')
  assert.is(literal(date), "new Date('0001-01-01T00:00:00.000Z')")
})

// `{ __proto__: 1 }` would set a prototype: parse/ refuses that name.
test('a property is found by its access expression, and created by its key', () => {
  for (const text of texts.filter((one) => one !== '__proto__')) {
    assert.equal(evaluated(`Object.keys({ ${propertyKey(text)}: 1 })`), [text])
    const source = `{ const o = { [${literal(text)}]: 1 }; [${propertyAccess('o', text)}, ${propertyAccess('o', text, '?.')}] }`
    assert.equal(evaluated(source), [1, 1], text)
  }
})

test('a comment cannot end early', () => {
  for (const text of texts) {
    assert.is(evaluated(`/* ${commentText(text)} */ 1`), 1, text)
    assert.is(evaluated(`1 // ${commentText(text)}`), 1, text)
    assert.not.match(commentText(text), /[\n\r\u2028\u2029]/)
  }
})

test.run()
