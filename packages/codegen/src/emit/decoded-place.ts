import type { Field, ObjectType } from '../model/dto.ts'
import type { Source } from '../model/source.ts'
import { type Place, placeOf } from './emit-types.ts'

/** The formats whose bodies decode to values of JavaScript, so that one set of readers serves them all. */
export type DecodedSource = 'json' | 'msgpack' | 'cbor'

/** What a source is called in the names of readers that are not those of JSON. */
export const decodedWords: Readonly<Partial<Record<Source, string>>> = {
  msgpack: 'MsgPack',
  cbor: 'Cbor',
  form: 'Form',
  query: 'Query',
}

/** A place in a decoded body, or in what the pairs of a form or a query string gave of an object. */
export interface DecodedPlace extends Place {
  readonly source: DecodedSource | 'form' | 'query'
  /** Whether absent members become zero values. */
  readonly zero: boolean
}

/** Written out: to spread {@link placeOf} into each place was the slowest there was about a property. */
export function decodedPlaceOf(
  owner: ObjectType,
  of: Field,
  { source, zero }: Pick<DecodedPlace, 'source' | 'zero'>,
): DecodedPlace {
  const { field, access } = placeOf(owner.name, of)
  return { field, access, source, zero }
}

/** Whether a source decodes to values of JavaScript. */
export function isDecoded(source: Source): source is DecodedSource {
  return source === 'json' || source === 'msgpack' || source === 'cbor'
}
