import { type Code, code, type If, type Statement } from './code.ts'
import { and, type Condition } from './condition.ts'

export const blank: Statement = { kind: 'blank' }

export function block(open: Code, body: readonly Statement[], close: Code = code`}`): Statement {
  return { kind: 'block', open, body, close }
}

/** `start value`, with a long value below its start. */
export function assign(start: Code, value: Code): Statement {
  return { kind: 'assign', start, value }
}

/** An `if`, simplified when the condition is constant or a branch is empty. */
export function when(
  condition: Condition,
  body: readonly Statement[],
  otherwise: readonly Statement[] = [],
): readonly Statement[] {
  if (condition === true) return body
  if (condition === false) return otherwise
  if (body.length === 0 && otherwise.length === 0) return []
  const [inner] = body
  // if (a) { if (b) … } is one if.
  if (
    otherwise.length === 0 &&
    body.length === 1 &&
    inner !== undefined &&
    isIf(inner) &&
    inner.otherwise.length === 0
  )
    return when(and(condition, inner.condition), inner.body)
  return [{ kind: 'if', condition, body, otherwise }]
}

function isIf(statement: Statement): statement is If {
  return 'kind' in statement && statement.kind === 'if'
}
