import { boundFields, boundSources, memberFields } from './bound-fields.ts'
import type { Binding, DtoModule, Field, ObjectType } from './dto.ts'
import { nestedNames } from './field-type.ts'
import { sources } from './source.ts'

/**
 * What clients call a property, in each source that it may come from: those that fill its DTO, or the DTOs that its object is
 * nested in. A decoded value that is no request has the names of JSON.
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

/** The objects that DTOs nest, each with the sources of that: `json Address`. */
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
  for (const dto of module.dtos) {
    for (const source of boundSources(dto)) follow(boundFields(dto, source))
    follow(memberFields(dto, 'json'))
  }
  return found
}
