import type { Place } from './emit-types.ts'

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
