import type { BindInput } from './bind-input.ts'
import { type Codec, notSetUp } from './codec.ts'
import { decodeBody } from './decode-body.ts'
import type { Faults } from './faults.ts'
import { type JsonObject, jsonObject, nothing } from './json-body.ts'

/** The MessagePack map in the body. `keys` are the members it may have when the parser is strict. */
export function msgPackBody(c: BindInput, keys: readonly string[], faults: Faults): JsonObject {
  return objectOf(msgPackValue(c, faults), keys, faults)
}

/** The CBOR map in the body. `keys` are the members it may have when the parser is strict. */
export function cborBody(c: BindInput, keys: readonly string[], faults: Faults): JsonObject {
  return objectOf(cborValue(c, faults), keys, faults)
}

/** The decoded body, of any type. */
export function msgPackValue(c: BindInput, faults: Faults): unknown {
  return decode(c, c.bindSettings().msgPack ?? fail(notSetUp.msgPack), 'MessagePack', faults)
}

/** The decoded body, of any type. */
export function cborValue(c: BindInput, faults: Faults): unknown {
  return decode(c, c.bindSettings().cbor ?? fail(notSetUp.cbor), 'CBOR', faults)
}

function decode(c: BindInput, codec: Codec, format: string, faults: Faults): unknown {
  const limits = c.bindSettings()
  // From here on bytes are bytes, and no base64.
  faults.isBinary = true
  faults.isDecoded = true
  // CBOR has an undefined, which here would mean that nothing was decoded.
  return decodeBody(c, faults, format, (bytes) => codec.decode(bytes, limits) ?? null)
}

function objectOf(value: unknown, keys: readonly string[], faults: Faults): JsonObject {
  return value === undefined ? nothing : jsonObject(value, '', keys, faults)
}

function fail(message: string): never {
  throw new Error(message)
}
