import type { Decoded } from './decode-json.ts'

type Format = 'msgpack' | 'cbor'

/**
 * The bytes of a decoded value, with the shortest lengths and integers, or longer ones with `isWide`; lists
 * and maps of CBOR then have no declared length. A string `$bytes:…` (base64) becomes bytes and `$date:…` a
 * date.
 */
export function encodeBinary(format: Format, value: Decoded, isWide: boolean): Uint8Array {
  const writer = format === 'msgpack' ? new MsgPackWriter(isWide) : new CborWriter(isWide)
  writer.write(value)
  return Uint8Array.from(writer.bytes)
}

abstract class Writer {
  readonly bytes: number[] = []
  protected readonly isWide: boolean

  constructor(isWide: boolean) {
    this.isWide = isWide
  }

  write(value: Decoded): void {
    if (typeof value === 'string') this.writeText(value)
    else if (typeof value === 'number' && !Number.isSafeInteger(value)) this.writeFloat(value)
    else if (typeof value === 'number' || typeof value === 'bigint') this.writeWhole(BigInt(value))
    else if (value instanceof Map) this.writeMap(value)
    else if (value instanceof Date) this.writeDate(value)
    else if (value instanceof Uint8Array) this.writeBytes(value)
    else if (Array.isArray(value)) this.writeList(value)
    else this.writeWord(value === null ? null : value === true)
  }

  private writeText(text: string): void {
    if (text.startsWith('$bytes:')) this.writeBytes(Buffer.from(text.slice(7), 'base64'))
    else if (text.startsWith('$date:')) this.writeDate(new Date(text.slice(6)))
    else this.writeString(encoder.encode(text))
  }

  /** A key is text, whatever its content. */
  protected writeMembers(map: ReadonlyMap<string, Decoded>): void {
    for (const [key, member] of map) {
      this.writeString(encoder.encode(key.replace(/^\$/, '')))
      this.write(member)
    }
  }

  protected put(bytes: Uint8Array): void {
    for (const byte of bytes) this.bytes.push(byte)
  }

  /** Two's complement, big-endian. */
  protected putWhole(value: bigint, size: number): void {
    eight.setBigUint64(0, BigInt.asUintN(64, value))
    this.put(new Uint8Array(eight.buffer, 8 - size))
  }

  protected putFloat(value: number): void {
    eight.setFloat64(0, value)
    this.put(new Uint8Array(eight.buffer))
  }

  protected abstract writeWord(value: boolean | null): void
  protected abstract writeFloat(value: number): void
  protected abstract writeWhole(value: bigint): void
  protected abstract writeDate(date: Date): void
  protected abstract writeBytes(bytes: Uint8Array): void
  protected abstract writeString(text: Uint8Array): void
  protected abstract writeMap(map: ReadonlyMap<string, Decoded>): void
  protected abstract writeList(list: readonly Decoded[]): void
}

const eight = new DataView(new ArrayBuffer(8))
const encoder = new TextEncoder()

class MsgPackWriter extends Writer {
  protected writeWord(value: boolean | null): void {
    this.bytes.push(value === null ? 0xc0 : value ? 0xc3 : 0xc2)
  }

  protected writeFloat(value: number): void {
    this.bytes.push(0xcb)
    this.putFloat(value)
  }

  protected writeWhole(value: bigint): void {
    const isShort = !this.isWide
    if (value < -(2n ** 63n) || value >= 2n ** 64n) this.writeString(encoder.encode(String(value)))
    else if (isShort && value >= 0n && value < 128n) this.bytes.push(Number(value))
    else if (isShort && value >= -128n && value < 128n) this.putHeaded(0xd0, value, 1)
    else if (isShort && value >= 0n && value < 65536n) this.putHeaded(0xcd, value, 2)
    else if (isShort && value >= -(2n ** 31n) && value < 2n ** 31n) this.putHeaded(0xd2, value, 4)
    else this.putHeaded(value < 2n ** 63n ? 0xd3 : 0xcf, value, 8)
  }

