import { boundFields, boundSources, memberFields, valueBinding } from './bound-fields.ts'
import type { Binding, DtoModule, Field, ObjectType } from './dto.ts'
import { sources } from './source.ts'
import { nestedNames } from './type-parts.ts'

/**
 * The bindings of a property in each source of its DTO, or of the DTOs around its object. A decoded value outside a request
 * has the names of JSON.
 */
export function clientNames(object: ObjectType, field: Field, module: DtoModule): readonly Binding[] {
  const known = nested.get(module) ?? findNested(module)
  nested.set(module, known)
  return sources.flatMap((source) => {
    const isMember = source === 'json' || known.has(placeOf(object, source))
    const members = isMember ? memberFields(object, source) : []
    return [...boundFields(object, source), ...members].find((one) => one.field === field)?.binding ?? []
  })
}

/** Nested objects with their sources: `json Address`. */
const nested = new WeakMap<DtoModule, ReadonlySet<string>>()

function placeOf({ name }: ObjectType, source: string): string {
  return `${source} ${name}`
}

function findNested(module: DtoModule): ReadonlySet<string> {
  const found = new Set<string>()
  const objects = new Map([...module.objects, ...module.dtos].map((one) => [one.name, one]))
  const follow = (fields: readonly { readonly field: Field; readonly binding: Binding }[]): void => {
    for (const { field, binding } of fields) {
      const source = binding.format === 'json' ? 'json' : binding.source
      for (const object of nestedNames(field.type).flatMap((name) => objects.get(name) ?? [])) {
        const place = placeOf(object, source)
        if (found.has(place)) continue
        found.add(place)
        follow(memberFields(object, source))
      }
    }
  }
  for (const { value } of module.bodies) {
    for (const binding of [...value.bindings, valueBinding(value)]) follow([{ field: value, binding }])
  }
  for (const dto of module.dtos) {
    for (const source of boundSources(dto)) follow(boundFields(dto, source))
    follow(memberFields(dto, 'json'))
  }
  return found
}
