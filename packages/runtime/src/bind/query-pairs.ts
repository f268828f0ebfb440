import type { BindSourceName } from '../error/bind-error.ts'
import type { FileHeader } from '../request/file-header.ts'
import { decodeFormText } from '../request/percent.ts'
import type { BindInput, BindSettings } from './bind-input.ts'
import type { Faults } from './faults.ts'
import { dottedPath, FormPairs } from './form-pairs.ts'
import { type KeyTable, type KnownKey, knownFrom } from './key-table.ts'
import { asBool, asNumber, type WholeScalar } from './scalar.ts'

/** The pairs of the query string. */
export function queryPairs(c: BindInput, faults: Faults, keys?: KeyTable): FormPairs {
  return new UrlencodedPairs('query', c.rawQuery(), faults, c.bindSettings(), keys)
}

const AMPERSAND = 38
const PERCENT = 37
const PLUS = 43
const MINUS = 45
const DOT = 46
const EQUALS = 61
const OPEN = 91
const CLOSE = 93

const powersOfTen = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

/** The end of a key that was decoded. */
const decoded = -1
/** The end of a key in brackets that is being read part by part. */
const unread = -2

/**
 * A cursor over `a=1&b=2` (WHATWG URL, section 5.1).
 *
 * A key that the DTO knows is compared where it stands, part by part when it is one in brackets, `[` and `%5B` alike. As
 * soon as that does not go on, the key is decoded and taken apart as a whole, which is what says what a key means.
 */
export class UrlencodedPairs extends FormPairs {
  private readonly raw: string
  /** Where to go on: behind the key until the value is taken, then behind the `&`. */
  private at = 0
  private keyAt = 0
  /** Where the key ends, {@link decoded} or {@link unread}. */
  private keyEnd = 0
  /** Where the next part of a key that is unread stands. */
  private partAt = 0
  /** How many parts of a key in brackets were read; 0 for a key without. */
  private parts = 0
  /** The first escapes that no value has passed. */
  private percentAt = -1
  private plusAt = -1

  constructor(source: BindSourceName, text: string, faults: Faults, settings: BindSettings, keys?: KeyTable) {
    super(source, faults, settings, keys)
    this.raw = text
  }

  protected advance(): boolean {
    const text = this.raw
    const length = text.length
    let start = this.at
    while (start < length) {
      if (this.keys !== undefined && this.findKnown(this.keys, start)) return true
      let special = false
      let i = start
      for (; i < length; i++) {
        const c = text.charCodeAt(i)
        if (c === EQUALS || c === AMPERSAND) break
        if (c <= CLOSE && (c === PERCENT || c === PLUS || c === OPEN || c === CLOSE || c === DOT))
          special = true
      }
      if (i !== start) {
        this.readKey(start, i, special)
        return true
      }
      this.skip()
      start = this.at
    }
    return false
  }

  /** Reads a key of the table that stands at `start`; false when it is none, or must be decoded to tell. */
  private findKnown(keys: KeyTable, start: number): boolean {
    const text = this.raw
    for (
      let known = knownFrom(keys.paths, text.charCodeAt(start), this.field);
      known !== undefined;
      known = known.next
    ) {
      const end = start + known.text.length
      const c = end < text.length ? text.charCodeAt(end) : AMPERSAND
      if (c !== EQUALS && c !== AMPERSAND && c !== OPEN && c !== PERCENT) continue
      if (text.slice(start, end) !== known.text) continue
      if (c === OPEN || c === PERCENT) return this.openBrackets(keys, known, start, end)
      return this.setPlain(keys, known, start, end, end)
    }
    return false
  }

  /** Reads `a[]`, which says "list" and is the key `a`, or begins to read `a[b]`. */
  private openBrackets(keys: KeyTable, known: KnownKey, start: number, end: number): boolean {
    const opens = opensAt(this.raw, end)
    if (opens === 0) return false
    const closes = closesAt(this.raw, end + opens)
    if (closes !== 0) {
      const after = end + opens + closes
      return this.isKeyEnd(after) && this.setPlain(keys, known, start, end, after)
    }
    if (known.nested === -1) return false
    this.field = known.nested
    this.key = keys.names[known.nested] ?? ''
    this.keyAt = start
    this.keyEnd = unread
    this.partAt = end + opens
    this.parts = 1
    return true
  }

