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
  return `Pick<${dto.name}, ${unionOf(fields)}>`
}

export function unionOf(fields: readonly Field[]): string {
  return fields.length === 0 ? 'never' : fields.map(({ name }) => keyType(name)).join(' | ')
}

/** Properties as a union of their names: `keyof User` for all of them. */
export function keysOf(dto: ObjectType, fields: readonly Field[]): string {
  return fields.length === dto.fields.length ? `keyof ${dto.name}` : unionOf(fields)
}

/** A property's name as `keyof` has it: a whole number is one. */
function keyType(name: string): string {
  return /^(?:0|[1-9]\d{0,14})$/.test(name) ? name : literal(name)
}
