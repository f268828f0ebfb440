/** The limits of a decoder. */
export interface DecodeLimits {
  /** Maximum nesting depth of lists and maps. */
  readonly maxDepth: number
  /** Maximum number of lists, maps and other decoded objects: dates, byte strings, elements of XML. */
  readonly maxObjects: number
  /** Maximum number of members whose key is not among the first 1000 different keys. */
  readonly maxRareKeys: number
}

/** Encodes and decodes a binary format. */
export interface Codec {
  encode(value: unknown): Uint8Array
  /** @throws unless the bytes are exactly one value of the format within the limits. */
  decode(bytes: Uint8Array, limits: DecodeLimits): unknown
}

/** MessagePack: `msgpack()` of `@ctxgen/runtime/msgpack`. */
export interface MsgPackCodec extends Codec {
  readonly name: 'msgpack'
}

/** CBOR: `cbor()` of `@ctxgen/runtime/cbor`. */
export interface CborCodec extends Codec {
  readonly name: 'cbor'
}

/** How to configure a missing format. */
export const notSetUp: { readonly msgPack: string; readonly cbor: string } = {
  msgPack: hint('MessagePack (msgPack)', 'msgPack', 'msgpack'),
  cbor: hint('CBOR', 'cbor', 'cbor'),
}

function hint(format: string, option: string, entry: string): string {
  return `${format} is not set up: import { ${entry} } from '@ctxgen/runtime/${entry}', and new App({ ${option}: ${entry}() })`
}
