import { memberFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import type { FieldType } from '../model/field-type.ts'
import type { ModuleScope } from './module-scope.ts'
import { isSparse } from './sparse.ts'

/** Whether takers know an object and all that it holds. */
export function isTakenObject(object: ObjectType, scope: ModuleScope): boolean {
  let known = taken.get(object)
  if (known === undefined) {
    known = isTaken({ kind: 'object', name: object.name }, scope)
    taken.set(object, known)
  }
  return known
}

/** Binders and schema of a DTO ask. */
const taken = new WeakMap<ObjectType, boolean>()

/** Whether takers know a type and all that it holds. */
export function isTaken(type: FieldType, scope: ModuleScope, seen: Set<string> = new Set()): boolean {
  const inside = (one: FieldType): boolean => isTaken(one, scope, seen)
  const named = (name: string): boolean => {
    if (seen.has(name)) return true
    seen.add(name)
    const object = scope.object(name)
    if (isSparse(object)) return false
    return memberFields(object, 'json').every(({ field }) => inside(field.type))
  }
  switch (type.kind) {
    case 'nullable':
      return inside(type.of)
    case 'list':
      return inside(type.element)
    case 'record':
      return inside(type.value)
    case 'object':
      return named(type.name)
    case 'union':
      return type.branches.every(({ object }) => named(object))
    case 'tuple':
    case 'file':
      return false
    default:
      return true
  }
}
