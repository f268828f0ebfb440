import { boundFields, boundSources, sourcesOf } from '../../model/bound-fields.ts'
import type { Field, ObjectType } from '../../model/dto.ts'
import { isBodySource } from '../../model/source.ts'
import { sourceWords } from '../../plan/words.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** The interface itself for all of its properties, else a `Pick` of it. */
export function resultType(dto: ObjectType, fields: readonly Field[], scope: ModuleScope): string {
  if (fields.length === dto.fields.length) return dto.name
  return `Pick<${dto.name}, ${keysOf(dto, fields, scope)}>`
}

/** A union of property names: `keyof User` for all of them, a named type for many. */
export function keysOf(dto: ObjectType, fields: readonly Field[], scope: ModuleScope): string {
  if (fields.length === dto.fields.length) return `keyof ${dto.name}`
  if (fields.length === 0) return 'never'
  const names = fields.map(({ name }) => keyType(dto, name))
  if (names.join(' | ').length <= longestUnion) return names.join(' | ')
  const wanted = `${dto.name}${wordFor(dto, fields)}`
  return scope.keysType([wanted, `${wanted}Part`], names)
}

/** Longer unions of names become a named type. */
const longestUnion = 24

/** A name for a set of properties of a DTO. */
function wordFor(dto: ObjectType, fields: readonly Field[]): string {
  const isAll = (own: readonly Field[]): boolean =>
    own.length === fields.length && own.every((field) => fields.includes(field))
  if (isAll(dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource)))) return 'Body'
  const source = boundSources(dto).find((one) => isAll(boundFields(dto, one).map(({ field }) => field)))
  return source === undefined ? 'Part' : sourceWords[source][0]
}

/** A property's name in `keyof`, where a numeric key is a number if declared without quotes, and a string with them. */
function keyType(dto: ObjectType, name: string): string {
  const number = Number(name)
  // With an index signature, any name is a key.
  if (dto.index !== undefined) return literal(name)
  if (!Number.isFinite(number) || String(number) !== name) return literal(name)
  return `Extract<keyof ${dto.name}, ${literal(number)} | ${literal(name)}>`
}
