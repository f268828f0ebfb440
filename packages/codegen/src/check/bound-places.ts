import { type BoundField, fieldsBySource, memberFields, valueBinding } from '../model/bound-fields.ts'
import type { DtoModule, ObjectType } from '../model/dto.ts'
import { sentFields, sentFormats, sentMembers } from '../model/sent-fields.ts'
import type { Source } from '../model/source.ts'
import { nestedNames } from '../model/type-parts.ts'

/** The fields that one source fills in a DTO or a nested object. */
export interface BoundPlace {
  readonly source: Source
  /** `undefined` for a whole body. */
  readonly object: ObjectType | undefined
  readonly fields: readonly BoundField[]
}

/** All places of a module, once each: the checks of names and options do not depend on the nesting. */
export function boundPlaces(module: DtoModule): readonly BoundPlace[] {
  const found: BoundPlace[] = []
  const seen = new Set<string>()
  const enter = (
    source: Source,
    object: ObjectType,
    fields: readonly BoundField[],
    membersOf: typeof memberFields = memberFields,
  ): void => {
    found.push({ source, object, fields })
    for (const name of object.index === undefined ? [] : nestedNames(object.index.type))
      nest(source, name, membersOf)
    for (const { field, binding } of fields) {
      // JSON text has the rules of a JSON body.
      const inside = binding.format === 'json' ? 'json' : source
      for (const name of nestedNames(field.type)) nest(inside, name, membersOf)
    }
  }
  const nest = (source: Source, name: string, membersOf: typeof memberFields): void => {
    const object = module.objects.find((one) => one.name === name)
    const key = `${source} ${name} ${membersOf.name}`
    if (object === undefined || seen.has(key)) return
    seen.add(key)
    enter(source, object, membersOf(object, source), membersOf)
  }
  for (const dto of module.dtos) {
    for (const [source, fields] of fieldsBySource(dto)) enter(source, dto, fields)
    for (const format of sentFormats(dto, module)) {
      const membersOf = format === 'json' ? memberFields : (one: ObjectType) => sentMembers(one, format)
      enter(format, dto, sentFields(dto, format), membersOf)
    }
  }
  for (const { source, fields } of bodyPlaces(module)) {
    for (const name of fields.flatMap(({ field }) => nestedNames(field.type)))
      nest(source, name, memberFields)
  }
  return found
}

/** Whole bodies, once for each format. */
export function bodyPlaces(module: DtoModule): readonly BoundPlace[] {
  return module.bodies.flatMap(({ value, isSent }) => {
    const sent = isSent ? [valueBinding(value)] : []
    const each = new Map([...sent, ...value.bindings].map((binding) => [binding.source, binding]))
    return [...each].map(([source, binding]) => ({
      source,
      object: undefined,
      fields: [{ field: value, binding }],
    }))
  })
}
