import {
  decodeTimestampToTimeSpec,
  EXT_TIMESTAMP,
  ExtensionCodec,
  encode,
  encodeTimestampExtension,
  Decoder as MsgPackDecoder,
} from '@msgpack/msgpack'
import { setOwn } from './bind/body-scan.ts'
import type { DecodeLimits, MsgPackCodec } from './bind/codec.ts'
import { KeyCache } from './bind/key-cache.ts'
import { scanMsgPack } from './bind/scan-msgpack.ts'

export type { MsgPackCodec } from './bind/codec.ts'

/** MessagePack for `new App({ msgPack: msgpack() })`. Extension types are refused but for timestamps. */
export function msgpack(): MsgPackCodec {
  return { name: 'msgpack', encode: encodeValue, decode }
}

function encodeValue(value: unknown): Uint8Array {
  return encode(value, { useBigInt64: true, ignoreUndefined: true })
}

const extensionCodec = new ExtensionCodec()
extensionCodec.register({
  type: EXT_TIMESTAMP,
  encode: encodeTimestampExtension,
  decode: decodeTimestamp,
})

// The cache of the library looks at sixteen keys of the length, and copies the bytes of each that is new.
const keyDecoder = new KeyCache()
const options = { useBigInt64: true, extensionCodec, keyDecoder }
const decoder = new MsgPackDecoder(options)

function decode(bytes: Uint8Array, limits: DecodeLimits): unknown {
  const { hasProto } = scanMsgPack(bytes, limits)
  return hasProto ? decodeProto(bytes) : decoder.decode(bytes)
}

/** The millisecond that a time is in. The library rounds: before 1970, and in far years, that may be the next one. */
function decodeTimestamp(bytes: Uint8Array): Date {
  const { sec, nsec } = decodeTimestampToTimeSpec(bytes)
  return new Date(sec * 1000 + Math.floor(nsec / 1e6))
}

/** The library refuses the key `__proto__`; to us it is a key as any other, under another name until all is decoded. */
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
