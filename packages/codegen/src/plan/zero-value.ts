import { leftOutFields, memberFields } from '../model/bound-fields.ts'
import { byKind } from '../model/by-kind.ts'
import type { FieldType } from '../model/field-type.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import type { Source } from '../model/source.ts'

/** The elements without which a tuple is incomplete. */
export function requiredElements({
  elements,
  required,
}: FieldType & { kind: 'tuple' }): readonly FieldType[] {
  return elements.slice(0, required)
}

/**
 * Whether a type has a zero value. An object has one when no member is `,required` and every required member has a zero
 * value or a default.
 */
export const hasZero: (
  type: FieldType,
  source: Source,
  types: ModuleTypes,
  above?: readonly string[],
) => boolean = byKind({
  scalar: true,
  list: true,
  nullable: true,
  record: true,
  bytes: true,
  tuple: (type, ...of) => requiredElements(type).every((one) => hasZero(one, ...of)),
  unknown: ({ isObject }) => !isObject,
  object: ({ name }, source, types, above = []) => {
    // A recursive type has none.
    if (above.includes(name)) return false
    const object = types.object(name)
    const members = memberFields(object, source)
    const fields = [...members.map(({ field }) => field), ...leftOutFields(object, source)]
    return (
      !members.some(({ binding }) => binding.required) &&
      fields.every(
        ({ optional, default: value, type }) =>
          optional || value !== undefined || hasZero(type, source, types, [...above, name]),
      )
    )
  },
  literals: false,
  template: false,
  union: false,
  recursive: false,
  class: false,
  file: false,
})
