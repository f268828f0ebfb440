import {
  type BoundField,
  fieldsBySource,
  memberFields,
  sentFields,
  sentFormats,
} from '../model/bound-fields.ts'
import type { DtoModule, ObjectType } from '../model/dto.ts'
import { nestedNames } from '../model/field-type.ts'
import type { Source } from '../model/source.ts'

/** What one source fills of a DTO, or of an object that it nests. */
export interface BoundPlace {
  readonly source: Source
  readonly object: ObjectType
  readonly fields: readonly BoundField[]
}

/** All places of a module, each once: what is wrong with a name or an option is so however deep it stands. */
export function boundPlaces(module: DtoModule): readonly BoundPlace[] {
  const found: BoundPlace[] = []
  const seen = new Set<string>()
  const enter = (source: Source, object: ObjectType, fields: readonly BoundField[]): void => {
    found.push({ source, object, fields })
    for (const { field, binding } of fields) {
      // JSON in text is read as a JSON body is.
      const inside = binding.format === 'json' ? 'json' : source
      for (const name of nestedNames(field.type)) nest(inside, name)
    }
  }
  const nest = (source: Source, name: string): void => {
    const object = module.objects.find((one) => one.name === name)
    if (object === undefined || seen.has(`${source} ${name}`)) return
    seen.add(`${source} ${name}`)
    enter(source, object, memberFields(object, source))
  }
  for (const dto of module.dtos) {
    for (const [source, fields] of fieldsBySource(dto)) enter(source, dto, fields)
    for (const source of sentFormats(dto)) enter(source, dto, sentFields(dto, source))
  }
  return found
}
