import { leftOutFields, memberFields } from '../model/bound-fields.ts'
import type { ObjectType } from '../model/dto.ts'
import {
  type FieldType,
  isAnyNumber,
  isAnyText,
  nestedNames,
  nonNull,
  type PresentType,
  partsOf,
} from '../model/field-type.ts'
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

/** Parameters of a taker behind the value: how many levels are left, and whether what is not declared counts. */
export type TakerParameter = 'levels' | 'restCounts'

/** What the taker of a type has to know besides the value. */
export function takerParameters(type: PresentType): readonly TakerParameter[] {
  switch (type.kind) {
    case 'list':
      return isAnyText(type.element) || isAnyNumber(type.element) ? ['levels'] : ['levels', 'restCounts']
    case 'record':
    case 'object':
    case 'union':
    case 'byMember':
      return ['levels', 'restCounts']
    case 'tuple':
    case 'anyOf': {
      const parts = partsOf(type).flatMap((part) => takerParameters(nonNull(part)))
      const needed = new Set<TakerParameter>(type.kind === 'tuple' ? ['levels', ...parts] : parts)
      return (['levels', 'restCounts'] as const).filter((one) => needed.has(one))
    }
    default:
      return []
  }
}
