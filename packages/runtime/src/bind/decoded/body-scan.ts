import { declaresMore, endsEarly, endsLate, lacksValue, tooDeep } from '../../error/english-issues.ts'
import { withValues } from '../../error/issue-text.ts'
import type { DecodeLimits } from '../reading/codec.ts'
import { BodyError, tooManyObjects } from './decode-body.ts'
import { KeyCache } from './key-cache.ts'
import { RareKeys } from './rare-keys.ts'

interface OpenList {
  /** The number of remaining items; infinite until a break. */
  left: number
  readonly isMap: boolean
  /** Whether the next item of a map is a key. */
  atKey: boolean
}

/** A member takes at least the head of its key, two bytes for all but a few hundred keys, and a value. */
const bytesOfMember = 4

const keys = new KeyCache()

/**
 * Scans a binary body before a library decodes it, and refuses lengths beyond the end, nesting and objects beyond the
 * limits, and map keys that are not text. Nothing is allocated for declared lengths.
 */
export class BodyScan {
  readonly bytes: Uint8Array
  at = 0
  /** Whether the item is the key of a map. */
  isKey = false
  /** Whether a key is `__proto__`. */
  hasProto = false
  readonly #view: DataView
  readonly #limits: DecodeLimits
  readonly #open: OpenList[] = [{ left: 1, isMap: false, atKey: false }]
  /** Declared items that have not begun; each needs at least one byte. */
  #promised = 1
  #objects = 0
  /** Absent for a body too small to have too many. */
  readonly #rare: RareKeys | undefined

  constructor(bytes: Uint8Array, limits: DecodeLimits) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#limits = limits
    const { maxRareKeys } = limits
    if (bytes.length > bytesOfMember * maxRareKeys) this.#rare = new RareKeys(maxRareKeys)
  }

  /** Moves to the next item; false after the last one. @param stop the byte that ends a list of undeclared length. */
  next(stop?: number): boolean {
    for (;;) {
      const list = this.#open.at(-1)
      if (list === undefined) return false
      if (list.left === 0 || (list.left === Number.POSITIVE_INFINITY && this.#takeStop(list, stop))) {
        this.#open.pop()
        continue
      }
      if (list.left !== Number.POSITIVE_INFINITY) {
        list.left--
        this.#promised--
      }
      this.isKey = list.isMap && list.atKey
      list.atKey = !list.atKey
      return true
    }
  }

  #takeStop(list: OpenList, stop: number | undefined): boolean {
    if (this.bytes[this.at] !== stop) return false
    if (list.isMap && !list.atKey) throw new BodyError(lacksValue)
    this.at++
    return true
  }

  /** Enters a list of `count` items, or a map of `count` pairs. */
  open(count: number, isMap: boolean): void {
    const { maxDepth } = this.#limits
    if (this.#open.length > maxDepth + 1) throw new BodyError(withValues(tooDeep, { max: maxDepth }))
    this.count()
    const left = isMap ? count * 2 : count
    if (left !== Number.POSITIVE_INFINITY) this.#promised += left
    if (this.#promised > this.bytes.length - this.at) throw new BodyError(declaresMore)
    this.#open.push({ left, isMap, atKey: true })
  }

  /** Counts a value that is decoded to an object. */
  count(): void {
    if (++this.#objects > this.#limits.maxObjects) throw tooManyObjects(this.#limits.maxObjects)
  }

  /** Skips `length` bytes and returns their start. */
  skip(length: number): number {
    const start = this.at
    if (length > this.bytes.length - start) throw new BodyError(endsEarly)
    this.at = start + length
    return start
  }

  /** Skips a text of `length` bytes. */
  text(length: number): void {
    const start = this.skip(length)
    checkUtf8(this.bytes, start, this.at)
    if (!this.isKey) return
    if (isProto(this.bytes, start, length)) this.hasProto = true
    this.#rare?.add(keys.decode(this.bytes, start, length))
  }

  /** Reads an unsigned number of 1, 2, 4 or 8 bytes. */
  uint(size: 1 | 2 | 4 | 8): number {
    const start = this.skip(size)
    switch (size) {
      case 1:
        return this.#view.getUint8(start)
      case 2:
        return this.#view.getUint16(start)
      case 4:
        return this.#view.getUint32(start)
      case 8:
        return Number(this.#view.getBigUint64(start))
    }
  }

  /** Called after the last item. */
  end(): void {
    if (this.at !== this.bytes.length) throw new BodyError(endsLate)
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * For short texts the libraries accept more than UTF-8: `C0 AF`, an overlong slash, becomes a slash that a check of the
 * bytes would miss.
 *
 * @throws TypeError for invalid UTF-8.
 */
export function checkUtf8(bytes: Uint8Array, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    if ((bytes[i] ?? 0) < 0x80) continue
    strict.decode(bytes.subarray(i, end))
    return
  }
}

const proto = '__proto__'

export function isProto(bytes: Uint8Array, start: number, length: number): boolean {
  if (length !== proto.length) return false
  for (let i = 0; i < length; i++) {
    if (bytes[start + i] !== proto.charCodeAt(i)) return false
  }
  return true
}

/** Defines an own member with any name, as JSON.parse does. */
export function setOwn(object: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
