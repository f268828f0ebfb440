/** What a decoder must not go beyond. */
export interface DecodeLimits {
  /** Deepest nesting of lists and maps. */
  readonly maxDepth: number
  /** Most lists and maps, and whatever else is decoded as an object of its own: dates, bytes, elements of XML. */
  readonly maxObjects: number
  /** Most members of one object: what it takes to look them up grows faster than their number. */
  readonly maxMembers: number
}

/** Encodes values to a binary format, and decodes it. */
export interface Codec {
  encode(value: unknown): Uint8Array
  /** @throws when the bytes are not exactly one value of the format, or one that goes beyond the limits. */
  decode(bytes: Uint8Array, limits: DecodeLimits): unknown
}

/** MessagePack, as `msgpack()` of `@ctxgen/runtime/msgpack` makes it. */
export interface MsgPackCodec extends Codec {
  readonly name: 'msgpack'
}

/** CBOR, as `cbor()` of `@ctxgen/runtime/cbor` makes it. */
export interface CborCodec extends Codec {
  readonly name: 'cbor'
}

/** What an app that lacks a format has to do. */
export const notSetUp: { readonly msgPack: string; readonly cbor: string } = {
  msgPack: hint('MessagePack (msgPack)', 'msgPack', 'msgpack'),
  cbor: hint('CBOR', 'cbor', 'cbor'),
}

function hint(format: string, option: string, entry: string): string {
  return `${format} is not set up: import { ${entry} } from '@ctxgen/runtime/${entry}', and new App({ ${option}: ${entry}() })`
}
