import {
  hasNoDate,
  hasOtherKey,
  hasOtherTag,
  hasOtherType,
  isMalformed,
  tooLargeNumber,
} from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import type { DecodeLimits } from '../reading/codec.ts'
import { readDate } from '../scalar/rfc3339.ts'
import { BodyScan, checkUtf8, isProto } from './body-scan.ts'
import { decodeUtf8 } from './body-text.ts'
import { BodyError } from './decode-body.ts'
import { RewrittenBytes } from './rewritten-bytes.ts'

/** The result of a scan, for the decoder. */
interface CborScan {
  /** The body without encodings that the decoder does not support; unchanged when it has none. */
  readonly bytes: Uint8Array
  /** Whether a key is `__proto__`. */
  readonly hasProto: boolean
}

/**
 * Checks that the bytes are one CBOR value (RFC 8949) within the limits, and that all tags are dates or big integers
 * with a valid value.
 * @throws BodyError when they are not.
 */
export function scanCbor(bytes: Uint8Array, limits: DecodeLimits): CborScan {
  const scan = new BodyScan(bytes, limits)
  const written = new RewrittenBytes(bytes)
  while (scan.next(breakStop)) scanItem(scan, written)
  scan.end()
  return { bytes: written.finish(), hasProto: scan.hasProto }
}

/** Ends a string, list or map of undeclared length. */
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
  /** The number in the head; infinite for an undeclared length. */
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
  throw new BodyError(isMalformed)
}

function scanItem(scan: BodyScan, written: RewrittenBytes): void {
  const start = scan.at
  const head = readHead(scan)
  if (scan.isKey && head.major !== TEXT) throw new BodyError(hasOtherKey)
  switch (head.major) {
    case BYTES:
    case TEXT:
      scanString(scan, start, head, written)
      return
    case LIST:
      scan.open(head.value, false)
      return
    case MAP:
      scan.open(head.value, true)
      return
    case TAG:
      scanTagged(scan, head.value, written)
      return
    case SIMPLE:
      scanSimple(head)
  }
}

/** Accepts false, true, null, undefined and floats; other simple values have no meaning. */
function scanSimple({ info }: Head): void {
  if (info >= 20 && info <= 23) return
  if (info < 25 || info > 27) throw new BodyError(hasOtherType)
}

/** Returns the length of a string, joining its chunks, because the decoder does not support chunked strings. */
function scanString(scan: BodyScan, start: number, { major, value }: Head, written: RewrittenBytes): number {
  if (major === BYTES) scan.count()
  if (value === Number.POSITIVE_INFINITY) return joinChunks(scan, start, major, written)
  if (major === TEXT) scan.text(value)
  else scan.skip(value)
  return value
}

function joinChunks(scan: BodyScan, start: number, major: number, written: RewrittenBytes): number {
  const { bytes } = scan
  let length = 0
  written.begin(start)
  while (bytes[scan.at] !== breakStop) {
    const chunk = readHead(scan)
    if (chunk.major !== major || chunk.value === Number.POSITIVE_INFINITY) {
      throw new BodyError(isMalformed)
    }
    const from = scan.skip(chunk.value)
    if (major === TEXT) checkUtf8(bytes, from, scan.at)
    written.append(from, scan.at)
    length += chunk.value
  }
  scan.skip(1)
  written.end(scan.at)
  if (scan.isKey && isProto(written.last(length), 0, length)) scan.hasProto = true
  written.insert(headOf(major, length), length)
  return length
}

/** The shortest head of a string, which is never longer than the heads of its chunks. */
function headOf(major: number, length: number): readonly number[] {
  const high = major << 5
  if (length < 24) return [high | length]
  if (length < 0x100) return [high | 24, length]
  if (length < 0x10000) return [high | 25, length >> 8, length & 0xff]
  return [high | 26, length >>> 24, (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff]
}

/** The bytes of the string that {@link scanString} has skipped. */
function stringBytes(
  { bytes, at }: BodyScan,
  { value }: Head,
  length: number,
  written: RewrittenBytes,
): Uint8Array {
  return value === Number.POSITIVE_INFINITY ? written.last(length) : bytes.subarray(at - length, at)
}

/** Longer than any number in use; the cost of a big integer is quadratic. */
const maxBignumBytes = 1024

function scanTagged(scan: BodyScan, tag: number, written: RewrittenBytes): void {
  scan.count()
  const start = scan.at
  const head = readHead(scan)
  switch (tag) {
    case 0: {
      if (head.major !== TEXT) break
      const length = scanString(scan, start, head, written)
      const text = decodeUtf8(stringBytes(scan, head, length, written))
      if (readDate(text) === undefined) throw new BodyError(hasNoDate)
      return
    }
    case 1:
      if (scanEpoch(scan, start, head, written)) return
      break
    case 2:
    case 3:
      if (head.major !== BYTES) break
      if (scanString(scan, start, head, written) > maxBignumBytes) {
        throw new BodyError(withValues(tooLargeNumber, { max: maxBignumBytes }))
      }
      return
  }
  throw new BodyError(hasOtherTag)
}

/** The range of a Date (ECMA-262 section 21.4.1.1). */
const maxMilliseconds = 8.64e15

/** Seconds since 1970, possibly fractional; false when the item is not a number. */
function scanEpoch(
  scan: BodyScan,
  start: number,
  { major, info, value }: Head,
  written: RewrittenBytes,
): boolean {
  const isFloat = major === SIMPLE && info >= 25 && info <= 27
  if (major > 1 && !isFloat) return false
  const seconds = isFloat ? readFloat(scan.bytes, start, info) : major === 1 ? -1 - value : value
  if (!(Math.abs(seconds) * 1000 <= maxMilliseconds)) throw new BodyError(hasNoDate)
  // The decoder makes dates of `number`s only, and decodes 8-byte integers to bigints.
  if (info === 27 && !isFloat) {
    const float = new DataView(new ArrayBuffer(8))
    float.setFloat64(0, seconds)
    written.begin(start)
    written.add(0xfb)
    for (let i = 0; i < 8; i++) written.add(float.getUint8(i))
    written.end(scan.at)
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
