import type { MemberUnion, ObjectReference } from '../../model/field-type.ts'
import { type NamesOfMembers, namesOf } from '../../plan/branch-names.ts'
import { capitalized } from '../../plan/words.ts'
import { type Code, code, type Item, type Statement } from '../text/code.ts'
import type { ModuleScope } from '../text/module-scope.ts'
import { block } from '../text/statements.ts'

/** The arguments for the members, and for whether one object has none: `shapeMembers, false`. */
export function memberArguments(
  type: MemberUnion,
  field: string,
  names: NamesOfMembers,
  scope: ModuleScope,
): readonly Item[] {
  const members = namesOf(type, names, scope).filter((name) => name !== undefined)
  const word = `membersOf${capitalized(field)}`
  const constant = scope.constant([word, word + capitalized(names)], code`[${code.filled(members)}] as const`)
  return [constant, members.length < type.branches.length]
}

/** The labels that have a result. */
type BranchCase = readonly [labels: readonly Item[], result: Code]

/** `switch (asked) { case 'a': return result … default: return otherwise }` */
export function branchSwitch(asked: Code, cases: readonly BranchCase[], otherwise: Code): Statement {
  const all = cases.flatMap(([labels, result]) => [
    ...labels.slice(0, -1).map((label) => code`case ${label}:`),
    returnCase(code`case ${labels.at(-1) ?? ''}:`, result),
  ])
  return block(code`switch (${asked}) {`, [...all, returnCase(code`default:`, otherwise)])
}

function returnCase(label: Code, result: Code): Statement {
  return { kind: 'case', label, body: [code`return ${result}`] }
}

/** The cases for the result of a call with {@link memberArguments}. */
export function memberCases(
  type: MemberUnion,
  names: NamesOfMembers,
  result: (object: ObjectReference) => Code,
  scope: ModuleScope,
): readonly BranchCase[] {
  const all = namesOf(type, names, scope)
  return type.branches.map((branch, i) => [[labelOf(all[i])], result(branch.type)])
}

/** The case label of a branch; `null` for the object without a distinguishing member. */
export function labelOf(member: string | undefined): Code {
  return code`${member ?? null}`
}
