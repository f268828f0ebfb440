import { type Codec, notSetUp } from '../reading/codec.ts'
import type { Reading } from '../reading/reading.ts'
import { decodeBody } from './decode-body.ts'

/** The decoded body, of any type. */
export function msgPackValue(at: Reading): unknown {
  return decode(at, at.c.bindSettings().msgPack ?? fail(notSetUp.msgPack), 'MessagePack')
}

/** The decoded body, of any type. */
export function cborValue(at: Reading): unknown {
  return decode(at, at.c.bindSettings().cbor ?? fail(notSetUp.cbor), 'CBOR')
}

function decode(at: Reading, codec: Codec, format: string): unknown {
  const limits = at.c.bindSettings()
  // Byte strings are no longer base64 text.
  at.isBinary = true
  at.isDecoded = true
  // CBOR has an undefined, but here undefined means that nothing was decoded.
  return decodeBody(at, format, (bytes) => codec.decode(bytes, limits) ?? null)
}

function fail(message: string): never {
  throw new Error(message)
}
