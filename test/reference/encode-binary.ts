import type { Decoded } from './decode-json.ts'

type Format = 'msgpack' | 'cbor'

/**
 * The bytes of a decoded value, its lengths and whole numbers in as few bytes as they need, or with `isWide` in more; a
 * list or map of CBOR then has no declared length. A string `$bytes:…` (base64) becomes bytes and `$date:…` a date.
 */
export function encodeBinary(format: Format, value: Decoded, isWide: boolean): Uint8Array {
  const write = format === 'msgpack' ? msgpack : cbor
  return Uint8Array.from(write(value, isWide))
}

function msgpack(value: Decoded, isWide: boolean): number[] {
  if (value === null) return [0xc0]
  if (typeof value === 'boolean') return [value ? 0xc3 : 0xc2]
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return [0xcb, ...float(value)]
  if (typeof value === 'number' || typeof value === 'bigint') return msgpackWhole(BigInt(value), isWide)
  if (value instanceof Date) return msgpackDate(value)
  if (value instanceof Uint8Array) return [...sized([0xc4, 0xc5, 0xc6], value.length, isWide), ...value]
  if (typeof value === 'string') {
    const special = specialOf(value)
    if (special !== undefined) return msgpack(special, isWide)
    const bytes = utf8(value)
    if (bytes.length < 32 && !isWide) return [0xa0 | bytes.length, ...bytes]
    return [...sized([0xd9, 0xda, 0xdb], bytes.length, isWide), ...bytes]
  }
  if (value instanceof Map) {
    const members = [...value].flatMap(([key, member]) => [
      ...msgpack(plain(key), isWide),
      ...msgpack(member, isWide),
    ])
    return [
      ...(value.size < 16 && !isWide ? [0x80 | value.size] : [0xdf, ...big(BigInt(value.size), 4)]),
      ...members,
    ]
  }
  const list = Array.isArray(value) ? value : []
  const head = list.length < 16 && !isWide ? [0x90 | list.length] : [0xdd, ...big(BigInt(list.length), 4)]
  return [...head, ...list.flatMap((element) => msgpack(element, isWide))]
}

function msgpackWhole(value: bigint, isWide: boolean): number[] {
  if (!isWide && value >= 0n && value < 128n) return [Number(value)]
  if (!isWide && value >= -128n && value < 128n) return [0xd0, ...big(value, 1)]
  if (!isWide && value >= 0n && value < 65536n) return [0xcd, ...big(value, 2)]
  if (!isWide && value >= -(2n ** 31n) && value < 2n ** 31n) return [0xd2, ...big(value, 4)]
  if (value >= -(2n ** 63n) && value < 2n ** 63n) return [0xd3, ...big(value, 8)]
  if (value > 0n && value < 2n ** 64n) return [0xcf, ...big(value, 8)]
  return msgpack(String(value), isWide)
}

function msgpackDate(date: Date): number[] {
  const seconds = Math.floor(date.getTime() / 1000)
  const nanoseconds = (date.getTime() - seconds * 1000) * 1e6
  return [0xc7, 12, 0xff, ...big(BigInt(nanoseconds), 4), ...big(BigInt(seconds), 8)]
}

function sized(heads: readonly [number, number, number], length: number, isWide: boolean): number[] {
  if (length < 256 && !isWide) return [heads[0], length]
  return length < 65536 ? [heads[1], ...big(BigInt(length), 2)] : [heads[2], ...big(BigInt(length), 4)]
}

function cbor(value: Decoded, isWide: boolean): number[] {
  if (value === null) return [0xf6]
  if (typeof value === 'boolean') return [value ? 0xf5 : 0xf4]
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return [0xfb, ...float(value)]
  if (typeof value === 'number' || typeof value === 'bigint') return cborWhole(BigInt(value), isWide)
  if (value instanceof Date) return [0xc1, ...cbor(value.getTime() / 1000, isWide)]
  if (value instanceof Uint8Array) return [...head(2, BigInt(value.length), isWide), ...value]
  if (typeof value === 'string') {
    const special = specialOf(value)
    if (special !== undefined) return cbor(special, isWide)
    const bytes = utf8(value)
    const text = [...head(3, BigInt(bytes.length), isWide), ...bytes]
    return isWide && bytes.length % 2 === 1 ? [0x7f, ...text, ...head(3, 0n, false), 0xff] : text
  }
  if (value instanceof Map) {
    const members = [...value].flatMap(([key, member]) => [
      ...cbor(plain(key), isWide),
      ...cbor(member, isWide),
    ])
    return isWide ? [0xbf, ...members, 0xff] : [...head(5, BigInt(value.size), isWide), ...members]
  }
  const list = Array.isArray(value) ? value : []
  const elements = list.flatMap((element) => cbor(element, isWide))
  return isWide ? [0x9f, ...elements, 0xff] : [...head(4, BigInt(list.length), isWide), ...elements]
}

function cborWhole(value: bigint, isWide: boolean): number[] {
  const argument = value < 0n ? -1n - value : value
  if (argument < 2n ** 64n) return head(value < 0n ? 1 : 0, argument, isWide)
  const hex = argument.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return [value < 0n ? 0xc3 : 0xc2, ...head(2, BigInt(bytes.length), isWide), ...bytes]
}

function head(major: number, argument: bigint, isWide: boolean): number[] {
  const top = major << 5
  if (argument < 24n && !isWide) return [top | Number(argument)]
  if (argument < 256n && !isWide) return [top | 24, Number(argument)]
  if (argument < 2n ** 32n) return [top | 26, ...big(argument, 4)]
  return [top | 27, ...big(argument, 8)]
}

/** Two's complement, the highest byte first. */
function big(value: bigint, size: number): number[] {
  const bytes = []
  for (let i = size - 1; i >= 0; i--) bytes.push(Number((value >> BigInt(8 * i)) & 255n))
  return bytes
}

function float(value: number): number[] {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return [...new Uint8Array(view.buffer)]
}

function specialOf(text: string): Date | Uint8Array | undefined {
  if (text.startsWith('$bytes:')) return new Uint8Array(Buffer.from(text.slice(7), 'base64'))
  return text.startsWith('$date:') ? new Date(text.slice(6)) : undefined
}

/** A key is text, whatever it looks like. */
function plain(key: string): string {
  return key.replace(/^\$/, '')
}

function utf8(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)]
}
