import { memberKeys } from '../model/bound-fields.ts'
import type { FieldType } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import { literal } from './literal.ts'
import { capitalized, type ModuleScope } from './module-scope.ts'

/** The members that tell the objects of a union apart, as one source or the interface itself names them. */
export type NamesOfMembers = Source | 'own'

type ByMember = FieldType & { kind: 'byMember' }

/** The expression for the members, and for whether one object has none: `shapeMembers, false`. */
export function memberArguments(
  type: ByMember,
  field: string,
  names: NamesOfMembers,
  scope: ModuleScope,
): string {
  const members = namesOf(type, names, scope).filter((name) => name !== undefined)
  const word = `membersOf${capitalized(field)}`
  const constant = scope.constant([word, word + capitalized(names)], '[', members.map(literal), '] as const')
  return `${constant}, ${members.length < type.branches.length}`
}

/** Emits a switch over what {@link memberArguments} are asked for; `result` is what each object returns. */
export function emitBranches(
  asked: string,
  type: ByMember,
  names: NamesOfMembers,
  result: (object: string) => string,
  otherwise: string,
  scope: ModuleScope,
): void {
  const { writer } = scope
  const all = namesOf(type, names, scope)
  writer.block(`switch (${asked}) {`, () => {
    for (const [i, { object }] of type.branches.entries()) {
      writer.line(`case ${labelOf(all[i])}: return ${result(object)}`)
    }
    writer.line(`default: return ${otherwise}`)
  })
}

/** What a switch calls the object that has none of the members. */
export function labelOf(member: string | undefined): string {
  return member === undefined ? 'null' : literal(member)
}

export function namesOf(
  { branches }: ByMember,
  names: NamesOfMembers,
  scope: ModuleScope,
): readonly (string | undefined)[] {
  const own = branches.map(({ member }) => member)
  if (names === 'own') return own
  const objects = branches.map(({ member, object }) => ({ member, object: scope.object(object) }))
  return memberKeys(objects, names) ?? own
}
