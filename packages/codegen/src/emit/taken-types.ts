import { leftOutFields, memberFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import { type FieldType, nestedNames, nonNull, type PresentType, partsOf } from '../model/field-type.ts'
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
    if (isSparse(object) || leftOutFields(object, 'json').length > 0) return false
    return memberFields(object, 'json').every(({ field }) => inside(field.type))
  }
  switch (type.kind) {
    case 'file':
      return false
    case 'tuple':
      return type.rest === undefined && type.required === type.elements.length && type.elements.every(inside)
    case 'object':
    case 'union':
    case 'byMember':
      return nestedNames(type).every(named)
    default:
      return partsOf(type).every(inside)
  }
}

/** The parameter of a taker behind the value, where it has one: how many levels are left. */
export type TakerParameter = 'levels'

/** What the taker of a type has to know besides the value. */
export function takerParameters(type: PresentType): readonly TakerParameter[] {
  switch (type.kind) {
    case 'list':
    case 'record':
    case 'object':
    case 'union':
    case 'byMember':
    case 'tuple':
      return ['levels']
    case 'anyOf':
      return partsOf(type).some((part) => takerParameters(nonNull(part)).length > 0) ? ['levels'] : []
    default:
      return []
  }
}
