import { boundFields, boundSources, sourcesOf } from '../model/bound-fields.ts'
import type { Field, ObjectType } from '../model/dto.ts'
import { isBodySource, type Source } from '../model/source.ts'
import { literal } from './literal.ts'
import type { ModuleScope } from './module-scope.ts'

/** What a source is called in the names of functions, in documentation, and in faults. */
export const sourceWords: Readonly<Record<Source, readonly [name: string, words: string]>> = {
  uri: ['Uri', 'the route parameters'],
  query: ['Query', 'the query string'],
  header: ['Header', 'the request headers'],
  respHeader: ['RespHeader', 'the response headers'],
  cookie: ['Cookie', 'the cookies'],
  form: ['Form', 'the form body'],
  json: ['Json', 'the JSON body'],
  xml: ['Xml', 'the XML body'],
  msgpack: ['MsgPack', 'the MessagePack body'],
  cbor: ['Cbor', 'the CBOR body'],
}

/** The interface itself when all its properties are there, else a part of it. */
export function resultType(dto: ObjectType, fields: readonly Field[], scope: ModuleScope): string {
  if (fields.length === dto.fields.length) return dto.name
  return `Pick<${dto.name}, ${keysOf(dto, fields, scope)}>`
}

/** Properties as a union of their names: `keyof User` for all of them, a name of the file for many. */
export function keysOf(dto: ObjectType, fields: readonly Field[], scope: ModuleScope): string {
  if (fields.length === dto.fields.length) return `keyof ${dto.name}`
  if (fields.length === 0) return 'never'
  const names = fields.map(({ name }) => keyType(dto, name))
  if (names.join(' | ').length <= longestUnion) return names.join(' | ')
  const wanted = `${dto.name}${wordFor(dto, fields)}`
  return scope.keysType([wanted, `${wanted}Part`], names)
}

/** A longer union of names gets a name of its own. */
const longestUnion = 24

/** What holds just these properties of a DTO. */
function wordFor(dto: ObjectType, fields: readonly Field[]): string {
  const isAll = (own: readonly Field[]): boolean =>
    own.length === fields.length && own.every((field) => fields.includes(field))
  if (isAll(dto.fields.filter((field) => sourcesOf(dto, field).some(isBodySource)))) return 'Body'
  const source = boundSources(dto).find((one) => isAll(boundFields(dto, one).map(({ field }) => field)))
  return source === undefined ? 'Part' : sourceWords[source][0]
}

/** A property's name as `keyof` has it: that of a number is one when it was declared without quotes, and a text with them. */
function keyType(dto: ObjectType, name: string): string {
  const number = Number(name)
  if (!Number.isFinite(number) || String(number) !== name) return literal(name)
  return `Extract<keyof ${dto.name}, ${literal(number)} | ${literal(name)}>`
}
