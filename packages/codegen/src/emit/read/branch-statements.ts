import { type BranchType, type FieldType, type LiteralValue, nestedNames } from '../../model/field-type.ts'
import { loopVariable } from '../rules/check-variables.ts'
import { checkedType } from '../rules/checked-type.ts'
import { clause, or } from '../rules/condition.ts'
import type { RuleScope } from '../rules/issues.ts'
import type { RuleValue } from '../rules/rule-value.ts'
import { literal, propertyAccess } from '../text/literal.ts'
import { type Statement, when } from '../text/statements.ts'
import { labelOf, memberArguments } from './branches.ts'
import { valueChoice } from './choice.ts'

/** The statements that check an object by its name. */
type ObjectStatements = (
  name: string,
  access: string,
  value: RuleValue,
  of: RuleScope,
) => readonly Statement[]

/** The statements that check the matching object of a union. */
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
  const cases = type.branches.map(({ member, object }) => ({
    label: labelOf(member),
    body: castStatements(object, value, of, objectStatements),
  }))
  return caseStatements(cases, () => {
    const members = memberArguments(type, lastName(value), 'own', of.scope)
    return `${of.scope.use('onlyMember')}(${value.access}, ${members})`
  })
}

/** The statements that check whichever type of a union a value is; `below` gives those of one. */
export function choiceStatements(
  type: FieldType & { kind: 'choice' },
  value: RuleValue,
  of: RuleScope,
  below: (value: RuleValue, of: RuleScope) => readonly Statement[],
): readonly Statement[] {
  const cases = type.branches.map((branch, i) => ({
    label: String(i),
    body: castBranch(branch, value, of, below),
  }))
  return caseStatements(
    cases,
    () => `${of.scope.use('chosen')}(${value.access}, ${valueChoice(type, lastName(value), of.scope)})`,
  )
}

function castBranch(
  branch: BranchType,
  value: RuleValue,
  of: RuleScope,
  below: (value: RuleValue, of: RuleScope) => readonly Statement[],
): readonly Statement[] {
  // A rule for the length may have excluded the tuple.
  const widened = branch.kind === 'tuple' ? `${value.access} as readonly unknown[]` : value.access
  const text = `${widened} as ${checkedType(branch)}`
  // Narrows list elements, which needs a variable.
  const own = branch.kind === 'object' ? undefined : loopVariable('branch', value.depth, of.scope)
  const statements = below({ ...value, type: branch, access: own ?? text, depth: value.depth + 1 }, of)
  if (statements.length === 0) return []
  for (const name of nestedNames(branch)) of.scope.nameOf(name)
  return own === undefined ? statements : [{ kind: 'line', text: `const ${own} = ${text}` }, ...statements]
}

function lastName({ path }: RuleValue): string {
  return path.findLast((part) => 'name' in part)?.name ?? ''
}

/** The statements for a value that the compiler cannot narrow to one of the objects. */
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

interface Case {
  readonly label: string
  readonly body: readonly Statement[]
}

/** The statements of whichever case applies: a test for a single one, else a `switch`. */
function caseStatements(cases: readonly Case[], asked: () => string): readonly Statement[] {
  const [only, ...others] = cases.filter(({ body }) => body.length > 0)
  if (only === undefined) return []
  if (others.length === 0) return when(clause(`${asked()} === ${only.label}`), only.body)
  const stop: Statement = { kind: 'line', text: 'break' }
  const blocks = [only, ...others].map(
    ({ label, body }): Statement => ({ kind: 'block', open: `case ${label}: {`, body: [...body, stop] }),
  )
  return [{ kind: 'block', open: `switch (${asked()}) {`, body: blocks }]
}
