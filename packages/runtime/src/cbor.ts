import { Decoder, Encoder } from '../cbor-x.cjs'
import { setOwn } from './bind/decoded/body-scan.ts'
import { scanCbor } from './bind/decoded/scan-cbor.ts'
import { sentData } from './bind/decoded/sent-data.ts'
import type { CborCodec, DecodeLimits } from './bind/reading/codec.ts'

export type { CborCodec } from './bind/reading/codec.ts'

/**
 * CBOR codec for `new App({ cbor: cbor() })`. Supports tags for dates (0, 1) and big integers (2, 3), refuses others.
 */
export function cbor(): CborCodec {
  return { name: 'cbor', encode, decode }
}

const encoder = new Encoder({ useRecords: false, variableMapSize: true, tagUint8Array: false })

function encode(value: unknown): Uint8Array {
  return encoder.encode(sentData(value, 'cbor'))
}

const objectDecoder = new Decoder({ useRecords: false, mapsAsObjects: true })
const mapDecoder = new Decoder({ useRecords: false, mapsAsObjects: false })

function decode(body: Uint8Array, limits: DecodeLimits): unknown {
  const { bytes, hasProto } = scanCbor(withoutSelfDescription(body), limits)
  // The library renames the key `__proto__` in objects, but here it is an ordinary key.
  return hasProto ? asObject(mapDecoder.decode(bytes)) : objectDecoder.decode(bytes)
}

/** Without the tag 55799 that begins a body of CBOR (RFC 8949 section 3.4.6). */
function withoutSelfDescription(body: Uint8Array): Uint8Array {
  return body[0] === 0xd9 && body[1] === 0xd9 && body[2] === 0xf7 ? body.subarray(3) : body
}

function asObject(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asObject)
  if (!(value instanceof Map)) return value
  const object = {}
  for (const [key, member] of value) setOwn(object, key, asObject(member))
  return object
}
