import type { FieldType, LiteralValue } from '../model/field-type.ts'
import { clause, or } from './condition.ts'
import { labelOf, memberArguments } from './emit-branches.ts'
import type { RuleScope } from './emit-issues.ts'
import { literal, propertyAccess } from './literal.ts'
import type { RuleValue } from './rule-value.ts'
import { type Statement, when } from './statements.ts'

/** The statements that check an object by its name. */
type ObjectStatements = (
  name: string,
  access: string,
  value: RuleValue,
  of: RuleScope,
) => readonly Statement[]

/** The statements that check whichever object of a union a value is. */
export function branchStatements(
  type: FieldType & { kind: 'union' | 'byMember' },
  value: RuleValue,
  of: RuleScope,
  objectStatements: ObjectStatements,
): readonly Statement[] {
  return type.kind === 'union'
    ? unionStatements(type, value, of, objectStatements)
    : memberStatements(type, value, of, objectStatements)
}

function unionStatements(
  { discriminant, branches }: FieldType & { kind: 'union' },
  value: RuleValue,
  of: RuleScope,
  objectStatements: ObjectStatements,
): readonly Statement[] {
  const isEnum = branches.some(({ object }) => {
    const field = of.scope.object(object).fields.find(({ name }) => name === discriminant)
    return field?.type.kind === 'literals' && field.type.isEnum
  })
  const kind = propertyAccess(value.access, discriminant)
  return branches.flatMap(({ values, object }) => {
    const is = (one: LiteralValue): string =>
      isEnum ? `String(${kind}) === ${literal(String(one))}` : `${kind} === ${literal(one)}`
    const isOfBranch = or(...values.map((one) => clause(is(one))))
    const statements = isEnum
      ? castStatements(object, value, of, objectStatements)
      : objectStatements(object, value.access, value, of)
    return when(isOfBranch, statements)
  })
}

function memberStatements(
  type: FieldType & { kind: 'byMember' },
  value: RuleValue,
  of: RuleScope,
  objectStatements: ObjectStatements,
): readonly Statement[] {
  const cases = type.branches.flatMap(({ member, object }) =>
    caseStatements(labelOf(member), castStatements(object, value, of, objectStatements)),
  )
  if (cases.length === 0) return []
  const field = value.path.findLast((part) => 'name' in part)?.name ?? ''
  const members = memberArguments(type, field, 'own', of.scope)
  const only = `${of.scope.use('onlyMember')}(${value.access}, ${members})`
  return [{ kind: 'block', open: `switch (${only}) {`, body: cases }]
}

/** The statements for a value that may be any of the objects to the compiler. */
function castStatements(
  object: string,
  value: RuleValue,
  of: RuleScope,
  objectStatements: ObjectStatements,
): readonly Statement[] {
  const statements = objectStatements(object, `${value.access} as ${object}`, value, of)
  if (statements.length > 0) of.scope.nameOf(object)
  return statements
}

function caseStatements(label: string, body: readonly Statement[]): readonly Statement[] {
  if (body.length === 0) return []
  const stop: Statement = { kind: 'line', text: 'break' }
  return [{ kind: 'block', open: `case ${label}: {`, body: [...body, stop] }]
}
