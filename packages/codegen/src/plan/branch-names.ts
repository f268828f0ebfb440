import { memberKeys } from '../model/bound-fields.ts'
import type { MemberUnion } from '../model/field-type.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import type { Source } from '../model/source.ts'

/** The source whose keys name the distinguishing members of a union; `own` for the property names. */
export type NamesOfMembers = Source | 'own'

/** The distinguishing member of each object; `undefined` for the object without one. */
export function namesOf(
  { branches }: MemberUnion,
  names: NamesOfMembers,
  types: ModuleTypes,
): readonly (string | undefined)[] {
  const own = branches.map(({ member }) => member)
  if (names === 'own') return own
  const objects = branches.map(({ member, type }) => ({ member, object: types.object(type.name) }))
  return memberKeys(objects, names) ?? own
}
