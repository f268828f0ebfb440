import { decodeCookieText } from '@ctxgen/core/percent'
import { outOfRange } from '../../error/issue-text.ts'
import type { Reading } from '../reading/reading.ts'
import type { WholeScalar } from '../scalar/scalar.ts'
import type { KeyTable } from './key-table.ts'
import { isKnownAt, type KnownKeys, knownFrom, plainKeys } from './known-keys.ts'
import { TextPairs } from './text-pairs.ts'

const TAB = 9
const SPACE = 32
const QUOTE = 34
const MINUS = 45
const SEMICOLON = 59
const EQUALS = 61

/**
 * A cursor over `a=1; b=2` (RFC 6265 section 5.4). Values lose one pair of surrounding double quotes and are
 * then decoded; parts without `=` are skipped.
 */
export class CookiePairs extends TextPairs {
  private readonly raw: string
  private readonly known: KnownKeys | undefined
  /** Whether unknown cookies need no counting: even if all were as short as `a=;`, the text could not have too many. */
  private readonly passesOver: boolean
  /** The start of the next part. */
  private at = 0
  private valueStart = 0
  private valueEnd = 0

  constructor(text: string, at: Reading, keys?: KeyTable) {
    super('cookie', at, keys)
    this.raw = text
    this.known = keys && plainKeys(keys)
    this.passesOver = this.known?.isComplete === true && text.length < this.settings.maxKeys * 3
  }

  protected advance(): boolean {
    const text = this.raw
    const length = text.length
    let i = this.at
    while (i < length) {
      const c = text.charCodeAt(i)
      if (isBlank(c)) {
        i++
        continue
      }
      const semicolon = text.indexOf(';', i)
      const end = semicolon === -1 ? length : semicolon
      this.at = end + 1
      if (this.known !== undefined && this.findKnown(this.known, c, i, end)) return true
      if (!this.passesOver && this.readKey(i, end)) return true
      i = end + 1
    }
    return false
  }

  /** Reads a key of the table at the start of a part; false when there is none. */
  private findKnown(keys: KnownKeys, first: number, start: number, end: number): boolean {
    const text = this.raw
    for (let known = knownFrom(keys, first, this.field); known !== undefined; known = known.next) {
      const equals = start + known.length
      const c = equals < end ? text.charCodeAt(equals) : SEMICOLON
      if ((c !== EQUALS && !isBlank(c)) || !isKnownAt(known, text, start, equals)) continue
      // `a =1`, or a longer key that contains a blank.
      if (c !== EQUALS) return this.readKey(start, end)
      this.field = known.plain
      this.key = known.text
      this.setValue(equals + 1, end)
      return true
    }
    return false
  }

  /** Reads any key; false for a part without one. */
  private readKey(start: number, end: number): boolean {
    let equals = start
    while (equals < end && this.raw.charCodeAt(equals) !== EQUALS) equals++
    if (equals === start || equals === end) return false
    this.setKey(this.raw.slice(start, skipBlanksBack(this.raw, start, equals)))
    this.setValue(equals + 1, end)
    return true
  }

  private setValue(start: number, end: number): void {
    const text = this.raw
    this.valueStart = start
    this.valueEnd = end
    const isBare = start < end && text.charCodeAt(start) > QUOTE && text.charCodeAt(end - 1) > SPACE
    if (!isBare) this.trimValue()
  }

  /** Skips the blanks and quotes around a value. */
  private trimValue(): void {
    const text = this.raw
    const start = skipBlanks(text, this.valueStart, this.valueEnd)
    const end = skipBlanksBack(text, start, this.valueEnd)
    const isQuoted =
      end - start >= 2 && text.charCodeAt(start) === QUOTE && text.charCodeAt(end - 1) === QUOTE
    this.valueStart = isQuoted ? start + 1 : start
    this.valueEnd = isQuoted ? end - 1 : end
  }

  text(): string {
    return decodeCookieText(this.raw.slice(this.valueStart, this.valueEnd))
  }

  /** Reads up to 15 digits in place; other text takes the general path. */
  override int(type: WholeScalar): number | undefined {
    const text = this.raw
    const end = this.valueEnd
    const start = this.valueStart
    const negative = start < end && text.charCodeAt(start) === MINUS
    const digits = negative ? start + 1 : start
    if (digits === end || end - digits > 15) return this.value(type)
    let value = 0
    for (let i = digits; i < end; i++) {
      const digit = text.charCodeAt(i) - 48
      if (digit < 0 || digit > 9) return this.value(type)
      value = value * 10 + digit
    }
    if (negative) value = 0 - value
    return value >= type.min && value <= type.max ? value : this.wrong(outOfRange(type.issue))
  }

  protected override reportsUnknown(): boolean {
    return false
  }

  protected rewind(): void {
    this.at = 0
  }
}

function skipBlanks(text: string, from: number, to: number): number {
  let i = from
  while (i < to && isBlank(text.charCodeAt(i))) i++
  return i
}

function skipBlanksBack(text: string, from: number, to: number): number {
  let i = to
  while (i > from && isBlank(text.charCodeAt(i - 1))) i--
  return i
}

function isBlank(c: number): boolean {
  return c === SPACE || c === TAB
}
