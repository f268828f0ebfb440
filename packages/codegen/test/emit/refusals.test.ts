import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { and, clause } from '../../src/emit/rules/condition.ts'
import { joinRefusals, refusal } from '../../src/emit/rules/refusals.ts'
import { CodeWriter } from '../../src/emit/text/code-writer.ts'
import { type Statement, when, writeStatements } from '../../src/emit/text/statements.ts'

function joined(statements: readonly Statement[]): string {
  const writer = new CodeWriter()
  writeStatements(joinRefusals(statements), writer)
  return writer.toString()
}

const a = clause('a')
const b = clause('b')
const c = clause('c')
const loop: Statement = {
  kind: 'block',
  open: 'for (const x of y) {',
  body: when(clause('x'), [refusal], when(clause('z'), [refusal])),
}

test('rules of one value become one condition', () => {
  assert.is(
    joined(when(a, [refusal], when(b, [refusal], when(c, [refusal])))),
    'if (a || b || c) return false\n',
  )
})

test('alternatives keep their brackets', () => {
  const chain = when(and(a, b), [refusal], when(c, [refusal]))
  assert.is(joined(chain), 'if ((a && b) || c) return false\n')
  assert.is(joined(when(a, when(b, [refusal], when(c, [refusal])))), 'if (a && (b || c)) return false\n')
})

test('nested values follow the rules of their parent', () => {
  assert.is(
    joined(when(a, [refusal], [loop])),
    'if (a) return false\nfor (const x of y) {\n  if (x || z) return false\n}\n',
  )
})

test('no code follows an unconditional refusal', () => {
  assert.is(joined([refusal, loop]), 'return false\n')
  assert.is(joined([...when(a, [refusal]), refusal, loop]), 'if (a) return false\nreturn false\n')
})

test.run()
