import { memberFields } from '../model/bound-fields.ts'
import type { Binding, ObjectType } from '../model/dto.ts'
import { type FieldType, nestedNames, nonNull } from '../model/field-type.ts'
import { isTextSource, type Source } from '../model/source.ts'
import type { ModuleScope } from './module-scope.ts'

/**
 * Whether an object is read another way than one of a JSON body: by other keys, or, of a form or a query string, with lists
 * that may be absent, and members that were read already.
 */
export function hasOtherReader(object: ObjectType, source: Source, scope: ModuleScope): boolean {
  if (hasOtherKeys(object, source, 'json', scope)) return true
  return isTextSource(source) && hasTextNotation(object, source, scope, new Set())
}

/** Whether the pairs of a member give its value for good, and not what a decoded body has of it. */
export function isReadFromPairs(type: FieldType, { format }: Binding): boolean {
  const isListOfObjects = type.kind === 'list' && nonNull(type.element).kind === 'object'
  return format === 'json' || (['list', 'record', 'class', 'file'].includes(type.kind) && !isListOfObjects)
}

function hasTextNotation(
  object: ObjectType,
  source: Source,
  scope: ModuleScope,
  seen: Set<ObjectType>,
): boolean {
  if (seen.has(object)) return false
  seen.add(object)
  return memberFields(object, source).some(({ field, binding }) => {
    const type = nonNull(field.type)
    if (isReadFromPairs(type, binding) || type.kind === 'list' || type.kind === 'tuple') return true
    return nestedNames(type).some((name) => hasTextNotation(scope.object(name), source, scope, seen))
  })
}

/** Whether the members of a type, or of what it nests, have other keys in one source than in another. */
export function hasOtherKeys(
  object: ObjectType,
  source: Source,
  usual: Source,
  scope: ModuleScope,
  seen: Set<ObjectType> = new Set(),
): boolean {
  if (source === usual || seen.has(object)) return false
  seen.add(object)
  return object.fields.some((field) => {
    const one = field.bindings.find((binding) => binding.source === source)
    const other = field.bindings.find((binding) => binding.source === usual)
    if (!isSameBinding(one, other)) return true
    return nestedNames(field.type).some((name) =>
      hasOtherKeys(scope.object(name), source, usual, scope, seen),
    )
  })
}

function isSameBinding(a: Binding | undefined, b: Binding | undefined): boolean {
  return (
    a?.key === b?.key && a?.excluded === b?.excluded && a?.required === b?.required && a?.format === b?.format
  )
}
