import { joinBytes } from '../request/join-bytes.ts'
import { BodyFault } from './body-fault.ts'
import { BodyScan, checkUtf8, isProto } from './body-scan.ts'
import { decodeUtf8 } from './body-text.ts'
import { readDate } from './rfc3339.ts'

/** What the scan found out for the decoder. */
export interface CborScan {
  /** The body without forms that the decoder does not know; the same bytes when it has none. */
  readonly bytes: Uint8Array
  /** Whether a key is `__proto__`. */
  readonly hasProto: boolean
}

/**
 * Checks that the bytes are one CBOR value (RFC 8949) within the limit, and that its tags are those of dates and big
 * integers, each on a value that it fits. @throws BodyFault when they are not.
 */
export function scanCbor(bytes: Uint8Array, maxDepth: number): CborScan {
  const scan = new BodyScan(bytes, maxDepth)
  const edits: Edit[] = []
  while (scan.next(breakStop)) scanItem(scan, edits)
  scan.end()
  return { bytes: edits.length === 0 ? bytes : applyEdits(bytes, edits), hasProto: scan.hasProto }
}

/** Ends a string, list or map of no declared length. */
const breakStop = 0xff

const BYTES = 2
const TEXT = 3
const LIST = 4
const MAP = 5
const TAG = 6
const SIMPLE = 7

interface Head {
  readonly major: number
  /** The low five bits. */
  readonly info: number
  /** The number in the head; infinite for no declared length. */
  readonly value: number
}

function readHead(scan: BodyScan): Head {
  const byte = scan.uint(1)
  const major = byte >> 5
  const info = byte & 0x1f
  return { major, info, value: readArgument(scan, major, info) }
}

function readArgument(scan: BodyScan, major: number, info: number): number {
  if (info < 24) return info
  switch (info) {
    case 24:
      return scan.uint(1)
    case 25:
      return scan.uint(2)
    case 26:
      return scan.uint(4)
    case 27:
      return scan.uint(8)
    case 31:
      if (major >= BYTES && major <= MAP) return Number.POSITIVE_INFINITY
  }
  throw new BodyFault('has a value that is not well-formed')
}

function scanItem(scan: BodyScan, edits: Edit[]): void {
  const start = scan.at
  const head = readHead(scan)
  if (scan.isKey && head.major !== TEXT) throw new BodyFault('has a key that is no text')
  switch (head.major) {
    case BYTES:
    case TEXT:
      scanString(scan, start, head, edits)
      return
    case LIST:
      scan.open(head.value, false)
      return
    case MAP:
      scan.open(head.value, true)
      return
    case TAG:
      scanTagged(scan, head.value, edits)
      return
    case SIMPLE:
      scanSimple(head)
  }
}

/** false, true, null, undefined and floats; other simple values mean nothing to anyone. */
function scanSimple({ info }: Head): void {
  if (info >= 20 && info <= 23) return
  if (info < 25 || info > 27) throw new BodyFault('has a value of a type that is not accepted')
}

/** Returns the bytes of a string, joined when it comes in chunks: the decoder knows no strings in chunks. */
function scanString(scan: BodyScan, start: number, { major, value }: Head, edits: Edit[]): Uint8Array {
  const { bytes } = scan
  if (value !== Number.POSITIVE_INFINITY) {
    const from = scan.at
    if (major === TEXT) scan.text(value)
    else scan.skip(value)
    return bytes.subarray(from, scan.at)
  }
  const chunks: Uint8Array[] = []
  while (bytes[scan.at] !== breakStop) {
    const chunk = readHead(scan)
    if (chunk.major !== major || chunk.value === Number.POSITIVE_INFINITY) {
      throw new BodyFault('has a value that is not well-formed')
    }
    const from = scan.skip(chunk.value)
    if (major === TEXT) checkUtf8(bytes, from, scan.at)
    chunks.push(bytes.subarray(from, scan.at))
  }
  scan.skip(1)
  const joined = joinBytes(chunks)
  if (scan.isKey && isProto(joined, 0, joined.length)) scan.hasProto = true
  const head = new Uint8Array(5)
  head[0] = (major << 5) | 26
  new DataView(head.buffer).setUint32(1, joined.length)
  edits.push({ start, end: scan.at, bytes: joinBytes([head, joined]) })
  return joined
}

/** More than any number in use needs; the cost of a big integer grows with its square. */
const maxBignumBytes = 1024

function scanTagged(scan: BodyScan, tag: number, edits: Edit[]): void {
  const start = scan.at
  const head = readHead(scan)
  switch (tag) {
    case 0: {
      if (head.major !== TEXT) break
      const text = decodeUtf8(scanString(scan, start, head, edits))
      if (readDate(text) === undefined) throw new BodyFault('has an impossible date')
      return
    }
    case 1:
      if (scanEpoch(scan, start, head, edits)) return
      break
    case 2:
    case 3:
      if (head.major !== BYTES) break
      if (scanString(scan, start, head, edits).length > maxBignumBytes) {
        throw new BodyFault(`has a number of more than ${maxBignumBytes} bytes`)
      }
      return
  }
  throw new BodyFault('has a tag that is not accepted')
}

/** The last millisecond that a Date can hold (ECMA-262 section 21.4.1.1). */
const maxMilliseconds = 8.64e15

/** Seconds since 1970, whole or not; false when the item is no number. */
function scanEpoch(scan: BodyScan, start: number, { major, info, value }: Head, edits: Edit[]): boolean {
  const isFloat = major === SIMPLE && info >= 25 && info <= 27
  if (major > 1 && !isFloat) return false
  const seconds = isFloat ? readFloat(scan.bytes, start, info) : major === 1 ? -1 - value : value
  if (!(Math.abs(seconds) * 1000 <= maxMilliseconds)) throw new BodyFault('has an impossible date')
  // The decoder makes dates of numbers only, and bigints of whole numbers of 8 bytes.
  if (info === 27 && !isFloat) {
    const float = new Uint8Array(9)
    float[0] = 0xfb
    new DataView(float.buffer).setFloat64(1, seconds)
    edits.push({ start, end: scan.at, bytes: float })
  }
  return true
}

function readFloat({ buffer, byteOffset }: Uint8Array, start: number, info: number): number {
  const view = new DataView(buffer, byteOffset + start + 1)
  if (info === 27) return view.getFloat64(0)
  return info === 26 ? view.getFloat32(0) : readHalf(view.getUint16(0))
}

/** A half-precision float (RFC 8949 appendix D). */
function readHalf(half: number): number {
  const exponent = (half >> 10) & 0x1f
  const mantissa = half & 0x3ff
  const size =
    exponent === 0
      ? mantissa * 2 ** -24
      : exponent === 31
        ? Number.POSITIVE_INFINITY
        : (mantissa + 1024) * 2 ** (exponent - 25)
  return half & 0x8000 ? -size : size
}

/** Bytes that stand in place of others. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly bytes: Uint8Array
}

function applyEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const edit of edits) {
    pieces.push(bytes.subarray(at, edit.start), edit.bytes)
    at = edit.end
  }
  pieces.push(bytes.subarray(at))
  return joinBytes(pieces)
}
