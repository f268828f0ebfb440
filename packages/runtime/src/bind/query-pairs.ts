import type { BindSourceName } from '../error/bind-error.ts'
import type { FileHeader } from '../request/file-header.ts'
import type { BindInput, BindSettings } from './bind-input.ts'
import type { Faults } from './faults.ts'
import { FormPairs } from './form-pairs.ts'
import { formDecode } from './percent-decode.ts'
import { asBool, asNumber, type WholeScalar } from './scalar.ts'

/** The pairs of the query string. */
export function queryPairs(c: BindInput, faults: Faults): FormPairs {
  return new UrlencodedPairs('query', c.rawQuery(), faults, c.bindSettings())
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

  constructor(source: BindSourceName, text: string, faults: Faults, settings: BindSettings) {
    super(source, faults, settings)
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
        if (c === PERCENT || c === PLUS || c === OPEN || c === CLOSE || c === DOT) special = true
      }
      this.at = c === EQUALS ? i + 1 : i
      if (i !== start) {
        const key = text.slice(start, i)
        this.path = ''
        this.key = special ? this.open(formDecode(key)) : key
        return true
      }
      this.skip()
      start = this.at
    }
    return false
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
    return encoded ? formDecode(value) : value
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
