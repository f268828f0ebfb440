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

/** A switch over the result of a call with {@link memberArguments}; `result` is the expression for each object. */
export function branchSwitch(
  asked: Code,
  type: MemberUnion,
  names: NamesOfMembers,
  result: (object: ObjectReference) => Code,
  otherwise: Code,
  scope: ModuleScope,
): Statement {
  const all = namesOf(type, names, scope)
  return block(code`switch (${asked}) {`, [
    ...type.branches.map((branch, i) => returnCase(code`case ${labelOf(all[i])}:`, result(branch.type))),
    returnCase(code`default:`, otherwise),
  ])
}

/** `case 'a': return result` */
export function returnCase(label: Code, result: Code): Statement {
  return { kind: 'case', label, body: [code`return ${result}`] }
}

/** The case label of a branch; `null` for the object without a distinguishing member. */
export function labelOf(member: string | undefined): Code {
  return code`${member ?? null}`
}
