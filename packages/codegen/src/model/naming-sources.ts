import { boundFields, boundSources, memberFields } from './bound-fields.ts'
import type { Binding, DtoModule, Field, ObjectType } from './dto.ts'
import { nestedNames } from './field-type.ts'
import { type Source, sources } from './source.ts'

/**
 * The sources whose names clients use for the properties of an object: of a DTO those that fill it, of others those of the
 * DTOs they are nested in. A decoded value that is no request has the names of JSON.
 */
export function namingSources(object: ObjectType, module: DtoModule): readonly Source[] {
  const all = found.get(module) ?? findAll(module)
  found.set(module, all)
  const used = all.get(object)
  return sources.filter((source) => source === 'json' || used?.has(source))
}

type Used = ReadonlyMap<ObjectType, ReadonlySet<Source>>

const found = new WeakMap<DtoModule, Used>()

function findAll(module: DtoModule): Used {
  const used = new Map<ObjectType, Set<Source>>()
  const objects = new Map([...module.objects, ...module.dtos].map((one) => [one.name, one]))
  const add = (object: ObjectType, source: Source): boolean => {
    const known = used.get(object) ?? new Set()
    used.set(object, known)
    return known.size < known.add(source).size
  }
  const follow = (fields: readonly { readonly field: Field; readonly binding: Binding }[]): void => {
    for (const { field, binding } of fields) {
      const source = binding.format === 'json' ? 'json' : binding.source
      for (const name of nestedNames(field.type)) {
        const nested = objects.get(name)
        if (nested !== undefined && add(nested, source)) follow(memberFields(nested, source))
      }
    }
  }
  for (const dto of module.dtos) {
    for (const source of boundSources(dto)) {
      add(dto, source)
      follow(boundFields(dto, source))
    }
    follow(memberFields(dto, 'json'))
  }
  return used
}

/** How a source binds a property of an object, be that a DTO or nested; `undefined` when it leaves it out. */
export function bindingIn(object: ObjectType, field: Field, source: Source): Binding | undefined {
  const own = [...boundFields(object, source), ...memberFields(object, source)]
  return own.find((one) => one.field === field)?.binding
}
