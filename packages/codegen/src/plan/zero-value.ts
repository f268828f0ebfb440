import { leftOutFields, memberFields } from '../model/bound-fields.ts'
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

const noZero: readonly FieldType['kind'][] = ['literals', 'template', 'union', 'recursive', 'class', 'file']

/**
 * Whether a type has a zero value. An object has one when no member is `,required` and every required member has a zero
 * value or a default.
 */
export function hasZero(
  type: FieldType,
  source: Source,
  types: ModuleTypes,
  above: readonly string[] = [],
): boolean {
  if (type.kind === 'tuple') return requiredElements(type).every((one) => hasZero(one, source, types, above))
  if (type.kind === 'unknown') return !type.isObject
  if (type.kind !== 'object') return !noZero.includes(type.kind)
  // A recursive type has none.
  if (above.includes(type.name)) return false
  const object = types.object(type.name)
  const members = memberFields(object, source)
  return (
    !members.some(({ binding }) => binding.required) &&
    [...members.map(({ field }) => field), ...leftOutFields(object, source)].every(
      (field) =>
        field.optional ||
        field.default !== undefined ||
        hasZero(field.type, source, types, [...above, type.name]),
    )
  )
}
