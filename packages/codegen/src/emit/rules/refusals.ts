import { type Statement, when } from '../text/statements.ts'
import { negated, or } from './condition.ts'

/** Ends a predicate. */
export const refusal: Statement = { kind: 'line', text: 'return false' }

/** Cuts statements after an unconditional refusal; else adds the result of a value that passes. */
export function decided(statements: readonly Statement[]): readonly Statement[] {
  const end = statements.indexOf(refusal)
  if (end !== -1) return statements.slice(0, end + 1)
  const last = statements.at(-1)
  const kept = refuses(last) ? `return ${negated(last.condition)}` : ''
  // A longer one becomes an `if` of several lines.
  const isOneLine = kept !== '' && kept.length < 90
  return isOneLine
    ? [...statements.slice(0, -1), { kind: 'line', text: kept }]
    : [...statements, { kind: 'line', text: 'return true' }]
}

/** Simplifies refusals: the statement after one needs no `else`, and consecutive ones become one condition. */
export function joinRefusals(statements: readonly Statement[]): readonly Statement[] {
  const joined: Statement[] = []
  for (const statement of statements.flatMap(withoutElse)) {
    const last = joined.at(-1)
    if (last === refusal) break
    if (refuses(last) && refuses(statement)) {
      joined.splice(-1, 1, ...when(or(last.condition, statement.condition), [refusal]))
    } else {
      joined.push(statement)
    }
  }
  return joined
}

function withoutElse(statement: Statement): readonly Statement[] {
  switch (statement.kind) {
    case 'if': {
      const { condition } = statement
      const [body, otherwise] = [joinRefusals(statement.body), joinRefusals(statement.otherwise)]
      return body[0] === refusal ? [...when(condition, body), ...otherwise] : when(condition, body, otherwise)
    }
    case 'loop':
    case 'block':
      return [{ ...statement, body: joinRefusals(statement.body) }]
    default:
      return [statement]
  }
}

/** `if (…) return false` */
function refuses(statement: Statement | undefined): statement is Statement & { kind: 'if' } {
  return statement?.kind === 'if' && statement.otherwise.length === 0 && statement.body[0] === refusal
}