  protected writeDate(date: Date): void {
    const seconds = Math.floor(date.getTime() / 1000)
    this.bytes.push(0xc7, 12, 0xff)
    this.putWhole(BigInt((date.getTime() - seconds * 1000) * 1e6), 4)
    this.putWhole(BigInt(seconds), 8)
  }

  protected writeBytes(bytes: Uint8Array): void {
    this.putSize([0xc4, 0xc5, 0xc6], bytes.length)
    this.put(bytes)
  }

  protected writeString(text: Uint8Array): void {
    if (text.length < 32 && !this.isWide) this.bytes.push(0xa0 | text.length)
    else this.putSize([0xd9, 0xda, 0xdb], text.length)
    this.put(text)
  }

  protected writeMap(map: ReadonlyMap<string, Decoded>): void {
    if (map.size < 16 && !this.isWide) this.bytes.push(0x80 | map.size)
    else this.putHeaded(0xdf, BigInt(map.size), 4)
    this.writeMembers(map)
  }

  protected writeList(list: readonly Decoded[]): void {
    if (list.length < 16 && !this.isWide) this.bytes.push(0x90 | list.length)
    else this.putHeaded(0xdd, BigInt(list.length), 4)
    for (const element of list) this.write(element)
  }

  private putSize(heads: readonly [number, number, number], size: number): void {
    if (size < 256 && !this.isWide) this.putHeaded(heads[0], BigInt(size), 1)
    else if (size < 65536) this.putHeaded(heads[1], BigInt(size), 2)
    else this.putHeaded(heads[2], BigInt(size), 4)
  }

  private putHeaded(head: number, value: bigint, size: number): void {
    this.bytes.push(head)
    this.putWhole(value, size)
  }
}

class CborWriter extends Writer {
  protected writeWord(value: boolean | null): void {
    this.bytes.push(value === null ? 0xf6 : value ? 0xf5 : 0xf4)
  }

  protected writeFloat(value: number): void {
    this.bytes.push(0xfb)
    this.putFloat(value)
  }

  protected writeWhole(value: bigint): void {
    const argument = value < 0n ? -1n - value : value
    if (argument < 2n ** 64n) {
      this.putHead(value < 0n ? 1 : 0, argument)
      return
    }
    const hex = argument.toString(16)
    this.bytes.push(value < 0n ? 0xc3 : 0xc2)
    this.writeBytes(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
  }

  protected writeDate(date: Date): void {
    this.bytes.push(0xc1)
    this.write(date.getTime() / 1000)
  }

  protected writeBytes(bytes: Uint8Array): void {
    this.putHead(2, BigInt(bytes.length))
    this.put(bytes)
  }

  protected writeString(text: Uint8Array): void {
    const isInPieces = this.isWide && text.length % 2 === 1
    if (isInPieces) this.bytes.push(0x7f)
    this.putHead(3, BigInt(text.length))
    this.put(text)
    if (isInPieces) this.bytes.push(0x60, 0xff)
  }

  protected writeMap(map: ReadonlyMap<string, Decoded>): void {
    if (this.isWide) this.bytes.push(0xbf)
    else this.putHead(5, BigInt(map.size))
    this.writeMembers(map)
    if (this.isWide) this.bytes.push(0xff)
  }

  protected writeList(list: readonly Decoded[]): void {
    if (this.isWide) this.bytes.push(0x9f)
    else this.putHead(4, BigInt(list.length))
    for (const element of list) this.write(element)
    if (this.isWide) this.bytes.push(0xff)
  }

  private putHead(major: number, argument: bigint): void {
    const top = major << 5
    if (argument < 24n && !this.isWide) this.bytes.push(top | Number(argument))
    else if (argument < 256n && !this.isWide) this.bytes.push(top | 24, Number(argument))
    else if (argument < 2n ** 32n) {
      this.bytes.push(top | 26)
      this.putWhole(argument, 4)
    } else {
      this.bytes.push(top | 27)
      this.putWhole(argument, 8)
    }
  }
}
