import type {
  BranchType,
  FitUnion,
  LiteralUnion,
  LiteralValue,
  MemberUnion,
  ObjectReference,
  UnionType,
} from '../../model/field-type.ts'
import { nestedNames } from '../../model/type-parts.ts'
import { loopVariable } from '../rules/check-variables.ts'
import { checkedType } from '../rules/checked-type.ts'
import { clause, or } from '../rules/condition.ts'
import type { RuleScope } from '../rules/issues.ts'
import type { RuleValue } from '../rules/rule-value.ts'
import { literal, propertyAccess } from '../text/literal.ts'
import { type Statement, when } from '../text/statements.ts'
import { labelOf, memberArguments } from './branches.ts'
import { valueChoice } from './choice.ts'

/** The statements that check the content of a value. */
type Below = (value: RuleValue, of: RuleScope) => readonly Statement[]

/** The statements that check the content of a union's value by its branch; `below` makes those of one. */
export function branchStatements(
  type: UnionType,
  value: RuleValue,
  of: RuleScope,
  below: Below,
): readonly Statement[] {
  switch (type.tag) {
    case 'literal':
      return literalStatements(type, value, of, below)
    case 'member':
      return memberStatements(type, value, of, below)
    case 'fit':
      return fitStatements(type, value, of, below)
    case 'kind':
      return []
  }
}

function literalStatements(
  { member, branches }: LiteralUnion,
  value: RuleValue,
  of: RuleScope,
  below: Below,
): readonly Statement[] {
  const isEnum = branches.some(({ type }) => {
    const field = of.scope.object(type.name).fields.find(({ name }) => name === member)
    return field?.type.kind === 'literals' && field.type.isEnum
  })
  const kind = propertyAccess(value.access, member)
  return branches.flatMap(({ values, type }) => {
    const is = (one: LiteralValue): string =>
      isEnum ? `String(${kind}) === ${literal(String(one))}` : `${kind} === ${literal(one)}`
    const isOfBranch = or(...values.map((one) => clause(is(one))))
    const statements = isEnum ? castStatements(type, value, of, below) : below({ ...value, type }, of)
    return when(isOfBranch, statements)
  })
}

function memberStatements(
  type: MemberUnion,
  value: RuleValue,
  of: RuleScope,
  below: Below,
): readonly Statement[] {
  const cases = type.branches.map((branch) => ({
    label: labelOf(branch.member),
    body: castStatements(branch.type, value, of, below),
  }))
  return caseStatements(cases, () => {
    const members = memberArguments(type, lastName(value), 'own', of.scope)
    return `${of.scope.use('onlyMember')}(${value.access}, ${members})`
  })
}

function fitStatements(type: FitUnion, value: RuleValue, of: RuleScope, below: Below): readonly Statement[] {
  const cases = type.branches.map((branch, i) => ({
    label: String(i),
    body: castBranch(branch.type, value, of, below),
  }))
  return caseStatements(
    cases,
    () => `${of.scope.use('chosen')}(${value.access}, ${valueChoice(type, lastName(value), of.scope)})`,
  )
}

function castBranch(branch: BranchType, value: RuleValue, of: RuleScope, below: Below): readonly Statement[] {
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
  type: ObjectReference,
  value: RuleValue,
  of: RuleScope,
  below: Below,
): readonly Statement[] {
  const statements = below({ ...value, type, access: `${value.access} as ${type.name}` }, of)
  if (statements.length > 0) of.scope.nameOf(type.name)
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
