import type { FieldType, LiteralValue } from '../model/field-type.ts'
import { labelOf, memberArguments } from './emit-branches.ts'
import type { RuleScope } from './emit-issues.ts'
import { literal, propertyAccess } from './literal.ts'
import type { RuleValue } from './rule-value.ts'
import type { Statement } from './statements.ts'

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
  const cases = branches.flatMap(({ values, object }) => {
    const access = isEnum ? `${value.access} as ${object}` : value.access
    const label = (one: LiteralValue): string => literal(isEnum ? String(one) : one)
    return caseStatements(values.map(label), objectStatements(object, access, value, of))
  })
  const kind = propertyAccess(value.access, discriminant)
  return switchStatements(isEnum ? `String(${kind})` : kind, cases)
}

function memberStatements(
  type: FieldType & { kind: 'byMember' },
  value: RuleValue,
  of: RuleScope,
  objectStatements: ObjectStatements,
): readonly Statement[] {
  const cases = type.branches.flatMap(({ member, object }) =>
    caseStatements([labelOf(member)], objectStatements(object, `${value.access} as ${object}`, value, of)),
  )
  if (cases.length === 0) return []
  const field = value.path.findLast((part) => 'name' in part)?.name ?? ''
  const members = memberArguments(type, field, 'own', of.scope)
  return switchStatements(`${of.scope.use('onlyMember')}(${value.access}, ${members})`, cases)
}

function switchStatements(asked: string, cases: readonly Statement[]): readonly Statement[] {
  return cases.length === 0 ? [] : [{ kind: 'block', open: `switch (${asked}) {`, body: cases }]
}

function caseStatements(labels: readonly string[], body: readonly Statement[]): readonly Statement[] {
  if (body.length === 0) return []
  const open = labels.slice(0, -1).map((label): Statement => ({ kind: 'line', text: `case ${label}:` }))
  const stop: Statement = { kind: 'line', text: 'break' }
  return [...open, { kind: 'block', open: `case ${labels.at(-1) ?? ''}: {`, body: [...body, stop] }]
}
