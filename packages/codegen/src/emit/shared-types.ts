import {
  type BoundField,
  boundFields,
  boundSources,
  isFile,
  isRead,
  leftOutFields,
  memberFields,
  sentFields,
} from '../model/bound-fields.ts'
import { clientNames } from '../model/client-names.ts'
import type { Binding, DtoModule, ObjectType } from '../model/dto.ts'
import { nestedNames } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'
import type { ModuleScope } from './module-scope.ts'

/*
 * A nested type that is a DTO of another source has what it needs in the generated file of that source. What that file
 * exports follows from the type alone, so that it is known without a look at the other types there.
 */

/** Whether a DTO is read from JSON as a nested object of its type is, so that others may use its reader. */
export function sharesReader(object: ObjectType): boolean {
  return (
    isRead(object) &&
    boundSources(object).includes('json') &&
    leftOutFields(object, 'json').length === 0 &&
    isReadAsMember(object, 'json')
  )
}

/** Whether a format has the same properties of a DTO as a nested object of its type. */
export function isReadAsMember(
  dto: ObjectType,
  source: Source,
  fields: readonly BoundField[] = boundFields(dto, source),
): boolean {
  const members = memberFields(dto, source)
  return (
    fields.length === members.length &&
    fields.every(({ field, binding }, i) => {
      const other = members[i]
      return (
        field === other?.field &&
        binding.key === other.binding.key &&
        binding.required === other.binding.required
      )
    })
  )
}

/** Whether all that JSON has of a type is sent of it as a DTO, so that others may use the function. */
export function sharesPlain(object: ObjectType): boolean {
  return object.isSent && sentFields(object, 'json').length === plainFields(object).length
}

/** What JSON has of an object. */
export function plainFields(object: ObjectType): readonly BoundField[] {
  return memberFields(object, 'json').filter(({ field }) => !isFile(field))
}

/** Whether the rules of a DTO of another source tell the clients of this one of faults in their words. */
export function sharesRules(object: ObjectType, { module }: ModuleScope): boolean {
  const found = known.get(object) ?? (sharesReader(object) && tellsAlike(object, module))
  known.set(object, found)
  return found
}

/** Each binder of a property asks. */
const known = new WeakMap<ObjectType, boolean>()

function tellsAlike(object: ObjectType, module: DtoModule): boolean {
  const own: DtoModule = { ...module, dtos: [object] }
  return objectsBelow(object, module).every((one) =>
    one.fields.every((field) => {
      const told = clientNames(one, field, own)
      return clientNames(one, field, module).every((binding) => isTold(binding, field.name, told))
    }),
  )
}

/** In a source that is not told of a property has its own name, unless it has the same other one in all that are. */
function isTold({ source, key, format }: Binding, name: string, told: readonly Binding[]): boolean {
  const same = told.find((one) => one.source === source)
  if (same !== undefined) return same.key === key && same.format === format
  const isOwn = (one: Pick<Binding, 'key' | 'format'>): boolean => one.key === name && one.format !== 'json'
  return isOwn({ key, format }) && told.some(isOwn)
}

function objectsBelow(object: ObjectType, { dtos, objects }: DtoModule): readonly ObjectType[] {
  const byName = new Map([...dtos, ...objects].map((one) => [one.name, one]))
  const found = new Set([object])
  for (const { fields } of found) {
    for (const name of fields.flatMap(({ type }) => nestedNames(type))) {
      const nested = byName.get(name)
      if (nested !== undefined) found.add(nested)
    }
  }
  return [...found]
}
