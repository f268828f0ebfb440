import { type Codec, notSetUp } from './codec.ts'
import { decodeBody } from './decode-body.ts'
import type { Reading } from './reading.ts'

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
  // From here on bytes are bytes, and no base64.
  at.isBinary = true
  at.isDecoded = true
  // CBOR has an undefined, which here would mean that nothing was decoded.
  return decodeBody(at, format, (bytes) => codec.decode(bytes, limits) ?? null)
}

function fail(message: string): never {
  throw new Error(message)
}
