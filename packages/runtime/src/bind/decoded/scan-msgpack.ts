import { hasNoDate, hasOtherKey, hasOtherType } from '../../error/english-issues.ts'
import type { DecodeLimits } from '../reading/codec.ts'
import { BodyScan } from './body-scan.ts'
import { BodyError } from './decode-body.ts'

/** The result of a scan, for the decoder. */
interface MsgPackScan {
  /** Whether a key is `__proto__`. */
  readonly hasProto: boolean
}

/** Checks that the bytes are one MessagePack value within the limits. @throws BodyError when they are not. */
export function scanMsgPack(bytes: Uint8Array, limits: DecodeLimits): MsgPackScan {
  const scan = new BodyScan(bytes, limits)
  while (scan.next()) scanItem(scan, scan.uint(1))
  scan.end()
  return scan
}

function scanItem(scan: BodyScan, head: number): void {
  if (scan.isKey && !isText(head)) throw new BodyError(hasOtherKey)
  if (head < 0x80 || head >= 0xe0) return
  if (head < 0x90) scan.open(head & 0x0f, true)
  else if (head < 0xa0) scan.open(head & 0x0f, false)
  else if (head < 0xc0) scan.text(head & 0x1f)
  else scanLong(scan, head)
}

function isText(head: number): boolean {
  return (head >= 0xa0 && head < 0xc0) || (head >= 0xd9 && head <= 0xdb)
}

/** The formats whose head byte contains no value (0xc0 to 0xdf). */
function scanLong(scan: BodyScan, head: number): void {
  switch (head) {
    case 0xc0: // nil
    case 0xc2: // false
    case 0xc3: // true
      return
    case 0xc4: // bin
    case 0xc5:
    case 0xc6:
      scan.count()
      scan.skip(scan.uint(sizes[head - 0xc4] ?? 4))
      return
    case 0xca: // float 32
    case 0xce: // uint 32
    case 0xd2: // int 32
      scan.skip(4)
      return
    case 0xcb: // float 64
    case 0xcf: // uint 64
    case 0xd3: // int 64
      scan.skip(8)
      return
    case 0xcc: // uint 8
    case 0xd0: // int 8
      scan.skip(1)
      return
    case 0xcd: // uint 16
    case 0xd1: // int 16
      scan.skip(2)
      return
    case 0xc7: // ext 8
      scanTimestamp(scan, scan.uint(1))
      return
    case 0xd6: // fixext 4
      scanTimestamp(scan, 4)
      return
    case 0xd7: // fixext 8
      scanTimestamp(scan, 8)
      return
    case 0xd9: // str
    case 0xda:
    case 0xdb:
      scan.text(scan.uint(sizes[head - 0xd9] ?? 4))
      return
    case 0xdc: // array
    case 0xdd:
      scan.open(scan.uint(head === 0xdc ? 2 : 4), false)
      return
    case 0xde: // map
    case 0xdf:
      scan.open(scan.uint(head === 0xde ? 2 : 4), true)
      return
    default:
      // Other extensions are not timestamps, and 0xc1 is never used.
      throw new BodyError(hasOtherType)
  }
}

const sizes = [1, 2, 4] as const

const maxNanoseconds = 999_999_999
/** The range of a Date in seconds (ECMA-262 section 21.4.1.1). */
const maxSeconds = 8_640_000_000_000n

/** Extension type -1 of 4, 8 or 12 bytes; refuses all others. */
function scanTimestamp(scan: BodyScan, length: number): void {
  scan.count()
  if (scan.uint(1) !== 0xff || (length !== 4 && length !== 8 && length !== 12)) {
    throw new BodyError(hasOtherType)
  }
  const start = scan.skip(length)
  const { buffer, byteOffset } = scan.bytes
  const view = new DataView(buffer, byteOffset + start, length)
  if (length === 4) return
  const nanoseconds = length === 8 ? view.getUint32(0) >>> 2 : view.getUint32(0)
  const seconds = length === 8 ? 0n : view.getBigInt64(4)
  if (nanoseconds > maxNanoseconds || seconds >= maxSeconds || seconds < -maxSeconds) {
    throw new BodyError(hasNoDate)
  }
}
