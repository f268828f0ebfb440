import { decodeFormText } from '@ctxgen/core/percent'
import type { BindSourceName } from '../../error/bind-error.ts'
import { outOfRange } from '../../error/issue-text.ts'
import type { Reading } from '../reading.ts'
import type { Scalar, WholeScalar } from '../scalar.ts'
import { FormPairs } from './form-pairs.ts'
import type { KeyTable } from './key-table.ts'

const AMPERSAND = 38
const MINUS = 45
const DOT = 46

const powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/** Reads the values of `a=1&b=2` in place. */
export abstract class UrlencodedValues extends FormPairs {
  protected readonly raw: string
  /** The position to continue from: after the key until the value is read, then after the `&`. */
  protected at = 0
  /** The first escapes at or after the current value. */
  private percentAt = -1
  private plusAt = -1

  constructor(source: BindSourceName, text: string, at: Reading, keys?: KeyTable) {
    super(source, at, keys)
    this.raw = text
  }

  text(): string {
    const text = this.raw
    const start = this.at
    const ampersand = text.indexOf('&', start)
    const end = ampersand === -1 ? text.length : ampersand
    this.at = end + 1
    const value = text.slice(start, end)
    return this.hasEscape(start, end) ? decodeFormText(value) : value
  }

  /** Searches the text once instead of each value, because most texts have few escapes or none. */
  private hasEscape(start: number, end: number): boolean {
    if (this.percentAt < start) this.percentAt = this.findFrom('%', start)
    if (this.plusAt < start) this.plusAt = this.findFrom('+', start)
    return this.percentAt < end || this.plusAt < end
  }

  private findFrom(sign: string, start: number): number {
    const found = this.raw.indexOf(sign, start)
    return found === -1 ? Number.MAX_SAFE_INTEGER : found
  }

  /** Reads up to 15 digits in place; other text takes the general path. */
  override int(type: WholeScalar): number | undefined {
    const text = this.raw
    const length = text.length
    const start = this.at
    const negative = start < length && text.charCodeAt(start) === MINUS
    const digits = negative ? start + 1 : start
    let i = digits
    let value = 0
    for (; i < length; i++) {
      const digit = text.charCodeAt(i) - 48
      if (digit < 0 || digit > 9) break
      value = value * 10 + digit
    }
    if (!this.endsAt(i) || i === digits || i - digits > 15) return this.value(type)
    if (negative) value = 0 - value
    this.at = i + 1
    return value >= type.min && value <= type.max ? value : this.wrong(outOfRange(type.issue))
  }

  /**
   * Reads up to 15 digits in place. The quotient of an integer below 2^53 and a power of ten is the nearest double
   * (Clinger 1990). Exponents and longer numbers take the general path.
   */
  override number(type: Scalar<number>): number | undefined {
    const text = this.raw
    const length = text.length
    const start = this.at
    const negative = start < length && text.charCodeAt(start) === MINUS
    const digits = negative ? start + 1 : start
    let i = digits
    let value = 0
    let point = -1
    for (; i < length; i++) {
      const c = text.charCodeAt(i)
      if (c >= 48 && c <= 57) value = value * 10 + (c - 48)
      else if (c === DOT && point === -1 && i !== digits) point = i
      else break
    }
    if (!this.endsAt(i) || i === digits || i - digits > 15 || point === i - 1) return this.value(type)
    this.at = i + 1
    if (point !== -1) value /= powersOfTen[i - point - 1] ?? 1
    return negative ? -value : value
  }

  /** Reads `true` and `false` in place. */
  override bool(type: Scalar<boolean>): boolean | undefined {
    const text = this.raw
    const at = this.at
    if (this.endsAt(at + 4) && text.slice(at, at + 4) === 'true') {
      this.at = at + 5
      return true
    }
    if (this.endsAt(at + 5) && text.slice(at, at + 5) === 'false') {
      this.at = at + 6
      return false
    }
    return this.value(type)
  }

  private endsAt(i: number): boolean {
    return i >= this.raw.length || this.raw.charCodeAt(i) === AMPERSAND
  }

  protected skip(): void {
    const end = this.raw.indexOf('&', this.at)
    this.at = end === -1 ? this.raw.length : end + 1
  }

  protected rewind(): void {
    this.at = 0
    this.percentAt = -1
    this.plusAt = -1
  }

  sentFile(): undefined {}
}
