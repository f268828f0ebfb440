import type { Binding, ObjectType } from '../model/dto.ts'
import { nestedNames } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import type { ModuleScope } from './module-scope.ts'

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
