import type { BindSourceName } from '../error/bind-error.ts'
import type { FileHeader } from '../request/file-header.ts'
import { decodeFormText } from '../request/percent.ts'
import type { BindInput, BindSettings } from './bind-input.ts'
import type { Faults } from './faults.ts'
import { dottedPath, FormPairs } from './form-pairs.ts'
import type { KeyTable } from './key-table.ts'
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

/** A cursor over `a=1&b=2` (WHATWG URL, section 5.1), which touches each character once. */
export class UrlencodedPairs extends FormPairs {
  private readonly raw: string
  /** Where to go on: behind the key until the value is taken, then behind the `&`. */
  private at = 0
  /** Where the next part of a key in brackets stands; -1 when the key is none, or was decoded. */
  private partAt = -1
  /** Where a key that is not decoded begins and ends; where it was decoded, `keyEnd` is -1. */
  private keyAt = 0
  private keyEnd = 0
  private lastFirst = ''

  constructor(source: BindSourceName, text: string, faults: Faults, settings: BindSettings, keys?: KeyTable) {
    super(source, faults, settings, keys)
    this.raw = text
  }

  protected advance(): boolean {
    const text = this.raw
    const length = text.length
    let start = this.at
    while (start < length) {
      let special = false
      let c = 0
      let i = start
      for (; i < length; i++) {
        c = text.charCodeAt(i)
        if (c === EQUALS || c === AMPERSAND) break
        if (c === PERCENT || c === PLUS || c === OPEN || c === CLOSE || c === DOT) {
          if (!special && opensAt(text, i) !== 0 && this.readBrackets(start, i)) return true
          special = true
        }
      }
      this.at = c === EQUALS ? i + 1 : i
      if (i !== start) {
        this.path = ''
        this.partAt = -1
        this.keyAt = start
        this.keyEnd = special ? -1 : i
        if (special) this.setKey(this.open(decodeFormText(text.slice(start, i))))
        else this.findKey(start, i, false)
        return true
      }
      this.skip()
      start = this.at
    }
    return false
  }

  /**
   * Reads a key like `posts[0][title]` or `posts%5B0%5D%5Btitle%5D` where it stands, from its first bracket on: most nested
   * keys are such, and to decode and take apart each of them cost more than everything else. False when it is another.
   */
  private readBrackets(start: number, first: number): boolean {
    const text = this.raw
    let at = first
    let depth = 1
    let listed = false
    while (at < text.length && !isKeyEnd(text.charCodeAt(at))) {
      const opens = opensAt(text, at)
      if (opens === 0 || listed) return false
      const end = plainEnd(text, at + opens)
      const closes = closesAt(text, end)
      if (closes === 0) return false
      // `[]` at the end says "list" and adds no part; anywhere else it is no key of ours.
      if (end === at + opens) listed = true
      else depth++
      at = end + closes
    }
    if (depth > this.settings.maxDepth) this.refuse(`a key of more than ${this.settings.maxDepth} parts`)
    this.keyAt = start
    this.keyEnd = at
    this.at = text.charCodeAt(at) === EQUALS ? at + 1 : at
    this.path = ''
    this.partAt = depth === 1 ? -1 : first + opensAt(text, first)
    this.findKey(start, first, depth > 1)
    if (depth === 1) this.keyEnd = first
    return true
  }

  /** Sets the key that stands there; with a dot when there is more below it. */
  private findKey(start: number, end: number, isNested: boolean): void {
    if (this.keys === undefined) {
      this.key = isNested ? this.firstPart(start, end) : this.raw.slice(start, end)
    } else {
      this.field = this.keys.find(this.raw, start, end, isNested)
      this.key = this.keys.names[this.field] ?? ''
    }
  }

  /** The first part of a nested key, with its dot; the pairs of one list come together, so the last one is tried first. */
  private firstPart(start: number, end: number): string {
    const { lastFirst } = this
    const known = lastFirst.length - 1 === end - start && this.raw.startsWith(lastFirst.slice(0, -1), start)
    if (!known) this.lastFirst = `${this.raw.slice(start, end)}.`
    return this.lastFirst
  }

  override inner(keys?: KeyTable): string {
    if (this.partAt === -1) return super.inner()
    const start = this.partAt
    const end = plainEnd(this.raw, start)
    const more = this.movePast(end)
    if (keys !== undefined) return keys.names[keys.find(this.raw, start, end, more)] ?? ''
    const part = this.raw.slice(start, end)
    return more ? `${part}.` : part
  }

