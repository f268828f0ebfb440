import { memberFields } from '../model/bound-fields.ts'
import type { Binding, ObjectType } from '../model/dto.ts'
import { type FieldType, nonNull } from '../model/field-type.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { isTextSource, type Source } from '../model/source.ts'
import { nestedNames } from '../model/type-parts.ts'

/**
 * Whether an object is read differently than in a JSON body: by other keys or, in a form or a query string, with lists
 * that may be absent and members that were read already.
 */
export function hasOtherReader(object: ObjectType, source: Source, types: ModuleTypes): boolean {
  if (hasOtherKeys(object, source, 'json', types)) return true
  return isTextSource(source) && hasTextNotation(object, source, types, new Set())
}

/** Whether the pairs of a member give its final value; others give a decoded value that is read later. */
export function isReadFromPairs(type: FieldType, { format }: Binding): boolean {
  const isListOfObjects = type.kind === 'list' && nonNull(type.element).kind === 'object'
  return format === 'json' || (['list', 'record', 'class', 'file'].includes(type.kind) && !isListOfObjects)
}

function hasTextNotation(
  object: ObjectType,
  source: Source,
  types: ModuleTypes,
  seen: Set<ObjectType>,
): boolean {
  if (seen.has(object)) return false
  seen.add(object)
  return memberFields(object, source).some(({ field, binding }) => {
    const type = nonNull(field.type)
    if (isReadFromPairs(type, binding) || type.kind === 'list' || type.kind === 'tuple') return true
    return nestedNames(type).some((name) => hasTextNotation(types.object(name), source, types, seen))
  })
}

/** Whether the members of a type or of its nested types have different keys in the two sources. */
export function hasOtherKeys(
  object: ObjectType,
  source: Source,
  usual: Source,
  types: ModuleTypes,
  seen: Set<ObjectType> = new Set(),
): boolean {
  if (source === usual || seen.has(object)) return false
  seen.add(object)
  const isOther = (type: FieldType): boolean =>
    nestedNames(type).some((name) => hasOtherKeys(types.object(name), source, usual, types, seen))
  if (object.index !== undefined && isOther(object.index.type)) return true
  return object.fields.some((field) => {
    const one = field.bindings.find((binding) => binding.source === source)
    const other = field.bindings.find((binding) => binding.source === usual)
    if (!isSameBinding(one, other)) return true
    return isOther(field.type)
  })
}

function isSameBinding(a: Binding | undefined, b: Binding | undefined): boolean {
  return (
    a?.key === b?.key && a?.excluded === b?.excluded && a?.required === b?.required && a?.format === b?.format
  )
}