  private setPlain(keys: KeyTable, { plain }: KnownKey, start: number, end: number, after: number): boolean {
    if (plain === -1) return false
    this.field = plain
    this.key = keys.names[plain] ?? ''
    this.path = ''
    this.keyAt = start
    this.keyEnd = end
    this.parts = 0
    this.moveBehindKey(after)
    return true
  }

  /** Reads any key; `special` says that it is more than its characters, an escape or a path. */
  private readKey(start: number, end: number, special: boolean): void {
    this.moveBehindKey(end)
    this.path = ''
    this.keyAt = start
    this.keyEnd = special ? decoded : end
    this.parts = 0
    const key = this.raw.slice(start, end)
    this.setKey(special ? this.open(decodeFormText(key)) : key)
  }

  /** Decodes the key that is being read, and goes on with it as with any other. */
  private settle(): void {
    let end = this.partAt
    while (!this.isKeyEnd(end)) end++
    this.moveBehindKey(end)
    this.keyEnd = decoded
    this.open(decodeFormText(this.raw.slice(this.keyAt, end)))
    for (let i = 1; i < this.parts; i++) super.inner()
  }

  override inner(keys?: KeyTable): string {
    if (this.keyEnd !== unread) return super.inner()
    const part = keys === undefined ? this.plainPart() : this.knownPart(keys)
    if (part !== undefined) return part
    this.settle()
    return super.inner()
  }

  /** The next part, when it is one of these; `undefined` when it must be decoded to tell. */
  private knownPart(keys: KeyTable): string | undefined {
    const text = this.raw
    const start = this.partAt
    // Beyond the end there is NaN, which would make each later call a slow one.
    const first = start < text.length ? text.charCodeAt(start) : AMPERSAND
    for (let known = knownFrom(keys.paths, first, -1); known !== undefined; known = known.next) {
      const end = start + known.text.length
      const closes = closesAt(text, end)
      if (closes === 0 || text.slice(start, end) !== known.text) continue
      if (this.isKeyEnd(end + closes)) {
        return known.plain !== -1 && this.endKey(end + closes) ? keys.names[known.plain] : undefined
      }
      return known.nested !== -1 && this.movePast(end) ? keys.names[known.nested] : undefined
    }
    return undefined
  }

  /** The next part, when it need not be decoded. */
  private plainPart(): string | undefined {
    const text = this.raw
    const start = this.partAt
    const end = plainEnd(text, start)
    const closes = closesAt(text, end)
    if (closes === 0 || end === start) return undefined
    const part = text.slice(start, end)
    if (this.isKeyEnd(end + closes)) return this.endKey(end + closes) ? part : undefined
    return this.movePast(end) ? `${part}.` : undefined
  }

  protected override elementIndex(): number | undefined {
    if (this.keyEnd !== unread) return super.elementIndex()
    const text = this.raw
    const start = this.partAt
    let i = start
    let index = 0
    for (; i < text.length; i++) {
      const digit = text.charCodeAt(i) - 48
      if (digit < 0 || digit > 9) break
      index = index * 10 + digit
    }
    if (i !== start && this.movePast(i)) return this.checkedIndex(index)
    this.settle()
    return super.elementIndex()
  }

  /** Moves to the part behind the bracket that closes at `end`; false when there is none, or too many. */
  private movePast(end: number): boolean {
    const text = this.raw
    const closes = closesAt(text, end)
    const opens = closes === 0 ? 0 : opensAt(text, end + closes)
    const next = end + closes + opens
    if (opens === 0 || closesAt(text, next) !== 0 || this.parts >= this.settings.maxDepth) return false
    this.partAt = next
    this.parts++
    return true
  }

  /** Ends a key in brackets; false when it has too many parts. */
  private endKey(end: number): boolean {
    if (this.parts >= this.settings.maxDepth) return false
    this.parts++
    this.keyEnd = end
    this.moveBehindKey(end)
    return true
  }

  private moveBehindKey(end: number): void {
    this.at = end < this.raw.length && this.raw.charCodeAt(end) === EQUALS ? end + 1 : end
  }

