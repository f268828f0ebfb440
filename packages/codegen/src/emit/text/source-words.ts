import type { Field, ObjectType } from '../../model/dto.ts'
import { fieldsWord } from '../../plan/fields-word.ts'
import { type Code, code } from './code.ts'
import type { ModuleScope } from './module-scope.ts'

/** The interface itself for all of its properties, else a `Pick` of it. */
export function resultType(dto: ObjectType, fields: readonly Field[], scope: ModuleScope): Code {
  const name = scope.ownType(dto.name)
  return fields.length === dto.fields.length
    ? name
    : code`Pick<${code.types([name, keysOf(dto, fields, scope)])}>`
}

/** A union of property names: `keyof User` for all of them, a named type for many. */
export function keysOf(dto: ObjectType, fields: readonly Field[], scope: ModuleScope): Code {
  if (fields.length === dto.fields.length) return code`keyof ${scope.ownType(dto.name)}`
  if (fields.length === 0) return code`never`
  const names = fields.map(({ name }) => keyType(dto, name, scope))
  const all = code.union(names)
  if (all.width <= longestUnion) return code`${all}`
  const wanted = `${dto.name}${fieldsWord(dto, fields)}`
  return scope.keysType([wanted, `${wanted}Part`], names)
}

/** Longer unions of names become a named type. */
const longestUnion = 24

/** A property's name in `keyof`, where a numeric key is a number if declared without quotes, and a string with them. */
function keyType(dto: ObjectType, name: string, scope: ModuleScope): Code {
  const number = Number(name)
  // With an index signature, any name is a key.
  if (dto.index !== undefined || !Number.isFinite(number) || String(number) !== name) return code`${name}`
  return code`Extract<keyof ${scope.ownType(dto.name)}, ${number} | ${name}>`
}
