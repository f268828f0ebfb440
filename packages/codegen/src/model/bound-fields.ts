import type { Binding, DtoModule, Field, ObjectType } from './dto.ts'
import { nonNull } from './field-type.ts'
import { bodySources, isBodySource, type Source, sources } from './source.ts'

/** A property of a DTO as one source binds it. */
export interface BoundField {
  readonly field: Field
  readonly binding: Binding
}

/**
 * The properties of a DTO that a source fills, in order of declaration.
 *
 * A property with source tags of its own is bound from those alone. One without is bound from what the interface's tags
 * name, and from the body formats that any tag of the interface names (a form only when the interface itself does).
 */
export function boundFields(dto: ObjectType, source: Source): readonly BoundField[] {
  return dto.fields.flatMap((field) => {
    const binding = bindingOf(dto, field, source)
    return binding === undefined ? [] : [{ field, binding }]
  })
}

/** The sources that fill at least one property. */
export function boundSources(dto: ObjectType): readonly Source[] {
  return sources.filter((source) => boundFields(dto, source).length > 0)
}

/** The sources of one property. */
export function sourcesOf(dto: ObjectType, field: Field): readonly Source[] {
  return sources.filter((source) => bindingOf(dto, field, source) !== undefined)
}

function bindingOf(dto: ObjectType, field: Field, source: Source): Binding | undefined {
  const own = field.bindings.find((binding) => binding.source === source)
  if (own !== undefined) return own.excluded ? undefined : own
  if (field.bindings.some((binding) => !binding.excluded)) return undefined
  return isInherited(dto, source) ? untagged(field, source) : undefined
}

function isInherited(dto: ObjectType, source: Source): boolean {
  if (dto.bindings.some((binding) => binding.source === source)) return true
  return source !== 'form' && isBodySource(source) && usesSource(dto, source)
}

function usesSource(dto: ObjectType, source: Source): boolean {
  return dto.fields.some((field) => field.bindings.some((one) => one.source === source && !one.excluded))
}

/** The members of a nested object in a source: a tag gives the key, or leaves the member out. */
export function memberFields(object: ObjectType, source: Source): readonly BoundField[] {
  return object.fields.flatMap((field) => {
    const own = field.bindings.find((binding) => binding.source === source)
    if (own?.excluded) return []
    return [{ field, binding: own ?? untagged(field, source) }]
  })
}

function untagged(field: Field, source: Source): Binding {
  return { source, key: field.name, excluded: false, required: false, format: undefined, span: field.span }
}

/** Whether a DTO, or what it nests, holds integers that JSON.parse would round. */
export function holdsBigints(
  object: ObjectType,
  module: DtoModule,
  seen: Set<ObjectType> = new Set(),
): boolean {
  if (seen.has(object)) return false
  seen.add(object)
  return object.fields.some((field) => {
    let type = nonNull(field.type)
    while (type.kind === 'list') type = nonNull(type.element)
    if (type.kind === 'scalar') return ['bigint', 'int64', 'uint64'].includes(type.scalar)
    if (type.kind === 'literals') return type.values.some((value) => typeof value === 'bigint')
    const nested = type.kind === 'object' ? module.objects.find((one) => one.name === type.name) : undefined
    return nested !== undefined && holdsBigints(nested, module, seen)
  })
}

/** The body formats a DTO is bound from. */
export function bodyFormats(dto: ObjectType): readonly Source[] {
  return boundSources(dto).filter((source) => bodySources.includes(source))
}