  private isKeyEnd(i: number): boolean {
    if (i >= this.raw.length) return true
    const c = this.raw.charCodeAt(i)
    return c === EQUALS || c === AMPERSAND
  }

  override wholeKey(): string {
    if (this.keyEnd === unread) this.settle()
    if (this.keyEnd === decoded) return super.wholeKey()
    const key = this.raw.slice(this.keyAt, this.keyEnd)
    return this.parts === 0 ? key : (dottedPath(decodeFormText(key)) ?? this.key)
  }

  /** What is wrong with a key comes before what is wrong with its number or its index. */
  protected override refuse(message: string): never {
    if (this.keyEnd === unread) this.settle()
    super.refuse(message)
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

  /** The text is searched once, and not each value: most texts have few escapes, or none. */
  private hasEscape(start: number, end: number): boolean {
    if (this.percentAt < start) this.percentAt = this.findFrom('%', start)
    if (this.plusAt < start) this.plusAt = this.findFrom('+', start)
    return this.percentAt < end || this.plusAt < end
  }

  private findFrom(sign: string, start: number): number {
    const found = this.raw.indexOf(sign, start)
    return found === -1 ? Number.MAX_SAFE_INTEGER : found
  }

  /** Reads the digits where they stand; anything but up to 15 of them goes the general way. */
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
    return value >= type.min && value <= type.max ? value : this.wrong(type.expected)
  }

  /**
   * Reads up to 15 digits where they stand: below 2^53 and over a power of ten, their quotient is the nearest double
   * (Clinger 1990). Exponents and longer numbers go the general way.
   */
  override number(): number | undefined {
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
    if (!this.endsAt(i) || i === digits || i - digits > 15 || point === i - 1) return this.value(asNumber)
    this.at = i + 1
    if (point !== -1) value /= powersOfTen[i - point - 1] ?? 1
    return negative ? -value : value
  }

  /** Reads `true` and `false` where they stand. */
  override bool(): boolean | undefined {
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
    return this.value(asBool)
  }

  private endsAt(i: number): boolean {
    return i >= this.raw.length || this.raw.charCodeAt(i) === AMPERSAND
  }

  protected skip(): void {
    if (this.keyEnd === unread) this.settle()
    const end = this.raw.indexOf('&', this.at)
    this.at = end === -1 ? this.raw.length : end + 1
  }

  protected rewind(): void {
    this.at = 0
    this.keyEnd = 0
    this.percentAt = -1
    this.plusAt = -1
  }

  file(held: FileHeader | undefined): FileHeader | undefined {
    this.skip()
    return held
  }

  files(list: FileHeader[] | undefined): FileHeader[] | undefined {
    this.skip()
    return list
  }

  isFile(): boolean {
    return false
  }
}

/** How many characters the opening bracket at `i` takes, as `[` or `%5B`; 0 when there is none. */
function opensAt(text: string, i: number): 0 | 1 | 3 {
  if (i >= text.length) return 0
  const c = text.charCodeAt(i)
  if (c === OPEN) return 1
  return c === PERCENT && isEscaped(text, i, 98) ? 3 : 0
}

/** How many characters the closing bracket at `i` takes, as `]` or `%5D`; 0 when there is none. */
function closesAt(text: string, i: number): 0 | 1 | 3 {
  if (i >= text.length) return 0
  const c = text.charCodeAt(i)
  if (c === CLOSE) return 1
  return c === PERCENT && isEscaped(text, i, 100) ? 3 : 0
}

/** Whether `%5` and that letter stand there. */
function isEscaped(text: string, i: number, letter: number): boolean {
  return i + 2 < text.length && text.charCodeAt(i + 1) === 53 && (text.charCodeAt(i + 2) | 0x20) === letter
}

/** The end of a run of letters, digits, `_` and `-`: nothing that would have to be decoded, or that parts a key. */
function plainEnd(text: string, from: number): number {
  let i = from
  for (; i < text.length; i++) {
    const c = text.charCodeAt(i)
    const lower = c | 0x20
    if (!((lower >= 97 && lower <= 122) || (c >= 48 && c <= 57) || c === 95 || c === MINUS)) break
  }
  return i
}
