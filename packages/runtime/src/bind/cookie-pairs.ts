import type { BindInput, BindSettings } from './bind-input.ts'
import type { Faults } from './faults.ts'
import { cookieText } from './header-values.ts'
import { isKnownAt, type KeyTable, type KnownKeys, knownFrom } from './key-table.ts'
import type { WholeScalar } from './scalar.ts'
import { TextPairs } from './text-pairs.ts'

/** The pairs of the Cookie header; several lines are read as one. */
export function cookiePairs(c: BindInput, faults: Faults, keys?: KeyTable): CookiePairs {
  return new CookiePairs(cookieText(c.rawHeaders()), faults, c.bindSettings(), keys)
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
  private readonly known: KnownKeys | undefined
  /**
   * Whether cookies that the DTO does not know need not even be counted: there is no room for too many, and `a=;` is the
   * shortest.
   */
  private readonly passesOver: boolean
  /** Where to go on: behind the `=` until the value is taken, then behind the semicolon. */
  private at = 0
  /** The key, known or not. */
  private whole = ''

  constructor(text: string, faults: Faults, settings: BindSettings, keys?: KeyTable) {
    super('cookie', faults, settings, keys)
    this.raw = text
    this.known = keys?.plain
    this.passesOver = this.known?.isComplete === true && text.length < settings.maxKeys * 3
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
      if (this.known !== undefined && this.findKnown(this.known, c, i)) return true
      const equals = this.passesOver ? -1 : this.equalsFrom(i)
      if (equals > i) {
        this.whole = text.slice(i, skipBlanksBack(text, i, equals))
        this.setKey(this.whole)
        this.at = equals + 1
        return true
      }
      i = this.partEnd(i) + 1
    }
    this.at = length
    return false
  }

  /** Reads a key of the table that stands at `start`, where its first character does. */
  private findKnown(keys: KnownKeys, first: number, start: number): boolean {
    const text = this.raw
    const length = text.length
    for (let known = knownFrom(keys, first, this.field); known !== undefined; known = known.next) {
      const end = start + known.length
      const c = end < length ? text.charCodeAt(end) : SEMICOLON
      if ((c !== EQUALS && !isBlank(c)) || !isKnownAt(known, text, start, end)) continue
      const equals = c === EQUALS ? end : skipBlanks(text, end, length)
      if (equals === length || text.charCodeAt(equals) !== EQUALS) continue
      this.field = known.plain
      this.key = known.text
      this.whole = known.text
      this.at = equals + 1
      return true
    }
    return false
  }

  /** The `=` of the part that begins at `start`; -1 when it has none. */
  private equalsFrom(start: number): number {
    const text = this.raw
    for (let i = start; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === EQUALS) return i
      if (c === SEMICOLON) break
    }
    return -1
  }

  /** The semicolon behind `from`, or the end. */
  private partEnd(from: number): number {
    const semicolon = this.raw.indexOf(';', from)
    return semicolon === -1 ? this.raw.length : semicolon
  }

  text(): string {
    const start = this.at
    const end = this.partEnd(start)
    this.at = end + 1
    const bare = start < end && this.raw.charCodeAt(start) > QUOTE && this.raw.charCodeAt(end - 1) > SPACE
    return bare ? this.raw.slice(start, end) : this.trimmed(start, end)
  }

  /** A value without the blanks around it, and without its quotes. */
  private trimmed(from: number, to: number): string {
    const text = this.raw
    const start = skipBlanks(text, from, to)
    const end = skipBlanksBack(text, start, to)
    const quoted = end - start >= 2 && text.charCodeAt(start) === QUOTE && text.charCodeAt(end - 1) === QUOTE
    return quoted ? text.slice(start + 1, end - 1) : text.slice(start, end)
  }

  /** Reads up to 15 digits where they stand; anything else goes the general way. */
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
    const ended = i === length || text.charCodeAt(i) === SEMICOLON
    if (!ended || i === digits || i - digits > 15) return this.value(type)
    this.at = i + 1
    if (negative) value = 0 - value
    return value >= type.min && value <= type.max ? value : this.wrong(type.expected)
  }

  protected override reportsUnknown(): boolean {
    return false
  }

  protected skip(): void {
    this.at = this.partEnd(this.at) + 1
  }

  protected rewind(): void {
    this.at = 0
  }

  wholeKey(): string {
    return this.whole
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
