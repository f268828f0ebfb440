import type { Decoded } from './decode-json.ts'

/** Bytes that are not exactly one value of their format. */
export class Undecodable extends Error {}

/** One MessagePack value, parsed recursively after the specification. @throws Undecodable */
export function decodeMsgPack(bytes: Uint8Array, maxDepth: number): Decoded {
  const reader = new Reader(bytes, maxDepth)
  const value = reader.value(0)
  reader.end()
  return value
}

class Reader {
  private readonly view: DataView
  private readonly maxDepth: number
  private at = 0

  constructor(bytes: Uint8Array, maxDepth: number) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.maxDepth = maxDepth
  }

  end(): void {
    if (this.at !== this.view.byteLength) throw new Undecodable('bytes behind the value')
  }

  value(depth: number): Decoded {
    const head = this.uint(1)
    if (head < 0x80) return head
    if (head >= 0xe0) return head - 0x100
    if (head < 0x90) return this.map(head & 15, depth)
    if (head < 0xa0) return this.list(head & 15, depth)
    if (head < 0xc0) return this.text(head & 31)
    return this.long(head, depth)
  }

  private long(head: number, depth: number): Decoded {
    switch (head) {
      case 0xc0:
        return null
      case 0xc2:
        return false
      case 0xc3:
        return true
      case 0xca:
        return this.view.getFloat32(this.skip(4))
      case 0xcb:
        return this.view.getFloat64(this.skip(8))
      case 0xcf:
        return whole(this.view.getBigUint64(this.skip(8)))
      case 0xd3:
        return whole(this.view.getBigInt64(this.skip(8)))
      default:
        return this.sized(head, depth)
    }
  }

  private sized(head: number, depth: number): Decoded {
    if (head >= 0xc4 && head <= 0xc6) return this.bytes(this.uint(1 << (head - 0xc4)))
    if (head >= 0xc7 && head <= 0xc9) return this.extension(this.uint(1 << (head - 0xc7)))
    if (head >= 0xcc && head <= 0xce) return this.uint(1 << (head - 0xcc))
    if (head >= 0xd0 && head <= 0xd2) return signed(this.uint(1 << (head - 0xd0)), 1 << (head - 0xd0))
    if (head >= 0xd4 && head <= 0xd8) return this.extension(1 << (head - 0xd4))
    if (head >= 0xd9 && head <= 0xdb) return this.text(this.uint(1 << (head - 0xd9)))
    if (head === 0xdc || head === 0xdd) return this.list(this.uint(head === 0xdc ? 2 : 4), depth)
    if (head === 0xde || head === 0xdf) return this.map(this.uint(head === 0xde ? 2 : 4), depth)
    throw new Undecodable('no format')
  }

  private list(length: number, depth: number): Decoded {
    this.enter(length, depth)
    return Array.from({ length }, () => this.value(depth + 1))
  }

  private map(length: number, depth: number): Decoded {
    this.enter(length * 2, depth)
    const members = new Map<string, Decoded>()
    for (let i = 0; i < length; i++) {
      const key = this.value(depth + 1)
      if (typeof key !== 'string') throw new Undecodable('a key that is no text')
      members.set(key, this.value(depth + 1))
    }
    return members
  }

  /** The body itself does not count. */
  private enter(values: number, depth: number): void {
    if (depth > this.maxDepth) throw new Undecodable('too deep')
    if (values > this.view.byteLength - this.at) throw new Undecodable('more is promised than is there')
  }

  /** Timestamps are the only accepted extension. */
  private extension(length: number): Decoded {
    const type = this.uint(1)
    const start = this.skip(length)
    if (type !== 0xff) throw new Undecodable('an extension')
    if (length === 4) return date(this.view.getUint32(start), 0)
    if (length === 8) {
      const both = this.view.getBigUint64(start)
      return date(Number(both & 0x3ffffffffn), Number(both >> 34n))
    }
    if (length !== 12) throw new Undecodable('no timestamp')
    return date(Number(this.view.getBigInt64(start + 4)), this.view.getUint32(start))
  }

  private text(length: number): string {
    return strictUtf8(this.bytes(length))
  }

  private bytes(length: number): Uint8Array {
    const start = this.skip(length)
    return new Uint8Array(this.view.buffer, this.view.byteOffset + start, length)
  }

  private uint(size: number): number {
    const start = this.skip(size)
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + this.view.getUint8(start + i)
    return value
  }

  private skip(length: number): number {
    if (length > this.view.byteLength - this.at) throw new Undecodable('cut off')
    this.at += length
    return this.at - length
  }
}

function whole(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function signed(value: number, size: number): number {
  return value >= 2 ** (size * 8 - 1) ? value - 2 ** (size * 8) : value
}

function date(seconds: number, nanoseconds: number): Date {
  const value = new Date(seconds * 1000 + Math.floor(nanoseconds / 1e6))
  if (nanoseconds > 999_999_999 || Number.isNaN(value.getTime())) throw new Undecodable('no date')
  return value
}

/** Text of a binary format must be UTF-8. */
export function strictUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(bytes)
  } catch {
    throw new Undecodable('no UTF-8')
  }
}
