import { formats } from '@ctxgen/core/rules/formats'
import { messagesByKind, ruleConstant } from '@ctxgen/core/rules/rule-names'
import type { MessagesByKind } from '@ctxgen/core/rules/rule-row'
import { rules } from '@ctxgen/core/rules/rules'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { textTests } from '../../packages/codegen/src/check/rules/text-tests.ts'
import * as runtime from '../../packages/runtime/src/codegenv1.ts'
import { ruleRows } from './rule-rows.ts'

// The table of rules, and the exports of the runtime that it names.

const exported: Readonly<Record<string, unknown>> = runtime

test('the runtime has the message, the test and the pattern of each row', () => {
  for (const [name, { text, test, pattern, constant }] of rules) {
    for (const kind of Object.keys(messagesByKind(text))) {
      const { [ruleConstant(name, kind as keyof MessagesByKind)]: message } = exported
      assert.is(typeof message === 'object' && message !== null && 'name' in message && message.name, name)
    }
    if (test !== undefined) assert.type(exported[test], 'function', `${test} of ${name}`)
    if (constant !== undefined) assert.is(exported[constant], pattern, constant)
  }
})

test('the generator has the test of each rule and format of texts', () => {
  const rows = [
    ...[...rules.values()].filter(({ targets }) => targets.includes('string')),
    ...Object.values(formats),
  ]
  for (const { test } of rows) assert.ok(test === undefined || textTests.has(test), test)
})

test('a text that a rule accepts matches its pattern, and a refused one does not match an exact pattern', () => {
  let count = 0
  for (const { rule, type, takes, refuses } of ruleRows) {
    const { pattern, isExact = false } = rules.get(rule) ?? {}
    if (type !== 'string' || pattern === undefined) continue
    const expression = new RegExp(pattern, 'u')
    for (const text of takes) assert.ok(expression.test(JSON.parse(text)), `${rule}: ${text}`)
    if (isExact) for (const text of refuses) assert.not(expression.test(JSON.parse(text)), `${rule}: ${text}`)
    count++
  }
  assert.ok(count > 30)
})

test('a rule of texts without a parameter has an example, which it accepts, as docs/rules.md does', () => {
  for (const [name, { parameter, targets, example, test }] of rules) {
    if (parameter !== 'none' || !targets.includes('string') || name === 'required') continue
    assert.type(example, 'string', name)
    if (example === undefined) continue
    const passes = test === undefined ? undefined : exported[test]
    assert.ok(typeof passes === 'function' && passes(example) === true, `${name} refuses its example`)
    const [row] = ruleRows.filter((one) => one.rule === name && one.type === 'string')
    if (row !== undefined) assert.is(JSON.parse(row.takes[0] ?? ''), example, `the first text of ${name}`)
  }
})

test.run()
