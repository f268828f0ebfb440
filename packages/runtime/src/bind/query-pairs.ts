import type { BindSourceName } from '../error/bind-error.ts'
import type { FileHeader } from '../request/file-header.ts'
import type { BindInput, BindSettings } from './bind-input.ts'
import type { Faults } from './faults.ts'
import { FormPairs } from './form-pairs.ts'
import { formDecode } from './percent-decode.ts'
import { asNumber, readNumber, type WholeScalar } from './scalar.ts'

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

/** A cursor over `a=1&b=2` (WHATWG URL, section 5.1), which touches each character once. */
export class UrlencodedPairs extends FormPairs {
  readonly #text: string
  /** Where to go on: behind the key until the value is taken, then behind the `&`. */
  #at = 0

  constructor(source: BindSourceName, text: string, faults: Faults, settings: BindSettings) {
    super(source, faults, settings)
    this.#text = text
  }

  protected advance(): boolean {
    const text = this.#text
    let start = this.#at
    while (start < text.length) {
      let special = false
      let c = 0
      let i = start
      for (; i < text.length; i++) {
        c = text.charCodeAt(i)
        if (c === EQUALS || c === AMPERSAND) break
        if (c === PERCENT || c === PLUS || c === OPEN || c === CLOSE || c === DOT) special = true
      }
      this.#at = c === EQUALS ? i + 1 : i
      if (i !== start) {
        const key = text.slice(start, i)
        this.path = ''
        this.key = special ? this.open(formDecode(key)) : key
        return true
      }
      this.skip()
      start = this.#at
    }
    return false
  }

  text(): string {
    const text = this.#text
    const start = this.#at
    let encoded = false
    let i = start
    for (; i < text.length; i++) {
      const c = text.charCodeAt(i)
      if (c === AMPERSAND) break
      if (c === PERCENT || c === PLUS) encoded = true
    }
    this.#at = i + 1
    const value = text.slice(start, i)
    return encoded ? formDecode(value) : value
  }

  /** Reads the digits where they stand; anything but up to 15 of them goes the general way. */
  override int(type: WholeScalar): number | undefined {
    const text = this.#text
    let i = this.#at
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
    this.#at = i + 1
    return value >= type.min && value <= type.max ? value : this.wrong(type.expected)
  }

  override number(): number | undefined {
    const value = this.text()
    if (value === '') return this.emptyValue(asNumber)
    return readNumber(value) ?? this.wrong(asNumber.expected)
  }

  protected skip(): void {
    const end = this.#text.indexOf('&', this.#at)
    this.#at = end === -1 ? this.#text.length : end + 1
  }

  protected rewind(): void {
    this.#at = 0
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
