import type {
  BranchType,
  FitUnion,
  LiteralUnion,
  LiteralValue,
  MemberUnion,
  ObjectReference,
  UnionType,
} from '../../model/field-type.ts'
import { loopVariable } from '../rules/check-variables.ts'
import { checkedType } from '../rules/checked-type.ts'
import type { RuleScope } from '../rules/issues.ts'
import type { RuleValue } from '../rules/rule-value.ts'
import { type Code, code, type Statement } from '../text/code.ts'
import { or } from '../text/condition.ts'
import { block, when } from '../text/statements.ts'
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
  const kind = code.member(value.access, member)
  return branches.flatMap(({ values, type }) => {
    const is = (one: LiteralValue): Code =>
      isEnum ? code`String(${kind}) === ${String(one)}` : code`${kind} === ${one}`
    const isOfBranch = or(...values.map(is))
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
    return code`${of.scope.use('onlyMember')}(${[value.access, ...members]})`
  })
}

function fitStatements(type: FitUnion, value: RuleValue, of: RuleScope, below: Below): readonly Statement[] {
  const cases = type.branches.map((branch, i) => ({
    label: code`${i}`,
    body: castBranch(branch.type, value, of, below),
  }))
  return caseStatements(
    cases,
    () => code`${of.scope.use('chosen')}(${[value.access, valueChoice(type, lastName(value), of.scope)]})`,
  )
}

function castBranch(branch: BranchType, value: RuleValue, of: RuleScope, below: Below): readonly Statement[] {
  // A rule for the length may have excluded the tuple.
  const widened = branch.kind === 'tuple' ? code`${value.access} as readonly unknown[]` : value.access
  const text = code`${widened} as ${checkedType(branch, of.scope)}`
  // Narrows list elements, which needs a variable.
  const own = branch.kind === 'object' ? undefined : loopVariable('branch', value.depth, of.scope)
  const statements = below({ ...value, type: branch, access: own ?? text, depth: value.depth + 1 }, of)
  return own === undefined || statements.length === 0
    ? statements
    : [code`const ${own} = ${text}`, ...statements]
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
  return below({ ...value, type, access: code`${value.access} as ${of.scope.type(type.name)}` }, of)
}

interface Case {
  readonly label: Code
  readonly body: readonly Statement[]
}

/** The statements of whichever case applies: a test for a single one, else a `switch`. */
function caseStatements(cases: readonly Case[], asked: () => Code): readonly Statement[] {
  const [only, ...others] = cases.filter(({ body }) => body.length > 0)
  if (only === undefined) return []
  if (others.length === 0) return when(code`${asked()} === ${only.label}`, only.body)
  const blocks = [only, ...others].map(({ label, body }) =>
    block(code`case ${label}: {`, [...body, code`break`]),
  )
  return [block(code`switch (${asked()}) {`, blocks)]
}