  protected override elementIndex(): number | undefined {
    if (this.partAt === -1) return super.elementIndex()
    const text = this.raw
    const start = this.partAt
    let i = start
    let index = 0
    for (let c = text.charCodeAt(i); c >= 48 && c <= 57; c = text.charCodeAt(++i))
      index = index * 10 + (c - 48)
    if (i === start || closesAt(text, i) === 0 || !this.movePast(i)) return undefined
    return this.checkedIndex(index)
  }

  /** Moves to the part behind the bracket that closes at `end`; false when there is none. */
  private movePast(end: number): boolean {
    const text = this.raw
    const next = end + closesAt(text, end)
    const opens = next < this.keyEnd ? opensAt(text, next) : 0
    const more = opens !== 0 && closesAt(text, next + opens) === 0
    this.partAt = more ? next + opens : this.keyEnd
    return more
  }

  override wholeKey(): string {
    if (this.keyEnd === -1) return super.wholeKey()
    if (this.partAt === -1) return this.raw.slice(this.keyAt, this.keyEnd)
    return dottedPath(decodeFormText(this.raw.slice(this.keyAt, this.keyEnd))) ?? this.key
  }

  text(): string {
    const text = this.raw
    const start = this.at
    let encoded = false
    let i = start
    for (; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === AMPERSAND) break
      if (c === PERCENT || c === PLUS) encoded = true
    }
    this.at = i + 1
    const value = text.slice(start, i)
    return encoded ? decodeFormText(value) : value
  }

  /** Reads the digits where they stand; anything but up to 15 of them goes the general way. */
  override int(type: WholeScalar): number | undefined {
    const text = this.raw
    let i = this.at
    let c = text.charCodeAt(i)
    const negative = c === MINUS
    if (negative) c = text.charCodeAt(++i)
    const digits = i
    let value = 0
    while (c >= 48 && c <= 57) {
      value = value * 10 + (c - 48)
      c = text.charCodeAt(++i)
    }
    const ended = i >= text.length || c === AMPERSAND
    if (!ended || i === digits || i - digits > 15) return this.value(type)
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
    let i = this.at
    let c = text.charCodeAt(i)
    const negative = c === MINUS
    if (negative) c = text.charCodeAt(++i)
    const digits = i
    let value = 0
    let point = -1
    for (; ; c = text.charCodeAt(++i)) {
      if (c >= 48 && c <= 57) value = value * 10 + (c - 48)
      else if (c === DOT && point === -1 && i !== digits) point = i
      else break
    }
    const ended = i >= text.length || c === AMPERSAND
    if (!ended || i === digits || i - digits > 15 || point === i - 1) return this.value(asNumber)
    this.at = i + 1
    if (point !== -1) value /= powersOfTen[i - point - 1] ?? 1
    return negative ? -value : value
  }

  /** Reads `true` and `false` where they stand. */
  override bool(): boolean | undefined {
    const text = this.raw
    const at = this.at
    if (text.startsWith('true', at) && this.endsAt(at + 4)) {
      this.at = at + 5
      return true
    }
    if (text.startsWith('false', at) && this.endsAt(at + 5)) {
      this.at = at + 6
      return false
    }
    return this.value(asBool)
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

function isKeyEnd(c: number): boolean {
  return c === EQUALS || c === AMPERSAND
}

/** How many characters the opening bracket at `i` takes, as `[` or `%5B`; 0 when there is none. */
function opensAt(text: string, i: number): 0 | 1 | 3 {
  const c = text.charCodeAt(i)
  if (c === OPEN) return 1
  return c === PERCENT && text.charCodeAt(i + 1) === 53 && (text.charCodeAt(i + 2) | 0x20) === 98 ? 3 : 0
}

/** How many characters the closing bracket at `i` takes, as `]` or `%5D`; 0 when there is none. */
function closesAt(text: string, i: number): 0 | 1 | 3 {
  const c = text.charCodeAt(i)
  if (c === CLOSE) return 1
  return c === PERCENT && text.charCodeAt(i + 1) === 53 && (text.charCodeAt(i + 2) | 0x20) === 100 ? 3 : 0
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
