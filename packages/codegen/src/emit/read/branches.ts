import type { MemberUnion, ObjectReference } from '../../model/field-type.ts'
import { type NamesOfMembers, namesOf } from '../../plan/branch-names.ts'
import { capitalized } from '../../plan/words.ts'
import { literal } from '../text/literal.ts'
import type { ModuleScope } from '../text/module-scope.ts'

/** The arguments for the members, and for whether one object has none: `shapeMembers, false`. */
export function memberArguments(
  type: MemberUnion,
  field: string,
  names: NamesOfMembers,
  scope: ModuleScope,
): string {
  const members = namesOf(type, names, scope).filter((name) => name !== undefined)
  const word = `membersOf${capitalized(field)}`
  const constant = scope.constant([word, word + capitalized(names)], {
    kind: 'list',
    items: members.map(literal),
    isConst: true,
  })
  return `${constant}, ${members.length < type.branches.length}`
}

/** Emits a switch over the result of a call with {@link memberArguments}; `result` is the expression for each object. */
export function emitBranches(
  asked: string,
  type: MemberUnion,
  names: NamesOfMembers,
  result: (object: ObjectReference) => string,
  otherwise: string,
  scope: ModuleScope,
): void {
  const { writer } = scope
  const all = namesOf(type, names, scope)
  writer.block(`switch (${asked}) {`, () => {
    for (const [i, branch] of type.branches.entries()) {
      writer.line(`case ${labelOf(all[i])}: return ${result(branch.type)}`)
    }
    writer.line(`default: return ${otherwise}`)
  })
}

/** The case label of a branch; `null` for the object without a distinguishing member. */
export function labelOf(member: string | undefined): string {
  return member === undefined ? 'null' : literal(member)
}
