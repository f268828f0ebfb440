import fc from 'fast-check'
import { decodeJson } from './decode-json.ts'
import { encodeBinary } from './encode-binary.ts'

type Arb<T> = fc.Arbitrary<T>

/** A MessagePack or CBOR body for this JSON: mostly valid, sometimes truncated, changed or hostile. */
export function bodyBinary(json: Arb<string>, format: 'msgpack' | 'cbor'): Arb<Uint8Array> {
  const body = fc
    .tuple(json, fc.boolean())
    .map(([text, isWide]) => encodeBinary(format, decodeJson(text), isWide))
  return fc.oneof(
    { weight: 25, arbitrary: body },
    { weight: 1, arbitrary: fc.tuple(body, fc.nat(60)).map(([bytes, at]) => bytes.slice(0, at)) },
    { weight: 2, arbitrary: fc.tuple(body, fc.nat(60), fc.nat(255)).map(changed) },
    {
      weight: 1,
      arbitrary: fc.tuple(body, fc.nat(255)).map(([bytes, more]) => Uint8Array.of(...bytes, more)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }).map((depth) => nested(format, depth)) },
    { weight: 1, arbitrary: fc.constantFrom(...promises) },
  )
}

function changed([bytes, at, value]: readonly [Uint8Array, number, number]): Uint8Array {
  return bytes.map((byte, i) => (i === at ? value : byte))
}

function nested(format: 'msgpack' | 'cbor', depth: number): Uint8Array {
  const list = format === 'msgpack' ? 0x91 : 0x81
  return Uint8Array.of(...new Array(depth).fill(list), 1)
}

/** Lengths larger than the remaining bytes. */
const promises: readonly Uint8Array[] = [
  Uint8Array.of(0xdd, 0xff, 0xff, 0xff, 0xff),
  Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff),
  Uint8Array.of(0xc6, 0xff, 0xff, 0xff, 0xff),
  Uint8Array.of(0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
  Uint8Array.of(0xbb, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
  Uint8Array.of(0x5b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
]
