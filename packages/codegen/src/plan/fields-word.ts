import { boundFields, boundSources, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { isBodySource } from '../model/source.ts'
import { sourceWords } from './words.ts'

/** A name for a set of properties of a DTO. */
export function fieldsWord(dto: ObjectType, fields: readonly Field[]): string {
  const isAll = (own: readonly Field[]): boolean =>
    own.length === fields.length && own.every((field) => fields.includes(field))
  if (isAll(dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource)))) return 'Body'
  const source = boundSources(dto).find((one) => isAll(boundFields(dto, one).map(({ field }) => field)))
  return source === undefined ? 'Part' : sourceWords[source][0]
}
