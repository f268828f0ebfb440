import type { Field, ObjectType } from '../model/dto.ts'
import { type Place, placeOf } from './emit-types.ts'

/** The formats whose bodies decode to values of JavaScript, so that one set of readers serves them all. */
export type DecodedSource = 'json' | 'msgpack' | 'cbor'

/** What a format is called in the names of functions that are not those of JSON. */
export const decodedWords: Readonly<Record<DecodedSource, string>> = {
  json: '',
  msgpack: 'MsgPack',
  cbor: 'Cbor',
}

/** A place in a decoded body. */
export interface DecodedPlace extends Place {
  readonly source: DecodedSource
  /** Whether absent members become zero values. */
  readonly zero: boolean
}

/** Written out: to spread {@link placeOf} into each place was the slowest there was about a property. */
export function decodedPlaceOf(
  owner: ObjectType,
  of: Field,
  source: DecodedSource,
  zero: boolean,
): DecodedPlace {
  const { field, access } = placeOf(owner.name, of)
  return { field, access, source, zero }
}
