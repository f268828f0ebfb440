import { decoded } from './answers.ts'
import type { Codec } from './codec.ts'
import type { Body, Reader } from './send.ts'

/** MessagePack or CBOR. */
export interface BinaryFormat {
  encode(value: unknown): Uint8Array
  decode(sent: Uint8Array, limits: typeof unlimited): unknown
}

export function binaryBody(format: BinaryFormat, type: string, codec: Codec, value: unknown): Body {
  return { type, body: Uint8Array.from(format.encode(codec.to(value, ''))) }
}

export function asBinary(format: BinaryFormat, codec: Codec): Reader {
  const decode = (sent: Uint8Array): unknown => format.decode(sent, unlimited)
  return async (response, isChecked) => ({
    body: decoded(codec, decode, new Uint8Array(await response.arrayBuffer()), isChecked, response),
  })
}

/** An answer may be as long as the service likes. */
export const unlimited: { maxDepth: number; maxObjects: number; maxRareKeys: number } = {
  maxDepth: 200,
  maxObjects: 1e15,
  maxRareKeys: 1e15,
}
