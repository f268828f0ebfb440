import { decodeFormText } from '@ctxgen/core/percent'
import type { BindSourceName } from '../../error/bind-error.ts'
import { outOfRange } from '../../error/issue-text.ts'
import type { UnknownKeys } from '../reading/bind-input.ts'
import type { Reading } from '../reading/reading.ts'
import type { Scalar, WholeScalar } from '../scalar/scalar.ts'
import type { KeyTable } from './key-table.ts'
import { isKnownAt, type KnownKey, type KnownKeys, knownFrom, pathKeys } from './known-keys.ts'
import { TextPairs } from './text-pairs.ts'
import { closesAt, isKeyEnd, opensAt } from './url-brackets.ts'

const PERCENT = 37
const AMPERSAND = 38
const PLUS = 43
const MINUS = 45
const DOT = 46
const EQUALS = 61
const OPEN = 91
const CLOSE = 93

const powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/**
 * A cursor over `a=1&b=2` (WHATWG URL, section 5.1). Known keys are compared and numbers read in place.
 *
 * Known parts in brackets are, too, with `[` and `%5B` alike; at any other part the key is decoded and split.
 */
export class UrlencodedPairs extends TextPairs {
  private readonly raw: string
  private readonly known: KnownKeys | undefined
  /** The start of a key that is read in place; -1 for a split one. */
  private keyAt = -1
  /** The start of its next part; -1 beyond the last. */
  private partAt = -1
  /** The position to continue from: after the key until the value is read, then after the `&`. */
  private at = 0
  /** The first escapes at or after the current value. */
  private percentAt = -1
  private plusAt = -1

  constructor(source: BindSourceName, text: string, at: Reading, keys?: KeyTable) {
    super(source, at, keys)
    this.raw = text
    this.known = keys && pathKeys(keys)
  }

  protected advance(): boolean {
    const text = this.raw
    const length = text.length
    while (this.at < length) {
      const start = this.at
      if (this.known !== undefined && this.findKnown(this.known, start)) return true
      let isPlain = true
      let end = start
      for (; end < length; end++) {
        const c = text.charCodeAt(end)
        if (c === EQUALS || c === AMPERSAND) break
        if (c <= CLOSE && (c === PERCENT || c === PLUS || c === OPEN || c === CLOSE || c === DOT))
          isPlain = false
      }
      if (end !== start) {
        const key = text.slice(start, end)
        this.keyAt = -1
        this.partAt = -1
        this.endKey(end)
        this.setPath(isPlain ? this.take(key) : this.split(decodeFormText(key)))
        return true
      }
      this.skip()
    }
    return false
  }

  /** Reads a key that begins with one of the table; false when there is none. */
  private findKnown(keys: KnownKeys, start: number): boolean {
    const text = this.raw
    for (
      let known = knownFrom(keys, text.charCodeAt(start), this.field);
      known !== undefined;
      known = known.next
    ) {
      const end = start + known.length
      if (end > text.length) continue
      const c = end < text.length ? text.charCodeAt(end) : AMPERSAND
      if (c !== EQUALS && c !== AMPERSAND && c !== OPEN && c !== PERCENT) continue
      if (!isKnownAt(known, text, start, end)) continue
      if (c === EQUALS || c === AMPERSAND) {
        if (known.plain === -1) return false
        this.setKnown(known.text, known.plain)
        this.at = c === EQUALS ? end + 1 : end
        return true
      }
      return this.openBrackets(known, start, end)
    }
    return false
  }

  /** Reads `a[]`, a list under the key `a`, or begins to read `a[b]`. */
  private openBrackets(known: KnownKey, start: number, end: number): boolean {
    const opens = opensAt(this.raw, end)
    if (opens === 0) return false
    const closes = closesAt(this.raw, end + opens)
    if (closes !== 0) {
      const after = end + opens + closes
      if (known.plain === -1 || !isKeyEnd(this.raw, after)) return false
      this.setKnown(known.text, known.plain)
      this.endKey(after)
      return true
    }
    if (known.nested === -1) return false
    this.setKnownPath(known.path, known.nested)
    this.keyAt = start
    this.partAt = end + opens
    this.taken = 1
    return true
  }

  /** Decodes and splits a key that is read in place. */
  protected override settle(): void {
    const { keyAt: start, raw: text } = this
    if (start === -1) return
    let end = start
    while (!isKeyEnd(text, end)) end++
    const isOpen = this.partAt !== -1
    this.keyAt = -1
    this.partAt = -1
    this.scan(decodeFormText(text.slice(start, end)))
    if (isOpen) this.endKey(end)
  }

  override inner(keys?: KeyTable, unknown?: UnknownKeys | 'app'): string {
    if (this.partAt === -1 || keys === undefined) return super.inner(keys, unknown)
    if (unknown !== undefined) this.within = unknown
    this.level = keys
    return this.knownPart(keys) ?? super.inner(keys)
  }

  /** The next part, if it is in `keys` and needs no decoding. */
  private knownPart(keys: KeyTable): string | undefined {
    const { raw: text, partAt: at } = this
    // Reading beyond the end would return NaN and make V8 deoptimise the calls.
    const first = at < text.length ? text.charCodeAt(at) : AMPERSAND
    for (let known = knownFrom(pathKeys(keys), first, -1); known !== undefined; known = known.next) {
      const end = at + known.length
      const closes = closesAt(text, end)
      if (closes === 0 || !isKnownAt(known, text, at, end)) continue
      if (isKeyEnd(text, end + closes)) {
        return known.plain !== -1 && this.endAt(end + closes) ? known.text : undefined
      }
      return known.nested !== -1 && this.passAt(end + closes) ? known.path : undefined
    }
    return undefined
  }

  override elementIndex(): number | undefined {
    const { raw: text, partAt: at } = this
    if (at === -1) return super.elementIndex()
    let index = 0
    let i = at
    for (; i < text.length; i++) {
      const digit = text.charCodeAt(i) - 48
      if (digit < 0 || digit > 9) break
      index = index * 10 + digit
    }
    const end = i + closesAt(text, i)
    const isIndex = i !== at && end !== i && (isKeyEnd(text, end) ? this.endAt(end) : this.passAt(end))
    return isIndex ? this.checkedIndex(index) : super.elementIndex()
  }

  /** Moves past the bracket at `end` to the next part; false when none in brackets follows, or it is one too many. */
  private passAt(end: number): boolean {
    const { raw: text } = this
    const opens = opensAt(text, end)
    if (opens === 0 || closesAt(text, end + opens) !== 0 || this.taken >= this.settings.maxDepth) return false
    this.partAt = end + opens
    this.taken++
    return true
  }

  /** Moves past the last part; false when it is one too many. */
  private endAt(end: number): boolean {
    if (this.taken >= this.settings.maxDepth) return false
    this.partAt = -1
    this.taken++
    this.endKey(end)
    return true
  }

  override isLast(): boolean {
    return this.keyAt === -1 ? super.isLast() : this.partAt === -1
  }

  /** Moves to the value of the key that ends there. */
  private endKey(end: number): void {
    this.at = end < this.raw.length && this.raw.charCodeAt(end) === EQUALS ? end + 1 : end
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

  protected override skip(): void {
    const end = this.raw.indexOf('&', this.at)
    this.at = end === -1 ? this.raw.length : end + 1
  }

  protected rewind(): void {
    this.at = 0
    this.percentAt = -1
    this.plusAt = -1
  }
}
