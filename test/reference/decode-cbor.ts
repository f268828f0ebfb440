import type { Decoded } from './decode-json.ts'
import { strictUtf8, Undecodable } from './decode-msgpack.ts'
import { OpenPoint } from './outcome.ts'
import { readDate } from './read-scalar.ts'

/** One CBOR item (RFC 8949), parsed recursively after the specification. @throws Undecodable */
export function decodeCbor(bytes: Uint8Array, maxDepth: number): Decoded {
  const reader = new Reader(bytes, maxDepth)
  const value = reader.item(0)
  if (reader.left() > 0) throw new Undecodable('bytes behind the value')
  return value
}

class Reader {
  private readonly bytes: Uint8Array
  private readonly maxDepth: number
  private at = 0

  constructor(bytes: Uint8Array, maxDepth: number) {
    this.bytes = bytes
    this.maxDepth = maxDepth
  }

  left(): number {
    return this.bytes.length - this.at
  }

  item(depth: number): Decoded {
    const head = this.take(1)[0] ?? 0
    const [major, info] = [head >> 5, head & 31]
    if (major === 7) return this.simple(info)
    if (info === 31) return this.endless(major, depth)
    const argument = this.argument(info)
    switch (major) {
      case 0:
        return whole(argument)
      case 1:
        return whole(-1n - argument)
      case 2:
        return this.take(Number(argument))
      case 3:
        return strictUtf8(this.take(Number(argument)))
      case 4:
        this.enter(Number(argument), depth)
        return Array.from({ length: Number(argument) }, () => this.item(depth + 1))
      case 5:
        return this.map(Number(argument), depth)
      default:
        return this.tagged(argument, depth)
    }
  }

  /** RFC 8949 section 3.2: pieces, elements or members up to a break. */
  private endless(major: number, depth: number): Decoded {
    if (major < 2 || major > 5) throw new Undecodable('no length')
    if (major > 3) this.enter(0, depth)
    if (major === 5) {
      const members = new Map<string, Decoded>()
      while (!this.isBreak()) {
        const key = this.item(depth + 1)
        if (typeof key !== 'string') throw new Undecodable('a key that is no text')
        members.set(key, this.item(depth + 1))
      }
      return members
    }
    const list: Decoded[] = []
    while (!this.isBreak()) {
      const start = this.bytes[this.at] ?? 0
      if (major < 4 && (start >> 5 !== major || (start & 31) === 31)) throw new Undecodable('no piece')
      list.push(this.item(depth + 1))
    }
    if (major === 4) return list
    if (major === 3) return list.join('')
    return Uint8Array.from(list.flatMap((piece) => (piece instanceof Uint8Array ? [...piece] : [])))
  }

  private isBreak(): boolean {
    const isBreak = this.take(1)[0] === 0xff
    if (!isBreak) this.at--
    return isBreak
  }

  private map(length: number, depth: number): Decoded {
    this.enter(length * 2, depth)
    const members = new Map<string, Decoded>()
    for (let i = 0; i < length; i++) {
      const key = this.item(depth + 1)
      if (typeof key !== 'string') throw new Undecodable('a key that is no text')
      members.set(key, this.item(depth + 1))
    }
    return members
  }

  /** Dates and big integers are the only accepted tags. */
  private tagged(tag: bigint, depth: number): Decoded {
    if (tag > 3n) throw new Undecodable('a tag')
    const value = this.item(depth)
    if (tag === 0n) {
      const date = typeof value === 'string' ? readDate(value) : undefined
      if (date === undefined) throw new Undecodable('no date')
      return date
    }
    if (tag === 1n) {
      const seconds = typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN
      const date = new Date(seconds * 1000)
      if (Number.isNaN(date.getTime())) throw new Undecodable('no date')
      return date
    }
    if (!(value instanceof Uint8Array)) throw new Undecodable('no big integer')
    const digits = BigInt(`0x0${Buffer.from(value).toString('hex')}`)
    return whole(tag === 2n ? digits : -1n - digits)
  }

  private simple(info: number): Decoded {
    switch (info) {
      case 20:
        return false
      case 21:
        return true
      case 22:
        return null
      case 23:
        throw new OpenPoint('an undefined of CBOR')
      case 25:
        return half(this.take(2))
      case 26:
        return this.float(4).getFloat32(0)
      case 27:
        return this.float(8).getFloat64(0)
      default:
        throw new Undecodable('no simple value')
    }
  }

  private float(size: number): DataView {
    const bytes = this.take(size)
    return new DataView(bytes.buffer, bytes.byteOffset, size)
  }

  private argument(info: number): bigint {
    if (info < 24) return BigInt(info)
    if (info > 27) throw new Undecodable('no length')
    const bytes = this.take(1 << (info - 24))
    return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  }

  private take(length: number): Uint8Array {
    if (length > this.left()) throw new Undecodable('cut off')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** The body itself does not count. */
  private enter(values: number, depth: number): void {
    if (depth > this.maxDepth) throw new Undecodable('too deep')
    if (values > this.left()) throw new Undecodable('more is promised than is there')
  }
}

function whole(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

function half([high = 0, low = 0]: Uint8Array): number {
  const exponent = (high >> 2) & 31
  const mantissa = ((high & 3) << 8) | low
  const sign = high & 128 ? -1 : 1
  if (exponent === 31) return mantissa === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (exponent === 0 ? mantissa * 2 ** -24 : (1024 + mantissa) * 2 ** (exponent - 25))
}
