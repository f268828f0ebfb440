import { boundFields, boundSources, isRead, leftOutFields, memberFields } from '../model/bound-fields.ts'
import { clientNames } from '../model/client-names.ts'
import type { Binding, DtoModule, ObjectType } from '../model/dto.ts'
import type { ModuleTypes } from '../model/module-types.ts'
import { sentFields, sentMembers } from '../model/sent-fields.ts'
import { nestedNames } from '../model/type-parts.ts'
import { isSameFields } from './source-plan.ts'

/*
 * A nested type that is a DTO of another source has its code in the generated file of that source. The exports of that
 * file follow from the type alone, so they are known without reading the other types there.
 */

/** Whether a DTO is read from JSON exactly like a nested object of its type, so that other files may use its reader. */
export function sharesReader(object: ObjectType): boolean {
  return (
    isRead(object) &&
    boundSources(object).includes('json') &&
    leftOutFields(object, 'json').length === 0 &&
    isSameFields(boundFields(object, 'json'), memberFields(object, 'json'))
  )
}

/** Whether a DTO is sent with every JSON property of its type, so that other files may use the function. */
export function sharesPlain(object: ObjectType): boolean {
  return object.isSent && sentFields(object, 'json').length === sentMembers(object, 'json').length
}

/** Whether issues from the rules of another source's DTO name properties as the clients of this source know them. */
export function sharesRules(object: ObjectType, { module }: ModuleTypes): boolean {
  const found = known.get(object) ?? (sharesReader(object) && tellsAlike(object, module))
  known.set(object, found)
  return found
}

/** A cache: each binder of a property asks again. */
const known = new WeakMap<ObjectType, boolean>()

function tellsAlike(object: ObjectType, module: DtoModule): boolean {
  const own: DtoModule = { ...module, dtos: [object], bodies: [], sockets: [] }
  return objectsBelow(object, module).every((one) =>
    one.fields.every((field) => {
      const told = clientNames(one, field, own)
      return clientNames(one, field, module).every((binding) => isTold(binding, field.name, told))
    }),
  )
}

/** Whether the file of the DTO covers a name of a property: by the same binding, or as the property's own name. */
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
