import type { BindInput, BindSettings } from './bind-input.ts'
import type { Faults } from './faults.ts'
import { joinedLines } from './header-values.ts'
import type { KeyTable } from './key-table.ts'
import type { WholeScalar } from './scalar.ts'
import { TextPairs } from './text-pairs.ts'

/** The pairs of the Cookie header; several lines are read as one. */
export function cookiePairs(c: BindInput, faults: Faults, keys?: KeyTable): CookiePairs {
  return new CookiePairs(joinedLines(c.rawHeaders(), 'cookie'), faults, c.bindSettings(), keys)
}

const TAB = 9
const SPACE = 32
const QUOTE = 34
const MINUS = 45
const SEMICOLON = 59
const EQUALS = 61

/**
 * A cursor over `a=1; b=2` (RFC 6265 section 5.4). Values are taken as they are, but for one pair of double quotes around
 * them; parts without `=` are passed over.
 */
export class CookiePairs extends TextPairs {
  private readonly raw: string
  /** Where the next part begins. */
  private at = 0
  private keyStart = 0
  private keyEnd = 0
  private valueStart = 0
  private valueEnd = 0

  constructor(text: string, faults: Faults, settings: BindSettings, keys?: KeyTable) {
    super('cookie', faults, settings, keys)
    this.raw = text
  }

  protected advance(): boolean {
    const text = this.raw
    const length = text.length
    let i = this.at
    while (i < length) {
      i = skipBlanks(text, i, length)
      const start = i
      let c = 0
      for (; i < length; i++) {
        c = text.charCodeAt(i)
        if (c === EQUALS || c === SEMICOLON) break
      }
      const end = skipBlanksBack(text, start, i)
      if (c === EQUALS && i < length) i = this.readValue(i + 1)
      else i++
      if (c !== EQUALS || end === start) continue
      this.at = i
      this.keyStart = start
      this.keyEnd = end
      if (this.keys === undefined) this.key = text.slice(start, end)
      else {
        this.field = this.keys.find(text, start, end, false)
        this.key = this.keys.names[this.field] ?? ''
      }
      return true
    }
    this.at = length
    return false
  }

  /** Finds the value that begins at `from`; returns where the next part begins. */
  private readValue(from: number): number {
    const text = this.raw
    const semicolon = text.indexOf(';', from)
    const partEnd = semicolon === -1 ? text.length : semicolon
    const start = skipBlanks(text, from, partEnd)
    const end = skipBlanksBack(text, start, partEnd)
    const quoted = end - start >= 2 && text.charCodeAt(start) === QUOTE && text.charCodeAt(end - 1) === QUOTE
    this.valueStart = quoted ? start + 1 : start
    this.valueEnd = quoted ? end - 1 : end
    return partEnd + 1
  }

  text(): string {
    return this.raw.slice(this.valueStart, this.valueEnd)
  }

  /** Reads up to 15 digits where they stand; anything else goes the general way. */
  override int(type: WholeScalar): number | undefined {
    const text = this.raw
    const end = this.valueEnd
    const negative = text.charCodeAt(this.valueStart) === MINUS
    const digits = negative ? this.valueStart + 1 : this.valueStart
    if (digits >= end || end - digits > 15) return this.value(type)
    let value = 0
    for (let i = digits; i < end; i++) {
      const digit = text.charCodeAt(i) - 48
      if (digit < 0 || digit > 9) return this.value(type)
      value = value * 10 + digit
    }
    if (negative) value = 0 - value
    return value >= type.min && value <= type.max ? value : this.wrong(type.expected)
  }

  protected override reportsUnknown(): boolean {
    return false
  }

  protected skip(): void {}

  protected rewind(): void {
    this.at = 0
  }

  wholeKey(): string {
    return this.raw.slice(this.keyStart, this.keyEnd)
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
