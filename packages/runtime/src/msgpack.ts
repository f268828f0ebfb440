import {
  decodeTimestampToTimeSpec,
  EXT_TIMESTAMP,
  ExtensionCodec,
  encode,
  encodeTimestampExtension,
  Decoder as MsgPackDecoder,
} from '@msgpack/msgpack'
import { setOwn } from './bind/decoded/body-scan.ts'
import { KeyCache } from './bind/decoded/key-cache.ts'
import { scanMsgPack } from './bind/decoded/scan-msgpack.ts'
import { sentData } from './bind/decoded/sent-data.ts'
import type { DecodeLimits, MsgPackCodec } from './bind/reading/codec.ts'

export type { MsgPackCodec } from './bind/reading/codec.ts'

/** MessagePack codec for `new App({ msgPack: msgpack() })`. Supports timestamps, refuses all other extension types. */
export function msgpack(): MsgPackCodec {
  return { name: 'msgpack', encode: encodeValue, decode }
}

function encodeValue(value: unknown): Uint8Array {
  return encode(sentData(value, 'msgPack'), { useBigInt64: true, ignoreUndefined: true })
}

const extensionCodec = new ExtensionCodec()
extensionCodec.register({
  type: EXT_TIMESTAMP,
  encode: encodeTimestampExtension,
  decode: decodeTimestamp,
})

// The library's own cache compares up to sixteen keys of the same length and copies the bytes of each new key.
const keyDecoder = new KeyCache()
const options = { useBigInt64: true, extensionCodec, keyDecoder }
const decoder = new MsgPackDecoder(options)

function decode(bytes: Uint8Array, limits: DecodeLimits): unknown {
  const { hasProto } = scanMsgPack(bytes, limits)
  return hasProto ? decodeProto(bytes) : decoder.decode(bytes)
}

/** Rounds a timestamp down to a millisecond. The library rounds to nearest, wrong before 1970 and in far years. */
function decodeTimestamp(bytes: Uint8Array): Date {
  const { sec, nsec } = decodeTimestampToTimeSpec(bytes)
  return new Date(sec * 1000 + Math.floor(nsec / 1e6))
}

/** The library refuses the key `__proto__`, but here it is an ordinary key. It is decoded under a placeholder name. */
function decodeProto(bytes: Uint8Array): unknown {
  const placeholder = globalThis.crypto.randomUUID()
  const renaming = {
    canBeCached: () => true,
    decode: (whole: Uint8Array, start: number, length: number): string => {
      const key = keyDecoder.decode(whole, start, length)
      return key === '__proto__' ? placeholder : key
    },
  }
  return restoreProto(new MsgPackDecoder({ ...options, keyDecoder: renaming }).decode(bytes), placeholder)
}

function restoreProto(value: unknown, placeholder: string): unknown {
  if (Array.isArray(value)) {
    for (const element of value) restoreProto(element, placeholder)
  } else if (isMap(value)) {
    for (const key of Object.keys(value)) {
      restoreProto(value[key], placeholder)
      if (key !== placeholder) continue
      setOwn(value, '__proto__', value[key])
      delete value[key]
    }
  }
  return value
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
