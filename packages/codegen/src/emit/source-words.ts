import type { Field, ObjectType } from '../model/dto.ts'
import type { Source } from '../model/source.ts'
import { literal } from './literal.ts'

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
export function resultType(dto: ObjectType, fields: readonly Field[]): string {
  if (fields.length === dto.fields.length) return dto.name
  return `Pick<${dto.name}, ${unionOf(dto, fields)}>`
}

export function unionOf(dto: ObjectType, fields: readonly Field[]): string {
  return fields.length === 0 ? 'never' : fields.map(({ name }) => keyType(dto, name)).join(' | ')
}

/** Properties as a union of their names: `keyof User` for all of them. */
export function keysOf(dto: ObjectType, fields: readonly Field[]): string {
  return fields.length === dto.fields.length ? `keyof ${dto.name}` : unionOf(dto, fields)
}

/** A property's name as `keyof` has it: that of a number is one when it was declared without quotes, and a text with them. */
function keyType(dto: ObjectType, name: string): string {
  const number = Number(name)
  if (!Number.isFinite(number) || String(number) !== name) return literal(name)
  return `Extract<keyof ${dto.name}, ${literal(number)} | ${literal(name)}>`
}
